import { type Schema, word } from '../base/schema.ts';

/** The meaning of a condition of calls. */
interface ConditionMeaning {
  /** The gap that the answers answer; absent if only requirements judge them. */
  readonly gap?: string;
  /** The requirement that only such calls show. */
  readonly requirement?: string;
  /** The condition in the words of a fact or a finding. */
  readonly words?: string;
  /** The part of the request that is deliberately omitted, or replaced by an invalid one. */
  readonly omits?: 'key' | 'event' | 'account_number' | 'bank_code' | 'body' | 'media_type';
  /** The key of the call: the configured one, none that may be accepted, or almost the configured one. */
  readonly key?: 'own' | 'refused' | 'near';
  /** Whether an accepted call may send a webhook; whether it does answers the gap. */
  readonly mayFire?: true;
  /** Whether the call asks for nothing sensible: a server that accepts it accepts anything. */
  readonly senseless?: true;
  /** Whether the call reuses an idempotency key. */
  readonly reusesKey?: true;
  /** Whether the call leaves the paths of the service, so that its answer is not specified. */
  readonly aside?: true;
  /** Whether details may follow the name, after a colon. */
  readonly detailed?: true;
}

const TABLE = {
  /** The requested object is known to exist. */
  known: { key: 'own' },
  /** The requested object is one that every embedded sandbox publishes. Other targets may not have it. */
  guessed: { key: 'own' },
  /** The header of the key has a name in lower case, as HTTP/2 and many clients send it (RFC 9110, 5.1). */
  'lowercase-header': { key: 'own', words: 'with its header written x-api-key' },
  /** The requested object does not exist. */
  unknown: { key: 'own', gap: 'onramp.error-statuses' },
  /** The requested object is an error fixture of the embedded sandbox. */
  magic: {},
  'malformed-id': { gap: 'onramp.error-statuses', detailed: true },
  /** An id or account that is almost an existing one. */
  'almost-id': { gap: 'onramp.error-statuses', detailed: true },
  'almost-account': { detailed: true },
  /** An id with a NUL after it. Many web servers refuse such a path before the service sees it. */
  'nul-in-id': { gap: 'simulate.unknown-order', aside: true, words: 'an id with a NUL after it' },
  'with a key': { words: 'with a key' },
  'without-key': { key: 'refused', omits: 'key', gap: 'simulate.key', words: 'without a key' },
  /** A call without a key for an object that does not exist. */
  'unknown-without-key': { key: 'refused', omits: 'key', words: 'without a key, for an order that does not exist' },
  'wrong-key': { key: 'refused', gap: 'simulate.key', words: 'with a wrong key' },
  'empty-key': { key: 'near', words: 'with an empty key' },
  'overlong-key': { key: 'near', words: 'with a key of 256 characters' },
  'recased-key': { key: 'near', words: 'with the key in another letter case' },
  'truncated-key': { key: 'near', words: 'with the key cut short' },
  'lengthened-key': { key: 'near', words: 'with a character after the key' },
  'prefixed-key': { key: 'near', words: 'with a character before the key' },
  'padded-key': { key: 'near', words: 'with no-break spaces around the key' },
  /** A call without a key that follows the same call with the right key and reuses its idempotency key. */
  'repeated-without-key': {
    omits: 'key',
    key: 'refused',
    reusesKey: true,
    words: 'without a key directly after the same call with one',
  },
  /**
   * A call without a key to a path that is almost a documented one, or with a wrong key outside its header. A proxy may
   * answer it.
   */
  'aliased-path': { omits: 'key', key: 'near', aside: true, detailed: true },
  /** A documented read under `/v1`, at the sandbox address. */
  'at-sandbox': { key: 'own', aside: true, gap: 'version.sandbox-routes' },
  /** `HEAD` of an onramp order: its answer is that of `GET`, without the body (RFC 9110, 9.3.2). */
  head: { key: 'own' },
  'head-without-key': { omits: 'key', key: 'refused' },
  /** For an order that does not exist: if it succeeds, something other than the service answers. */
  'unknown-head-without-key': { omits: 'key', key: 'refused' },
  'unknown-route': { gap: 'request.unknown-routes', detailed: true },
  'without-account-number': { omits: 'account_number', requirement: 'enquiry.account-number-required' },
  'without-bank-code': { omits: 'bank_code', requirement: 'enquiry.bank-code-required' },
  'invalid-account-number': {
    omits: 'account_number',
    requirement: 'enquiry.account-number-required',
    detailed: true,
  },
  'invalid-bank-code': { omits: 'bank_code', requirement: 'enquiry.bank-code-required', detailed: true },
  /** A body that is not a JSON object, so that it has no fields. */
  'unreadable-body': { omits: 'body', gap: 'request.unreadable-bodies', detailed: true },
  /** A correct body, declared as another media type. */
  'other-media-type': { omits: 'media_type', gap: 'request.unreadable-bodies', detailed: true },
  /** The right value in another spelling. Whether a service accepts it is not specified. */
  'odd-value': { gap: 'request.odd-values', detailed: true },
  'unknown-account': {},
  'without-event': {
    omits: 'event',
    senseless: true,
    requirement: 'simulate.event-required',
    gap: 'simulate.unknown-event',
    words: 'without an event',
  },
  'unknown-event': {
    senseless: true,
    requirement: 'simulate.event-values',
    gap: 'simulate.unknown-event',
    words: 'with an event that is not one of the six',
  },
  /** The detail is the event as JSON. */
  'invalid-event': {
    omits: 'event',
    requirement: 'simulate.event-values',
    gap: 'simulate.unknown-event',
    detailed: true,
  },
  /** The order id of the call is that of its journey, truncated. */
  'order-id-cut': {
    senseless: true,
    requirement: 'simulate.own-order',
    gap: 'simulate.unknown-order',
    words: 'with an order id that is cut short',
  },
  'unknown-order': { gap: 'simulate.unknown-order', mayFire: true, senseless: true },
  'illegal-step': {
    gap: 'simulate.illegal-step',
    mayFire: true,
    detailed: true,
    words: 'deposit_detected after expire',
  },
  'repeated-step': { gap: 'simulate.repeated-step', mayFire: true, detailed: true, words: 'deposit_detected again' },
  'misplaced-field': { gap: 'simulate.misplaced-fields', detailed: true },
  'unknown-field': { gap: 'request.unknown-fields' },
  'unknown-network': { gap: 'simulate.networks', words: 'an unknown network' },
  'odd-amount': { gap: 'limits.amounts', detailed: true },
  'large-body': { gap: 'limits.size', detailed: true, senseless: true },
  burst: { gap: 'limits.rate', detailed: true },
  replay: { gap: 'idempotency.replay', detailed: true, reusesKey: true },
  conflict: { gap: 'idempotency.conflict', detailed: true, reusesKey: true },
} as const satisfies { readonly [name: string]: ConditionMeaning };

/** The name of a condition. */
export type ConditionName = keyof typeof TABLE;

type Detailed = {
  [N in ConditionName]: (typeof TABLE)[N] extends { readonly detailed: true } ? N : never;
}[ConditionName];

/**
 * The purpose of an unusual call: a name, for some followed by a colon and details in words: `without-key`,
 * `odd-amount: received_amount -1`. Steps of a journey and plain calls have none.
 */
export type Condition = ConditionName | `${Detailed}: ${string}`;

/** The schema of {@link Condition}. Records of other versions may have other names, which are ignored. */
export const condition: Schema<Condition> = { json: word.json, role: 'word' };

/** A condition with its meaning. */
export interface ConditionRead extends ConditionMeaning {
  readonly name: ConditionName;
  /** The details after the name, in words. */
  readonly detail?: string;
}

/** All conditions by name. */
export const CONDITIONS: { readonly [N in ConditionName]: ConditionMeaning } = TABLE;

/** Parses a condition; `undefined` if there is none or its name is unknown. */
export function readCondition(condition: Condition | undefined): ConditionRead | undefined {
  if (condition === undefined) return undefined;
  const at = condition.indexOf(': ');
  const name = at < 0 ? condition : condition.slice(0, at);
  if (!isName(name)) return undefined;
  return { name, ...CONDITIONS[name], ...(at >= 0 && { detail: condition.slice(at + 2) }) };
}

function isName(name: string): name is ConditionName {
  return Object.hasOwn(TABLE, name);
}

/** Whether a call has no key that may be accepted. */
export function isKeyless(condition: Condition | undefined): boolean {
  const { key } = readCondition(condition) ?? {};
  return key === 'refused' || key === 'near';
}

/** Whether a call changes nothing, whatever its answer, so that it can be repeated. */
export function asksForNothing(condition: Condition | undefined): boolean {
  const { omits, senseless, mayFire } = readCondition(condition) ?? {};
  return omits === 'event' || omits === 'body' || (senseless === true && mayFire === undefined);
}
