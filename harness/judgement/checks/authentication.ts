import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { type Condition, isKeyless, readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import { answered, holdsOrder, namesHolder, quoted } from './answers.ts';
import { breach, type Check, hidden, type Judgement, pass, SEVERAL } from './check.ts';

/** Authentication: the key gives access. Without it, no account is resolved (401) and no order is returned. */
export const authentication: Check = {
  id: 'authentication',
  title: 'Only the API key gives access',
  kind: 'safety',
  requirements: ['auth.header', 'auth.enquiry-401', 'enquiry.401-body', 'auth.onramp-key', 'auth.test-key-form'],
  *judge(view) {
    const enquiries = answered(view, 'resolveBankAccount');
    const reads = answered(view, 'getOnrampOrder');
    const isRemembered = opensLater(enquiries) || opensLater(reads);
    // A route that resolves no account may be missing, and then it refuses no key either.
    const follows = enquiries.some(({ response }) => namesHolder(response)) ? {} : { follows: 'enquiry.resolves' };
    for (const found of refused(ENQUIRY, enquiries, isRemembered)) yield { ...found, ...follows };
    yield* refused(READ, reads, isRemembered);
    // Where a route is open, so is every spelling of its path.
    const isOpen = (route: Route) => (one: Answered) => isWrong(one) && route.gives(one.response);
    if (!enquiries.some(isOpen(ENQUIRY)) && !reads.some(isOpen(READ)))
      for (const exchange of answersOfService(view)) yield* besideRoute(exchange);
    yield* opensToHead(view, reads);
    yield* existence(reads);
    yield* keyAccepted(view, [...enquiries, ...reads]);
  },
};

/** The comparison of keys that accepts an almost correct key but not an entirely wrong one. */
const COMPARED: { readonly [condition: string]: string | undefined } = {
  'overlong-key': 'a key that is too long is not compared',
  'empty-key': 'an empty key is not checked at all',
  'recased-key': 'keys are compared case-insensitively',
  'truncated-key': 'a prefix of the correct key is accepted',
  'lengthened-key': 'a key that begins with the correct key is accepted',
  'prefixed-key': 'a key that ends with the correct key is accepted',
  'padded-key': 'spaces around a key are removed before it is compared',
  'repeated-without-key':
    'the answer comes from a cache, or from the store of Idempotency-Keys, before the key is checked',
};
/** The cause if an entirely wrong key is accepted, too. */
const NOT_COMPARED = 'the key is not compared in full: any key of the right form is accepted, or any key at all';
/** The cause if several altered keys are accepted, but not an entirely wrong one. */
const PARTLY =
  'the key is not compared as a whole, but by a part or a short hash of it: several altered keys are accepted';
/** The cause if a call without a key is refused, and answered later. */
const REMEMBERED = 'the service remembers a key from an earlier call, for the connection, the address or in a cache';

/** The cause if calls without a key, or with a wrong one, are sometimes refused and sometimes answered. */
const SOMETIMES =
  'the service does not always check the key: a cache may answer before it, or one of its instances does not check it';

/** If this many altered keys are accepted, no comparison in {@link COMPARED} explains all of them. */
const SEVERAL_ALTERED = 3;

/** Statuses of a call that has no right key. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** Why a route answers calls without the right key. @param open these calls */
function whyOpen(answers: readonly Answered[], open: readonly Answered[], isRemembered: boolean) {
  if (isRemembered) return REMEMBERED;
  const refusable = answers.filter(({ condition }) => readCondition(condition)?.key === 'refused');
  if (isMixed(refusable) || isCheckedLater(answers)) return SOMETIMES;
  const accepted = [...new Set(open.map(({ condition }) => condition))];
  if (accepted.includes('wrong-key')) return NOT_COMPARED;
  if (accepted.filter(each => readCondition(each)?.key === 'near').length >= SEVERAL_ALTERED) return PARTLY;
  const causes = accepted.map(each => COMPARED[each ?? '']);
  return causes.includes(undefined) ? undefined : causes.join('; ');
}

/** Whether calls of one kind without the right key are answered and refused. */
function isMixed(answers: readonly Answered[]): boolean {
  const kinds = [...Map.groupBy(answers.filter(isWithoutKey), ({ condition }) => condition).values()];
  return kinds.some(own => own.some(isAccepted) && own.some(({ response }) => REFUSALS.has(response.status)));
}

/** Whether the key is checked for an order that does not exist, but not for one that does. */
function isCheckedLater(answers: readonly Answered[]): boolean {
  const under = (name: Condition) => answers.filter(({ condition }) => condition === name);
  const found = new Set(under('unknown').map(({ response }) => response.status));
  const isFirst = ({ response: { status } }: Answered) => status === 401 && !found.has(status);
  return under('without-key').some(isAccepted) && under('unknown-without-key').some(isFirst);
}

const isWithoutKey = ({ condition }: Answered) => isKeyless(condition);
const isWrong = (one: Answered) => isWithoutKey(one) && one.condition !== 'padded-key';
const isAccepted = ({ response }: Answered) => isOk(response.status);

/** Whether calls without a key are refused, and from some time on succeed. */
function opensLater(answers: readonly Answered[]): boolean {
  const keyless = answers.filter(({ condition }) => condition === 'without-key');
  const opened = keyless.findIndex(({ response }) => isOk(response.status));
  return opened > 0 && !keyless.slice(opened).some(({ response }) => response.status === 401);
}

const NO_KEY_ERROR = 'A client takes a wrong key for another error.';

/** A route that needs a key, and what it gives. */
interface Route {
  readonly requirement: string;
  readonly call: string;
  readonly thing: string;
  readonly expected: string;
  gives(response: Answered['response']): boolean;
}

const ENQUIRY: Route = {
  ...{ requirement: 'auth.enquiry-401', call: 'a name enquiry', thing: 'the account', gives: namesHolder },
  expected: '401, without the account',
};
const READ: Route = {
  ...{ requirement: 'auth.onramp-key', call: 'a read of an onramp order', thing: 'the order', gives: holdsOrder },
  expected: 'an error response, without the order',
};

/** What an answer shows to a call without the right key. A gateway may refuse a `malformed` key in its own way. */
function sightOf(route: Route, { condition, response }: Answered): string {
  const { status } = response;
  if (route.gives(response)) return isOk(status) ? 'open' : 'held';
  if (route === READ || status === 401) return 'refused';
  if (isOk(status)) return 'accepted';
  return readCondition(condition)?.key === 'near' ? 'malformed' : `${status}`;
}

/**
 * Judges the calls of a route without the right key, with one finding for each sight. A service may trim the key before
 * it compares it, and a caller who pads the key knows it: then it is only advice.
 */
function* refused(route: Route, answers: readonly Answered[], isRemembered: boolean): Generator<Judgement> {
  const { requirement, call, thing, expected } = route;
  const isTrimmed = (one: Answered) => one.condition === 'padded-key' && isAccepted(one);
  const causeOf = (one: Answered) => `${sightOf(route, one)}${isTrimmed(one) ? ', trimmed' : ''}`;
  for (const [cause, calls] of Map.groupBy(answers.filter(isWithoutKey), causeOf)) {
    const [words, ...more] = new Set(calls.map(({ condition }) => readCondition(condition)?.words));
    const likely = whyOpen(answers, calls, isRemembered);
    const key = more.length > 0 ? 'without the right key' : words;
    for (const one of calls) {
      const { id, response } = one;
      const { status } = response;
      const sight = sightOf(route, one);
      const isShape = sight === `${status}`;
      const says = `is answered with ${status}, ${sight === 'held' ? `but the body holds ${thing}` : 'not 401'}`;
      if (sight === 'refused') yield pass(requirement, id);
      if (sight === 'refused' || sight === 'malformed') continue;
      yield breach({
        ...{ requirement, cause, severity: isTrimmed(one) ? 'advice' : 'breach' },
        message: `${call} ${key} ${sight === 'open' ? `returns ${thing}` : says}`,
        ...{ expected, received: quoted(response) },
        ...(isShape && { consequence: 'shape', leadsTo: NO_KEY_ERROR }),
        ...(sight === 'open' && likely !== undefined && { likely }),
        evidence: [id],
      });
      if (route === ENQUIRY && status !== 401 && !isOk(status)) yield hidden('enquiry.401-body', [requirement], id);
    }
  }
}

/**
 * HEAD answers like GET but without a body, so it returns no order. If it succeeds without a key, it only reveals which
 * orders exist. A proxy may answer so, but then for every address.
 */
function* opensToHead(view: View, reads: readonly Answered[]): Generator<Judgement> {
  const under = (condition: Condition) => answersOfService(view).find(exchange => exchange.condition === condition);
  const [keyed, open, unknown] = [under('head'), under('head-without-key'), under('unknown-head-without-key')];
  if (keyed === undefined || open === undefined || unknown === undefined) return;
  const isRefused = reads.some(({ condition, response }) => condition === 'without-key' && !isOk(response.status));
  if (!isRefused || !isOk(keyed.response.status) || isOk(unknown.response.status)) return;
  if (!isOk(open.response.status)) {
    yield pass('auth.onramp-key', open.id);
    return;
  }
  yield breach({
    requirement: 'auth.onramp-key',
    severity: 'advice',
    cause: 'HEAD',
    message: 'HEAD of an onramp order gets the same answer without a key as with one',
    expected: 'an error response, as to GET',
    received: `${open.response.status}; ${unknown.response.status} for an order that does not exist`,
    likely: 'the key is checked only for GET; anybody can find out which orders exist',
    evidence: [open.id],
  });
}

/** Whether a read without a key reveals which orders exist. Neither answer is specified. */
function* existence(reads: readonly Answered[]): Generator<Judgement> {
  const under = (condition: Condition) => reads.filter(exchange => exchange.condition === condition);
  const [known, unknown] = [under('without-key'), under('unknown-without-key')];
  const statuses = new Set(known.map(({ response }) => response.status));
  const [differing] = unknown.filter(({ response }) => !statuses.has(response.status));
  const [first] = known;
  if (first === undefined || differing === undefined) return;
  yield breach({
    requirement: 'auth.onramp-key',
    severity: 'advice',
    cause: 'existence',
    message: 'a call without a key reveals which onramp orders exist',
    expected: `the answer for an existing order: ${first.response.status}`,
    received: `${quoted(differing.response)} for an unknown order`,
    next: 'check the key before looking up the order',
    evidence: [differing.id, first.id],
  });
}

/** A path that is almost that of a route may have any answer, except one that the route gives only with a key. */
function* besideRoute({ id, condition, response }: Answered): Generator<Judgement> {
  const call = readCondition(condition);
  if (call?.name !== 'aliased-path') return;
  const isEnquiry = namesHolder(response);
  if (!isEnquiry && !holdsOrder(response)) return;
  yield breach({
    requirement: isEnquiry && !holdsOrder(response) ? 'auth.enquiry-401' : 'auth.onramp-key',
    cause: `${condition}`,
    message: `${call.detail} is answered, although it has no right key`,
    expected: 'an error: the route requires the key for every spelling of its path',
    received: quoted(response),
    evidence: [id],
  });
}

/**
 * If one route accepts a key, the other accepts it too, in every spelling of the header. A key that is refused
 * everywhere may be wrong.
 */
function* keyAccepted(view: View, exchanges: readonly Answered[]) {
  const keyed = exchanges.filter(({ condition }) => readCondition(condition)?.key === 'own');
  const accepted = keyed.filter(({ response }) => isOk(response.status));
  for (const { id } of accepted) yield pass('auth.header', id);
  if (accepted[0]) yield* keyForm(view, accepted[0].id);
  if (accepted.length === 0 && view.evidence.run.target.kind === 'remote') return;
  // The error for an order that does not exist is not specified. It may be 401, but then every time.
  const notFound = keyed
    .filter(({ condition }) => condition === 'unknown')
    .every(({ response }) => response.status === 401);
  for (const { id, operation, condition, response } of keyed) {
    const isSpelling = condition === 'lowercase-header';
    if (response.status !== 401 && !(response.status === 403 && (condition === 'known' || isSpelling))) continue;
    if (condition === 'unknown' && notFound) continue;
    const opens = accepted.some(other => other.operation === operation);
    const isKept = keepsRefusal(exchanges.filter(own => own.operation === operation));
    const spelled = isSpelling && opens && !isKept;
    const others = opens ? 'that it accepts in other calls' : 'that another route accepts';
    const which = spelled ? readCondition(condition)?.words : others;
    yield breach({
      requirement: 'auth.header',
      cause: spelled ? `${operation} x-api-key` : `${operation}`,
      message: `${operation} refuses a key ${which}`,
      expected: 'the key to be accepted',
      received: quoted(response),
      ...(spelled && {
        likely: 'the header is looked up in one spelling; HTTP/2 and many clients send its name in lower case',
      }),
      ...(isKept && { likely: KEPT }),
      evidence: [id],
    });
  }
}

const KEPT = 'the refusal of a wrong key is kept: each of these calls comes after one without the right key';

/** Whether the right key is refused only after calls without it: between an accepted call and a refused one is such. */
function keepsRefusal(answers: readonly Answered[]): boolean {
  const [wrong = [], right = []] = [true, false].map(is => answers.filter(own => isWithoutKey(own) === is));
  const accepted = right.filter(isAccepted);
  const refused = right.filter(({ response }) => response.status === 401);
  // Calls at the same time reach the service in any order.
  const isAfterWrong = (own: Answered) => {
    const since = Math.max(...accepted.flatMap(({ sentAt, endedAt }) => (endedAt < own.sentAt ? sentAt : [])));
    return wrong.some(({ sentAt, endedAt }) => sentAt < own.endedAt && endedAt > since);
  };
  return refused.length >= SEVERAL && accepted.length > 0 && refused.every(isAfterWrong);
}

/** Whether the key that the sandbox accepts has the form of a sandbox key. Only a person can judge another form. */
function* keyForm(view: View, id: string): Generator<Judgement> {
  const { isTestKey } = view.evidence.run.settings;
  if (isTestKey === true) yield pass('auth.test-key-form', id);
  if (isTestKey === false)
    yield breach({
      requirement: 'auth.test-key-form',
      severity: 'advice',
      cause: 'key form',
      message: 'the sandbox accepts a key that does not start with sk_test_',
      expected: 'a sandbox key, which starts with sk_test_',
      received: 'a key of another form, which is accepted',
      likely: 'it is a live key, or the target is no sandbox',
      next: 'use a sandbox key; a live key may move funds',
      evidence: [id],
    });
}
