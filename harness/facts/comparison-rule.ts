import { FAILURES } from '../contract/lifecycle.ts';
import type { Fact } from './fact.ts';

/**
 * How the values of a gap relate to each other.
 *
 * - `one`: one answer per condition; two answers contradict each other
 * - `set`: several may be true at once; those seen are some of them
 * - `places`: several interpretations that fit equally well; one of them is true
 * - `field`: a member of a body, with the types of its values
 * - `share`: how often something happens, which varies between runs
 * - `pace`: how long something takes, in steps of about a factor of ten
 */
type Kind = 'one' | 'set' | 'places' | 'field' | 'share' | 'pace';

/** How a gap's facts are compared. */
interface ComparisonRule {
  readonly kind: Kind;
  /** Whether a change breaks a consumer that was written against the old answer. */
  readonly breaking: boolean;
}

const ONE: ComparisonRule = { kind: 'one', breaking: true };
const SET: ComparisonRule = { kind: 'set', breaking: true };
const PLACES: ComparisonRule = { kind: 'places', breaking: true };
const FIELD: ComparisonRule = { kind: 'field', breaking: true };
const quiet = (kind: Kind): ComparisonRule => ({ kind, breaking: false });

/** Gaps with another rule than one breaking answer. */
const RULES: { readonly [gap: string]: ComparisonRule } = {
  'onramp.status-values': SET,
  'onramp.flow-type-values': SET,
  'onramp.execution-mode-values': SET,
  'onramp.account-presence': SET,
  'account.provider-values': SET,
  'account.type-values': SET,
  'account.status-values': SET,
  'format.timestamps': SET,
  'format.identifiers': SET,
  'format.decimals': quiet('set'),
  'fields.presence': quiet('field'),
  'onramp.rate': quiet('set'),
  'collection.fields': FIELD,
  'event.fields': FIELD,
  'simulate.body': FIELD,
  'states.names': SET,
  'session.webhook': quiet('set'),
  'collection.expiry': quiet('set'),
  // The pace of a run determines which states are reached, and how often.
  'states.transitions': quiet('set'),
  'simulate.mismatch-outcome': SET,
  'simulate.defaults': quiet('set'),
  'event.names': SET,
  'error.enquiry-codes': SET,
  'error.onramp-codes': SET,
  'event.id-field': PLACES,
  'event.type-field': PLACES,
  'event.order-field': PLACES,
  'signature.header-name': PLACES,
  'signature.t-unit': PLACES,
  'signature.other-pairs': quiet('set'),
  'signature.renewed': quiet('share'),
  'signature.overlap': quiet('share'),
  'webhook.form': SET,
  'webhook.acknowledgement': quiet('share'),
  'webhook.retry-schedule': quiet('pace'),
  'webhook.timeout': quiet('pace'),
  'webhook.give-up': quiet('share'),
  'webhook.redirects': quiet('one'),
  'webhook.order': quiet('share'),
  'webhook.duplicates': quiet('share'),
  'webhook.headers': quiet('set'),
  'response.headers': quiet('set'),
  'response.request-id-format': quiet('set'),
  'limits.rate': quiet('one'),
  // It is measured, and a busy machine hides an increase.
  'idempotency.retention': quiet('one'),
  'idempotency.enquiry': quiet('one'),
  'version.sandbox-routes': quiet('one'),
};

/** How a gap's facts are compared. Default: one answer, whose change is breaking. */
export function comparisonRuleOf(gap: string): ComparisonRule {
  return RULES[gap] ?? (isPreviewGap(gap) ? quiet('field') : ONE);
}

/** Whether a gap is about the preview surface (4.4), which may change. */
export function isPreviewGap(gap: string): boolean {
  return gap.startsWith('preview.') || gap === 'session.fields';
}

const AFTER_FAILURE = new RegExp(`^after (?:${FAILURES.join('|')})\\b`);

/** Whether a consumer notices a new value: an event after a failure, which it may act on. */
export function isNewBreaking({ gap, condition = '' }: Pick<Fact, 'gap' | 'condition'>): boolean {
  return gap === 'event.names' && AFTER_FAILURE.test(condition);
}

/** How long something takes: the shortest of these that it does not exceed, because milliseconds vary between runs. */
export const PACES = [
  'within a second',
  'within ten seconds',
  'within a minute',
  'within ten minutes',
  'within an hour',
  'beyond an hour',
] as const;

/** One of {@link PACES}. */
export type Pace = (typeof PACES)[number];

const LIMITS = [1_000, 10_000, 60_000, 600_000, 3_600_000] as const;

/** The pace of a time in milliseconds. */
export function paceOf(ms: number): Pace {
  const index = LIMITS.findIndex(limit => ms <= limit);
  return PACES[index < 0 ? LIMITS.length : index] ?? 'beyond an hour';
}
