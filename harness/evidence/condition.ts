import { type Schema, word } from '../base/schema.ts';

/** What is known about calls that are made under one condition. */
interface ConditionMeaning {
  /** The gap that the answers speak to; absent where they are judged by requirements alone. */
  readonly gap?: string;
  /** The requirement that is judged by such a call and no other. */
  readonly requirement?: string;
  /** The condition in the words of a fact or a finding. */
  readonly words?: string;
  /** The part of the request that is left out on purpose, or replaced by what it may not be. */
  readonly omits?: 'key' | 'event' | 'account_number' | 'bank_code' | 'body' | 'media_type';
  /** The key that the call carries: the configured one, none that may be accepted, or nearly the configured one. */
  readonly key?: 'own' | 'refused' | 'near';
  /** Whether an accepted call may or may not send a webhook, and which it does is the answer. */
  readonly mayFire?: true;
  /** Whether nothing sensible is asked for: a server that accepts such a call accepts anything. */
  readonly senseless?: true;
  /** Whether the call uses an idempotency key again. */
  readonly reusesKey?: true;
  /** Whether the call leaves the paths of the service, so that nothing is promised about how it is answered. */
  readonly aside?: true;
  /** Whether a detail in words may follow the name, after a colon. */
  readonly detailed?: true;
}

const TABLE = {
  /** What is asked for is known to be there. */
  known: { key: 'own' },
  /** What is asked for is published by every embedded sandbox, and only tried elsewhere. */
  guessed: { key: 'own' },
  /** The header of the key has a name in lower case, as HTTP/2 and many clients send it (RFC 9110, 5.1). */
  'lowercase-header': { key: 'own', words: 'with its header written x-api-key' },
  /** What is asked for does not exist. */
  unknown: { key: 'own', gap: 'onramp.error-statuses' },
  /** What is asked for is an error fixture of the embedded sandbox. */
  magic: {},
  'malformed-id': { gap: 'onramp.error-statuses', detailed: true },
  /** An id or account that is almost one that exists. */
  'almost-id': { gap: 'onramp.error-statuses', detailed: true },
  'almost-account': { detailed: true },
  /** An id with a NUL after it. Many web servers refuse such a path before the service sees it. */
  'nul-in-id': { gap: 'simulate.unknown-order', aside: true, words: 'an id with a NUL after it' },
  'with a key': { words: 'with a key' },
  'without-key': { key: 'refused', omits: 'key', gap: 'simulate.key', words: 'without a key' },
  /** A call without a key for what does not exist. */
  'unknown-without-key': { key: 'refused', omits: 'key', words: 'without a key, for an order that does not exist' },
  'wrong-key': { key: 'refused', gap: 'simulate.key', words: 'with a wrong key' },
  'empty-key': { key: 'near', words: 'with an empty key' },
  'overlong-key': { key: 'near', words: 'with a key of 256 characters' },
  'recased-key': { key: 'near', words: 'with the key in another letter case' },
  'truncated-key': { key: 'near', words: 'with the key cut short' },
  'lengthened-key': { key: 'near', words: 'with a character after the key' },
  'prefixed-key': { key: 'near', words: 'with a character before the key' },
  'padded-key': { key: 'near', words: 'with no-break spaces around the key' },
  /** A call without a key that follows the same call with the right key, and uses its idempotency key. */
  'repeated-without-key': {
    omits: 'key',
    key: 'refused',
    reusesKey: true,
    words: 'without a key directly after the same call with one',
  },
  /**
   * A call without a key to a path that is almost a documented one, or with a wrong key elsewhere than in its header:
   * what stands before the service may answer.
   */
  'aliased-path': { omits: 'key', key: 'near', aside: true, detailed: true },
  /** A documented read under `/v1`, at the sandbox address. */
  'at-sandbox': { key: 'own', aside: true, gap: 'version.sandbox-routes' },
  /** `HEAD` of an onramp order: its answer is that of `GET`, without the body (RFC 9110, 9.3.2). */
  head: { key: 'own' },
  'head-without-key': { omits: 'key', key: 'refused' },
  /** For an order that does not exist: what is answered with success then is answered so by something else. */
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
  /** A body that is not a JSON object, so that it holds no field at all. */
  'unreadable-body': { omits: 'body', gap: 'request.unreadable-bodies', detailed: true },
  /** A right body, declared as another media type. */
  'other-media-type': { omits: 'media_type', gap: 'request.unreadable-bodies', detailed: true },
  /** The right value, written otherwise: whether it is taken for the right one is not specified. */
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
  /** The event as JSON is the detail. */
  'invalid-event': {
    omits: 'event',
    requirement: 'simulate.event-values',
    gap: 'simulate.unknown-event',
    detailed: true,
  },
  /** The order id of the call is that of its journey without its end. */
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
 * What an unusual call was made for: a name, and for some a detail behind a colon, which is the condition in words:
 * `without-key`, `odd-amount: received_amount -1`. Steps of a journey and plain calls have none.
 */
export type Condition = ConditionName | `${Detailed}: ${string}`;

/** The schema of {@link Condition}. Records of other versions may hold other names, which mean nothing. */
export const condition: Schema<Condition> = { json: word.json, role: 'word' };

/** A condition with what is known about it. */
export interface ConditionRead extends ConditionMeaning {
  readonly name: ConditionName;
  /** What follows the name, in words. */
  readonly detail?: string;
}

/** All conditions by name. */
export const CONDITIONS: { readonly [N in ConditionName]: ConditionMeaning } = TABLE;

/** Reads a condition; undefined where there is none, or its name is not known. */
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

/** Whether a call carries no key that may be accepted. */
export function isKeyless(condition: Condition | undefined): boolean {
  const { key } = readCondition(condition) ?? {};
  return key === 'refused' || key === 'near';
}

/** Whether a call is to change nothing, whatever it is answered: it can be sent again. */
export function asksForNothing(condition: Condition | undefined): boolean {
  const { omits, senseless, mayFire } = readCondition(condition) ?? {};
  return omits === 'event' || omits === 'body' || (senseless === true && mayFire === undefined);
}
