import { header, objectIn } from '../../base/json.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Delivery, Evidence } from '../../evidence/evidence.ts';
import { DISBURSE_AGAIN } from '../../facts/about/simulate.ts';
import type { Change } from '../../facts/drift.ts';
import { PLACE_GAPS } from '../../facts/facts.ts';
import { ANSWERED, factsAbout, majority, numberIn, type Reading } from '../../facts/observed-dialect.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import { isKey, type Key, keysOf } from '../../sandbox/dialect/key.ts';
import { DIALECT_KEYS, isValueOf } from '../../sandbox/dialect/resolve-dialect.ts';
import { EXTRA_EVENT_FIELDS } from '../../sandbox/formats/bodies.ts';
import { LIFECYCLE, ORDER_STATES } from '../../sandbox/lifecycle/lifecycle.ts';
import { driveTwin } from './measure-parity.ts';
import type { Original } from './observed.ts';
import * as bodies from './read-bodies.ts';
import * as deliveries from './read-deliveries.ts';
import { errorAnswers, NAMED_ERRORS } from './read-errors.ts';
import * as orders from './read-orders.ts';

/**
 * Reads a key from observations; `undefined` if nothing showed it.
 *
 * @param asked the evidence of the twin so far, which names the cause of each error; absent until the twin was driven
 */
type Reader = (observed: Original, asked?: Evidence) => Reading | undefined;

/** Why no run shows a key, or any key of a group. The twin then has the defaults. */
type Assumed = { readonly assumed: string };

/** How a key is read, or why it cannot be. */
type DialectRow = Reader | Assumed;

/** A row for each key of the dialect. A missing row is a compile error. */
type Rows<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Key<unknown> ? DialectRow : Rows<Table[Name]> | Assumed;
};

/** A message of the service: an answer or a delivery. */
type Message = Pick<Delivery, 'id' | 'headers' | 'body'>;

/** What most of the messages of one kind show. */
const by =
  (messagesIn: (observed: Original) => readonly Message[]) =>
  <T>(read: (message: Message) => T | undefined): Reader =>
  observed =>
    majority(messagesIn(observed).map(message => ({ value: read(message), id: message.id })));
const inAnswers = by(({ answers }) => answers.map(({ id, response }) => ({ id, ...response })));
const inDeliveries = by(({ deliveries: all }) => all);
const inFact =
  <T>(gap: string, condition: string | RegExp | undefined, map: (value: unknown) => T | undefined): Reader =>
  observed =>
    observed.fact(gap, condition, map);

const inAnswered =
  (key: keyof typeof ANSWERED): Reader =>
  ({ facts }) =>
    ANSWERED[key].read(facts.facts);

const identifier =
  (kind: string): Reader =>
  observed =>
    observed.fact('format.identifiers', kind, text);

/** The form of messages, which every correct consumer reads alike. */
const FORM = { assumed: 'no consumer of the service can depend on it' };
const NETWORK = { assumed: "the record cannot tell the service's own delay from the network's" };

/** How each key of the dialect is read from a record. The twin has the default if nothing showed a key. */
const TWIN_KEYS: Rows<typeof DIALECT_KEYS> = {
  ...keysOf(PLACE_GAPS, (gap, part) => observed => placeIn(observed, part, gap)),
  eventTypes: keysOf(LIFECYCLE, (_, event) => observed => orders.eventTypes(observed, event)),
  otherEvents: orders.otherEvents,
  simulateNeedsKey: inAnswered('simulateNeedsKey'),
  simulateStatus: inAnswered('simulateStatus'),
  simulateBody: bodies.simulateBody,
  statuses: {
    unknownOrder: inAnswered('statuses.unknownOrder'),
    illegalStep: inAnswered('statuses.illegalStep'),
    repeatedStep: inAnswered('statuses.repeatedStep'),
    onrampErrors: inAnswered('statuses.onrampErrors'),
  },
  errors: (observed, asked) => asked && errorAnswers(observed, asked),
  signature: {
    renewed: inFact('signature.renewed', undefined, flag),
    isoForm: FORM,
    tPlace: FORM,
    v1Order: FORM,
    decoyV1: FORM,
    otherPairs: FORM,
    otherPairsPlace: FORM,
  },
  webhook: {
    envelope: { assumed: 'the examples of webhook.bodies show it' },
    bodies: bodies.eventBodies,
    createdAt: { assumed: 'the examples of webhook.bodies show it' },
    contentType: inDeliveries(({ headers }) => header(headers, 'content-type')),
    contentCodings: inDeliveries(({ headers }) => {
      const codings = header(headers, 'content-encoding');
      return codings === undefined ? [] : codings.split(',').map(coding => coding.trim());
    }),
    headers: FORM,
    framing: FORM,
  },
  delivery: {
    delayMs: deliveries.delayMs,
    inOrder: deliveries.inOrder,
    duplicateEvery: deliveries.duplicateEvery,
    duplicateAfterMs: deliveries.duplicateAfterMs,
    timeoutMs: deliveries.timeoutMs,
    concurrency: { assumed: 'no run sends enough at once to reach a limit' },
    keepAlive: FORM,
  },
  retry: {
    firstMs: deliveries.firstMs,
    factor: deliveries.factor,
    capMs: { assumed: 'no run refuses a delivery until its waits stop growing' },
    jitter: { assumed: 'a few waits do not show how much they vary' },
  },
  responses: {
    requestIdHeader: inAnswers(({ headers }) => headers.find(([name]) => /^request-id$/i.test(name))?.[0]),
    contentType: inAnswers(({ headers }) => header(headers, 'content-type')),
    framing: FORM,
    compression: inAnswers(({ headers }) => header(headers, 'content-encoding') ?? 'none'),
    delayMs: NETWORK,
    keepAlive: FORM,
    headers: FORM,
  },
  json: FORM,
  formats: {
    ids: { assumed: 'identifiers has the form of each kind' },
    requestIds: FORM,
    timestamps: inFact('format.timestamps', /./, bodies.textTimeForm),
    errorCodes: { assumed: 'errors has every code' },
  },
  values: {
    onrampStatus: inFact('onramp.status-values', undefined, text),
    flowType: inFact('onramp.flow-type-values', undefined, text),
    executionMode: inFact('onramp.execution-mode-values', undefined, text),
    accountProvider: inFact('account.provider-values', undefined, text),
    accountType: inFact('account.type-values', undefined, text),
    accountStatus: inFact('account.status-values', undefined, text),
    enquiryResolved: inFact('enquiry.ok-status-value', 'on 200', flag),
    enquiryError: inFact('enquiry.ok-status-value', /^on [45]/, flag),
  },
  states: {
    ...keysOf(ORDER_STATES, (_, state) => observed => orders.stateName(observed, state)),
    awaiting_deposit: orders.initialName,
    amount_mismatch: orders.mismatchName,
  },
  extraFields: inDeliveries(({ body }) => {
    const root = objectIn(body);
    return root && Object.keys(EXTRA_EVENT_FIELDS).every(name => name in root);
  }),
  absentAccount: inFact('onramp.account-presence', undefined, value =>
    value === 'absent' || value === 'null' ? value : undefined,
  ),
  idempotency: {
    replay: deliveries.replay,
    conflict: inFact('idempotency.conflict', undefined, value => {
      if (value === 'performed') return value;
      return value === 'the first answer again' ? 'replayed' : numberIn(value);
    }),
    replayHeader: deliveries.replayHeader,
  },
  collection: {
    receivedLess: observed => orders.mismatchOutcome(observed, 'less'),
    receivedMore: observed => orders.mismatchOutcome(observed, 'more'),
  },
  limits: { bodyBytes: deliveries.bodyBytes },
  preview: { needKey: { assumed: 'preview routes may change' } },
  identifiers: {
    order: identifier('collection order'),
    event: identifier('event'),
    onrampReference: identifier('onramp order reference'),
    customer: identifier('onramp order customer_id'),
    account: identifier('account id'),
    accountReference: identifier('account reference'),
    providerReference: identifier('account provider_reference'),
  },
  mismatch: { eventTypes: orders.mismatchTypes },
  unrelated: { assumed: 'events about no order are counted, not judged' },
  lenience: {
    creditsAgain: inFact('simulate.repeated-step', DISBURSE_AGAIN, flag),
    openHead: { assumed: 'it is only advised against' },
  },
};

/** A learned part of webhooks, with the evidence of the facts about its gap. */
function placeIn({ dialect, facts }: Original, part: keyof typeof PLACE_GAPS, gap: string): Reading | undefined {
  const value = dialect[part];
  const about = factsAbout(facts.facts, gap);
  const sum = (of: 'count' | 'samples') => about.reduce((total, fact) => total + fact[of], 0);
  const ids = about.flatMap(fact => fact.evidence).slice(0, 3);
  return value === undefined ? undefined : { value, seen: sum('count'), of: sum('samples'), ids };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The whole dialect in a record, as a dialect file. */
export interface TwinDialect extends Dialect {
  /** The run that it was read from. Evidence ids belong to its record. */
  readonly observed: { readonly run: string; readonly at: string };
  /**
   * By key (`retry.firstMs`): how often the value was seen, out of how many, and where; or `assumed` if nothing showed
   * it. An assumed key has no value here, so that no target has to follow it. Neither has a value that the sandbox does
   * not support, which is marked `not modelled`.
   */
  readonly evidence: { readonly [key: string]: string };
  /** Observed behaviour that the twin lacks, by gap. Absent if it was not determined. */
  readonly notModelled?: NotModelled;
}

/** What a twin does differently from the original: by gap, each difference in words. */
export interface NotModelled {
  readonly [gap: string]: readonly Pick<Change, 'condition' | 'what'>[];
}

/**
 * Reads the whole dialect of an observed service. The twin is driven once in between, since only it knows for which
 * cause it refuses a call.
 *
 * @param scenarios those that the run may have driven
 */
export async function twinDialect(observed: Original, scenarios: readonly Scenario[]): Promise<TwinDialect> {
  const asked = await driveTwin(observed.evidence, { ...readKeys(observed), errors: NAMED_ERRORS }, scenarios);
  return readKeys(observed, asked);
}

function readKeys(observed: Original, asked?: Evidence): TwinDialect {
  const { run, at } = observed.evidence.run;
  const evidence: { [key: string]: string } = {};
  const valueAt = (path: string, key: Key<unknown>, row: DialectRow) => {
    const reading = typeof row === 'function' ? row(observed, asked) : undefined;
    const isTold = reading !== undefined && isValueOf(key, reading.value);
    const seen = reading && `${reading.seen} of ${reading.of}: ${reading.ids.join(', ')}`;
    evidence[path] = seen === undefined ? 'assumed' : isTold ? seen : `not modelled, ${seen}`;
    return isTold ? reading.value : undefined;
  };
  /** The observed members of a table of keys. `rows` has a reader at the path of each key. */
  const read = (keys: object, rows: object, path: string): object => {
    const members = Object.entries(keys).flatMap(([name, node]: [string, object]) => {
      const row = Reflect.get(rows, name);
      const value = isKey(node) ? valueAt(path + name, node, row) : read(node, row, `${path}${name}.`);
      const isEmpty = value === undefined || (!isKey(node) && Object.keys(value as object).length === 0);
      return isEmpty ? [] : [[name, value]];
    });
    return Object.fromEntries(members);
  };
  const dialect = read(DIALECT_KEYS, TWIN_KEYS, '');
  // The twin has one layout of webhooks. Runs with this dialect read all layouts.
  const { layouts } = observed.dialect;
  return { observed: { run, at: new Date(at).toISOString() }, ...dialect, ...(layouts && { layouts }), evidence };
}
