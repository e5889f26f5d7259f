import { isObject, stringify } from '../base/json.ts';
import { FAILURES } from '../contract/lifecycle.ts';
import { type Gap, gaps } from '../contract/requirements.ts';
import type { Fact } from './fact.ts';

/** How a fact differs from an older one. */
export interface FactDifference {
  /**
   * What happened. `contradicted`: it now has answers that contradict each other · `changed`: another value ·
   * `gone`: not observed, in as many samples as before · `new`: seen for the first time
   */
  readonly kind: 'contradicted' | 'changed' | 'gone' | 'new';
  /** In words. */
  readonly what: string;
  /** Whether it breaks a consumer that was written against the old fact. */
  readonly breaking: boolean;
}

/** How several answers to a gap relate (`openapi/gaps.yaml`). A gap that is not listed has one answer. */
export function answersOf(gap: string): NonNullable<Gap['answers']> {
  return gaps().get(gap)?.answers ?? 'one';
}

/** Whether a change of the answer to a gap breaks a consumer that was written against the old one. */
function isBreaking(gap: string): boolean {
  return gaps().get(gap)?.quiet !== true;
}

const AFTER_FAILURE = new RegExp(`^after (?:${FAILURES.join('|')})\\b`);

/** Whether a consumer notices a new value: an event after a failure, which it may act on. */
function isNewBreaking({ gap, condition = '' }: Pick<Fact, 'gap' | 'condition'>): boolean {
  return gap === 'event.names' && AFTER_FAILURE.test(condition);
}

/** A fact that is no longer seen, in so many samples. */
export function goneFrom(before: Fact, samples: number): FactDifference {
  const what = `not seen in ${samples} samples; it was in ${before.count} of ${before.samples}`;
  return {
    kind: 'gone',
    what,
    breaking: isBreaking(before.gap) && cannotBeChance(before.count, before.samples, samples),
  };
}

/** A fact that is seen for the first time. */
export function newIn(after: Fact, before: Fact | undefined): FactDifference {
  const isKnownAbsent = before !== undefined && before.samples > 0;
  const earlier = isKnownAbsent ? `, not seen in ${before.samples} before` : '';
  const what = `${stringify(after.value)}, in ${after.count} of ${after.samples} samples${earlier}`;
  return { kind: 'new', what, breaking: isKnownAbsent && isNewBreaking(after) };
}

/** The differences between two seen facts of one gap and condition; empty if they agree. */
export function* compareValues(before: Fact, after: Fact): Generator<FactDifference> {
  const [kind, breaking] = [answersOf(before.gap), isBreaking(before.gap)];
  yield* presence(before, after, kind === 'field' && breaking);
  if (kind === 'places') yield* places(before, after, breaking);
  else if (kind === 'pace') yield* paces(before, after);
  else if (kind === 'share') yield* shares(before, after);
  else if (kind === 'one' && after.status === 'contradicted' && before.status !== 'contradicted')
    yield { kind: 'contradicted', what: after.reason ?? `now ${shown(after.value)} at once`, breaking };
  else if (isObject(before.value) && isObject(after.value)) yield* members(before.value, after.value, breaking);
  else if (kind === 'field' && before.among !== undefined) yield* types(before, after, breaking);
  else if (kind === 'field') yield* names(before, after, breaking);
  else yield* sets(before, after, breaking);
}

/** A field that was always present and no longer is, or one that is now always present and was not before. */
function* presence(before: Fact, after: Fact, breaking: boolean): Generator<FactDifference> {
  if (before.among === undefined || after.among === undefined) return;
  const [was, is] = [before, after].map(({ count, samples }) => count >= samples);
  if (was && !is) {
    const what = `in ${after.count} of ${after.samples} samples; it was in each of ${before.samples}`;
    yield { kind: 'changed', what, breaking };
  } else if (!was && is && cannotBeChance(before.samples - before.count, before.samples, after.samples)) {
    const what = `now in each of ${after.samples} samples; it was in ${before.count} of ${before.samples}`;
    yield { kind: 'changed', what, breaking: false };
  }
}

/** Several places may fit. The place has changed only if none of the old ones remains. */
function* places(before: Fact, after: Fact, breaking: boolean): Generator<FactDifference> {
  const olds = listOf(before.value);
  const news = listOf(after.value);
  if (olds.some(one => news.some(other => agree(one, other)))) return;
  yield { kind: 'changed', what: `${shown(after.value)} instead of ${shown(before.value)}`, breaking };
}

/** Whether two places agree; places by event type agree if they do for every type that both know. */
function agree(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return stringify(one) === stringify(other);
  const common = Object.keys(one).filter(type => Object.hasOwn(other, type));
  return common.length > 0 && common.every(type => stringify(one[type]) === stringify(other[type]));
}

/** How long something takes: the shortest of these that it does not exceed, because milliseconds vary between runs. */
const PACES: readonly (readonly [within: number, words: string])[] = [
  [1_000, 'within a second'],
  [10_000, 'within ten seconds'],
  [60_000, 'within a minute'],
  [600_000, 'within ten minutes'],
  [3_600_000, 'within an hour'],
  [Number.POSITIVE_INFINITY, 'beyond an hour'],
];

/** The pace of a time in milliseconds. */
export function paceOf(ms: number): string {
  return PACES.find(([within]) => ms <= within)?.[1] ?? '';
}

/** Times vary between runs. A time has changed if it differs by at least two paces. */
function* paces(before: Fact, after: Fact): Generator<FactDifference> {
  const steps = (fact: Fact) =>
    listOf(fact.value)
      .map(value => PACES.findIndex(([, words]) => words === value))
      .filter(index => index >= 0);
  const [olds, news] = [steps(before), steps(after)];
  if (olds.length === 0 || news.length === 0) yield* sets(before, after, false);
  else if (Math.min(...news) > Math.max(...olds) + 1 || Math.max(...news) < Math.min(...olds) - 1)
    yield { kind: 'changed', what: `${shown(after.value)} instead of ${shown(before.value)}`, breaking: false };
}

/** Shares vary between runs; more samples vary less. */
function* shares(before: Fact, after: Fact): Generator<FactDifference> {
  const margin = Math.max(0.1, 1.5 / Math.sqrt(Math.max(1, Math.min(before.count, after.count))));
  const all = new Set([...(before.values ?? []), ...(after.values ?? [])].map(({ value }) => stringify(value)));
  for (const value of [...listOf(before.value), ...listOf(after.value)]) all.add(stringify(value));
  const apart = [...all].some(value => Math.abs(shareOf(before, value) - shareOf(after, value)) > margin);
  if (apart) yield { kind: 'changed', what: `${mixture(after)} instead of ${mixture(before)}`, breaking: false };
}

function shareOf(fact: Fact, value: string): number {
  if (fact.values === undefined) return listOf(fact.value).some(one => stringify(one) === value) ? 1 : 0;
  return (fact.values.find(seen => stringify(seen.value) === value)?.count ?? 0) / Math.max(1, fact.count);
}

function mixture(fact: Fact): string {
  if (fact.values === undefined) return shown(fact.value);
  return fact.values.map(({ value, count }) => `${shown(value)} ${count} of ${fact.count} times`).join(', ');
}

/** A field with a new type of values, or without an earlier type. */
function* types(before: Fact, after: Fact, breaking: boolean): Generator<FactDifference> {
  const { kept, gone, fresh } = apart(before, after);
  if (fresh.length > 0) {
    const count = Math.max(...fresh.map(value => countOf(after, value)));
    const missed = kept.length > 0 && !cannotBeChance(count, after.count, before.count);
    const what = `${list(fresh)} ${kept.length > 0 ? 'beside' : 'instead of'} ${list(listOf(before.value))}`;
    yield { kind: missed ? 'new' : 'changed', what, breaking: breaking && !missed };
  } else if (gone.length > 0) yield { kind: 'gone', what: `no longer ${list(gone)}`, breaking: false };
}

/** Facts of other programs that list all fields of a body. */
function* names(before: Fact, after: Fact, breaking: boolean): Generator<FactDifference> {
  const { kept, gone, fresh } = apart(before, after);
  if (gone.length > 0 && fresh.length > 0 && kept.length === 0)
    yield { kind: 'changed', what: `${list(fresh)} instead of ${list(gone)}`, breaking };
  else if (gone.length > 0) yield { kind: 'gone', what: `no longer ${list(gone)}`, breaking };
  if (fresh.length > 0 && kept.length > 0) yield { kind: 'new', what: `${list(fresh)}`, breaking: false };
}

/** Facts of other programs that list values by name. */
function* members(
  before: { readonly [name: string]: unknown },
  after: { readonly [name: string]: unknown },
  breaking: boolean,
): Generator<FactDifference> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before, after].map(all => (Object.hasOwn(all, name) ? stringify(all[name]) : undefined));
    if (was === is) continue;
    if (is === undefined) yield { kind: 'gone', what: `no longer ${name}`, breaking };
    else if (was === undefined) yield { kind: 'new', what: `${name}: ${is}`, breaking: false };
    else yield { kind: 'changed', what: `${name}: ${is} instead of ${was}`, breaking };
  }
}

/**
 * Sets of which some values were seen. A further value is new: consumers cannot rely on its absence. If no old value
 * remains, the set has changed. Consumers rely on each event of a step.
 */
function* sets(before: Fact, after: Fact, breaking: boolean): Generator<FactDifference> {
  const { kept, gone, fresh } = apart(before, after);
  const single = answersOf(before.gap) === 'one';
  if (fresh.length > 0 && (gone.length > 0 || kept.length === 0 || single)) {
    const from = gone.length > 0 ? gone : listOf(before.value);
    yield { kind: 'changed', what: `${list(fresh)} instead of ${list(from)}`, breaking };
  } else if (fresh.length > 0) {
    yield { kind: 'new', what: `${list(fresh)} beside ${list(kept)}`, breaking: isNewBreaking(before) };
  } else if (gone.length > 0) {
    const what = `${list(gone)} is no longer seen, in ${after.samples} samples`;
    yield { kind: 'gone', what, breaking: breaking && before.gap === 'event.names' };
  }
}

/** The values that remain, those that are gone in as many samples as before, and new ones. */
function apart(before: Fact, after: Fact) {
  const olds = listOf(before.value);
  const news = listOf(after.value);
  const has = (values: readonly unknown[], value: unknown) => values.some(one => stringify(one) === stringify(value));
  const enough = (value: unknown) => {
    const count = countOf(before, value);
    const none = !olds.some(one => has(news, one));
    return none || (after.samples >= before.samples && cannotBeChance(count, before.samples, after.samples));
  };
  return {
    kept: olds.filter(value => has(news, value)),
    gone: olds.filter(value => !has(news, value) && enough(value)),
    fresh: news.filter(value => !has(olds, value)),
  };
}

function countOf(fact: Fact, value: unknown): number {
  return fact.values?.find(seen => stringify(seen.value) === stringify(value))?.count ?? fact.count;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function shown(value: unknown): string {
  return stringify(value) ?? 'nothing';
}

function list(values: readonly unknown[]): string {
  return values.map(shown).join(', ');
}

/** A difference that fewer than this share of runs of an unchanged service would show is not chance. */
const SMALL = 0.05;

/** Whether chance cannot explain that something seen `count` times in `samples` is not seen in `others` samples. */
export function cannotBeChance(count: number, samples: number, others: number): boolean {
  const share = samples === 0 ? 1 : Math.min(1, count / samples);
  return others > 0 && (1 - share) ** others < SMALL;
}
