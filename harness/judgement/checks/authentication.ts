import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { type Condition, isKeyless, readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import { answered, holdsOrder, namesHolder, quoted } from './answers.ts';
import { breach, type Check, hidden, type Judgement, pass, passIf, SEVERAL } from './check.ts';

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
    const ofReads = commonCause(reads, isRemembered);
    // A route that resolves no account may be missing, and then it refuses no key either.
    const cause = enquiries.some(({ response }) => namesHolder(response)) ? {} : { follows: 'enquiry.resolves' };
    for (const exchange of enquiries.filter(isWithoutKey))
      for (const found of refusedEnquiry(exchange, commonCause(enquiries, isRemembered))) yield { ...found, ...cause };
    for (const exchange of reads.filter(isWithoutKey)) yield* refusedRead(exchange, ofReads);
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

/** The cause that all calls have which a route answers without the right key; `undefined` if each has its own. */
function commonCause(answers: readonly Answered[], isRemembered: boolean): string | undefined {
  if (isRemembered) return REMEMBERED;
  const refused = answers.filter(({ condition }) => readCondition(condition)?.key === 'refused');
  if (isMixed(refused) || isCheckedLater(answers)) return SOMETIMES;
  const accepted = new Set(answers.filter(isAccepted).map(({ condition }) => condition));
  if (accepted.has('wrong-key')) return NOT_COMPARED;
  const altered = [...accepted].filter(each => readCondition(each)?.key === 'near' && each !== 'padded-key');
  return altered.length >= SEVERAL_ALTERED ? PARTLY : undefined;
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
const isAccepted = ({ response }: Answered) => isOk(response.status);

/** Whether calls without a key are refused, and from some time on succeed. */
function opensLater(answers: readonly Answered[]): boolean {
  const keyless = answers.filter(({ condition }) => condition === 'without-key');
  const opened = keyless.findIndex(({ response }) => isOk(response.status));
  return opened > 0 && !keyless.slice(opened).some(({ response }) => response.status === 401);
}

function comparison({ condition }: Answered, common: string | undefined) {
  const likely = common ?? COMPARED[condition ?? ''];
  return likely !== undefined && (condition !== 'without-key' || common !== NOT_COMPARED) ? { likely } : {};
}

const NO_KEY_ERROR = 'A client takes a wrong key for another error.';

/** A service may trim the key before it compares it, and a caller who pads the key knows it: then it is only advice. */
function severityOf({ condition }: Answered) {
  return condition === 'padded-key' ? 'advice' : 'breach';
}

/** The condition that a finding names: if all have one cause, each form of a wrong key shows the same. */
function toldCondition({ condition, response }: Answered, common: string | undefined): Condition | undefined {
  const isAlike = common !== undefined && readCondition(condition)?.key === 'near' && isOk(response.status);
  return isAlike && condition !== 'padded-key' ? 'wrong-key' : condition;
}

function* refusedEnquiry(exchange: Answered, common: string | undefined): Generator<Judgement> {
  const { id, response } = exchange;
  const { status } = response;
  const condition = toldCondition(exchange, common);
  const words = readCondition(condition)?.words;
  const resolves = namesHolder(response);
  const isOpen = resolves || isOk(status);
  const finding = {
    requirement: 'auth.enquiry-401',
    expected: '401, without the account',
    received: quoted(response),
    evidence: [id],
  };
  if (status === 401 && resolves) {
    const message = `a name enquiry ${words} is answered with 401, but the body holds the account`;
    yield breach({ ...finding, cause: `${condition} resolved`, message });
  } else if (status === 401) yield pass('auth.enquiry-401', id);
  // A gateway may refuse a malformed key in its own way.
  else if (isOpen || readCondition(condition)?.key !== 'near') {
    yield breach({
      ...finding,
      cause: `${condition} ${isOk(status) ? 'accepted' : status}`,
      message: `a name enquiry ${words} ${resolves ? 'returns the account' : `is answered with ${status}, not 401`}`,
      ...(!isOpen && { consequence: 'shape' as const, leadsTo: NO_KEY_ERROR }),
      severity: severityOf(exchange),
      ...(resolves && comparison(exchange, common)),
    });
    if (!isOk(status)) yield hidden('enquiry.401-body', ['auth.enquiry-401'], id);
  }
}

function* refusedRead(exchange: Answered, common: string | undefined): Generator<Judgement> {
  const { id, response } = exchange;
  const condition = toldCondition(exchange, common);
  yield passIf(!holdsOrder(response), 'auth.onramp-key', id, () => ({
    cause: `${condition}${isOk(response.status) ? '' : ' refused'}`,
    severity: severityOf(exchange),
    message:
      `an onramp order is returned to a call ${readCondition(condition)?.words}` +
      (isOk(response.status) ? '' : `, in the body of a ${response.status}`),
    expected: 'an error response, without the order',
    received: quoted(response),
    ...(isOk(response.status) && comparison(exchange, common)),
  }));
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
