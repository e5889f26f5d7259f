import { median } from '../../base/counts.ts';
import { header } from '../../base/json.ts';
import type { ObservedSignature } from '../../evidence/delivery.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { arrivalOf } from '../../evidence/windows.ts';
import { type Reading, shown } from '../../facts/reading.ts';
import type { Observed } from './observed.ts';

/** Rounds milliseconds to tens, because times vary slightly. */
const toTens = (ms: number) => Math.max(0, Math.round(ms / 10) * 10);
const MOST_MS = 600_000;

/** The share of times that count. A few may be late for other reasons. */
const NEARLY_ALL = 0.9;

function rangeOf(times: readonly number[]): readonly [number, number] | undefined {
  const sorted = times.toSorted((a, b) => a - b);
  const [least] = sorted;
  const most = sorted[Math.floor((sorted.length - 1) * NEARLY_ALL)];
  if (least === undefined || most === undefined) return undefined;
  return [Math.min(MOST_MS, toTens(least)), Math.min(MOST_MS, toTens(most))];
}

/** Shorter delays come from the machine and the network, unless events overtake each other. */
const NOTICEABLE_MS = 250;

/** The delay of an event's first delivery after its call, for orders without refused deliveries. */
export function delayMs(observed: Observed): Reading<readonly number[]> | undefined {
  const held = new Set(
    observed.events.flatMap(({ journey, deliveries }) => (deliveries.some(isRefused) ? [journey.id] : [])),
  );
  const seen = observed.causes.flatMap(({ event, call }) =>
    call && !held.has(event.journey.id) ? [{ id: event.deliveries[0].id, ms: arrivalOf(event) - call.at }] : [],
  );
  const times = seen.map(({ ms }) => ms);
  const middle = median(times);
  const overtakes = observed
    .factsAbout('webhook.order', /./)
    .some(({ value }) => value !== 'in the order of the steps');
  const quick = [0, overtakes ? toTens(2 * (middle ?? 0)) : 0] as const;
  const range = middle === undefined || middle < NOTICEABLE_MS ? quick : rangeOf(times);
  return shown(range, seen);
}

function isRefused({ answer }: Delivery): boolean {
  return answer.refused || answer.kind !== 'status';
}

/** Whether an event waits for an earlier, refused event of its order. */
export function inOrder(observed: Observed): Reading<boolean> | undefined {
  const seen = observed.causes.flatMap(({ event, call }) => {
    const { deliveries, journey } = event;
    const earlier = observed.view.eventsOf(journey).find(({ deliveries: [first, second] }) => {
      const isPending = first.answer.refused && second !== undefined && first !== deliveries[0];
      return isPending && call !== undefined && first.at < call.at && call.at < second.at;
    });
    const next = earlier?.deliveries[1];
    return next ? [{ id: deliveries[0].id, waited: deliveries[0].at > next.at }] : [];
  });
  const ahead = seen.filter(({ waited }) => !waited);
  return ahead.length > 0 ? shown(false, ahead) : shown(true, seen);
}

/** How often an acknowledged event is sent again: every n-th, or never. */
export function duplicateEvery(observed: Observed): Reading<number> | undefined {
  const [fact] = observed.factsAbout('webhook.duplicates');
  if (fact === undefined) return undefined;
  const again = fact.values?.find(({ value }) => value === 'sent again')?.count;
  const share = (again ?? (fact.value === 'sent again' ? fact.count : 0)) / fact.count;
  // The sandbox counts second copies, too: with 3, it sends one event in two twice.
  const every = share === 0 ? 0 : share > NEARLY_ALL ? 1 : Math.min(1000, Math.round(1 / share) + 1);
  return shown(every, fact.evidence);
}

/** The delay of the second copy after the first. */
export function duplicateAfterMs({ events }: Observed): Reading<readonly number[]> | undefined {
  const seen = events.flatMap(({ deliveries: [first, second] }) =>
    second && first.answer.status === 200 && !first.answer.refused ? [{ id: second.id, ms: second.at - first.at }] : [],
  );
  const times = seen.map(({ ms }) => ms);
  return shown(rangeOf(times), seen);
}

/**
 * The waits before each further attempt, by the number of refusals, shortest first. Second copies are omitted. A slow
 * receiver and a full queue only lengthen waits, so the short ones count.
 */
function waits(observed: Observed): readonly (readonly { readonly id: string; readonly ms: number }[])[] {
  const isTwice = (duplicateEvery(observed)?.value ?? 0) > 0;
  const copiesWithin = isTwice ? (duplicateAfterMs(observed)?.value[1] ?? 0) + 10 : 0;
  const byRefusals: { id: string; ms: number }[][] = [];
  for (const { deliveries } of observed.events) {
    for (const [index, delivery] of deliveries.entries()) {
      const next = deliveries[index + 1];
      if (next === undefined || !delivery.answer.refused || delivery.answer.kind !== 'status') break;
      if (next.at - delivery.at <= copiesWithin) break;
      byRefusals[index] ??= [];
      byRefusals[index].push({ id: next.id, ms: next.at - delivery.at });
    }
  }
  return byRefusals.map(own => own.sort((one, other) => one.ms - other.ms));
}

/** The longest wait that counts, as a multiple of the shortest. */
const MOST_TIMES = 3;

/** The first waits, with the shortest and the longest that counts. */
function firstWaits(observed: Observed) {
  const [own = []] = waits(observed);
  const least = Math.max(1, own[0]?.ms ?? 0);
  const most = own[Math.floor((own.length - 1) * MOST_OF_THEM)];
  return { own, least, most: most && Math.min(most.ms, least * MOST_TIMES) };
}

const MOST_OF_THEM = 0.75;
const toTenths = (value: number) => Math.round(value * 10) / 10;

/** The wait before the first redelivery. */
export function firstMs(observed: Observed): Reading<number> | undefined {
  const { own, most } = firstWaits(observed);
  return shown(most && Math.max(1, Math.round(most)), own);
}

/** The factor from the first wait to the second. */
export function factor(observed: Observed): Reading<number> | undefined {
  const [first = [], second = []] = waits(observed);
  const [one, other] = [first, second].map(([shortest]) => shortest?.ms);
  const times = one && other && Math.min(10, Math.max(1, toTenths(other / one)));
  return shown(times, second);
}

/** The share by which first waits vary. */
export function jitter(observed: Observed): Reading<number> | undefined {
  const { own, least, most = 0 } = firstWaits(observed);
  return own.length < ENOUGH ? undefined : shown(toTenths(1 - least / most), own);
}

/** Fewer waits do not show how much they vary. */
const ENOUGH = 4;

/** The receiver's time limit: the time from an unanswered attempt to the next, minus the wait. */
export function timeoutMs(observed: Observed): Reading<number> | undefined {
  const first = firstMs(observed)?.value ?? 0;
  const held = observed.events.flatMap(({ deliveries: [one, next] }): readonly (readonly [Delivery, Delivery])[] =>
    one.answer.kind === 'slow' && next ? [[one, next]] : [],
  );
  const ms = median(held.map(([one, next]) => next.at - one.at - first));
  const within = ms === undefined ? undefined : Math.min(120_000, Math.max(50, toTens(ms)));
  const unanswered = held.map(([one]) => one);
  return shown(within, unanswered);
}

/** The number of attempts before the service gives up; `undefined` if it never did. */
export function attempts(observed: Observed): Reading<number> | undefined {
  const facts = observed.factsAbout('webhook.give-up', /^after \d+ refusals$/);
  const given = facts.filter(({ value }) => value === 'not tried again within the run');
  const refusals = given.map(({ condition = '' }) => Number(/\d+/.exec(condition)?.[0]));
  const least = Math.min(...refusals.filter(count => count > 2));
  return shown(least < 100 ? least : undefined, given);
}

interface SentSignature extends Pick<ObservedSignature, 'slots' | 'v1'> {
  readonly id: string;
  /** The names and values of its pairs, in order. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** Every signature header of the deliveries. */
export function signaturesIn({ deliveries, view }: Observed): readonly SentSignature[] {
  return deliveries.flatMap(delivery => view.signaturesOf(delivery).map(seen => sentAs(delivery, seen)));
}

function sentAs({ id, headers }: Delivery, { header: name, slots, v1 }: ObservedSignature): SentSignature {
  const pairs = (header(headers, name) ?? '').split(',').map(pair => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return { id, pairs, slots, v1 };
}

/** The position of `t` among the `v1`. */
export function tPlace({ pairs }: SentSignature): string | undefined {
  const names = pairs.map(([name]) => name).filter(name => name === 't' || name === 'v1');
  const place = names.indexOf('t');
  if (place < 0) return undefined;
  return place === 0 ? 'first' : place === names.length - 1 ? 'last' : 'second';
}

/** Whether some `v1` match no secret. The record does not show which. */
export function decoyV1({ slots, v1 }: SentSignature): string | undefined {
  if (slots.length === 0) return undefined;
  const more = v1 - slots.length;
  return more <= 0 ? 'none' : more === 1 ? 'after' : 'around';
}

/** The names of other pairs with example values, because real ones may reveal something. */
export function otherPairs({ pairs }: SentSignature): readonly string[] {
  const names = pairs.map(([name]) => name).filter(name => name !== 't' && name !== 'v1' && /^[^=,\s]+$/.test(name));
  return names.map(name => `${name}=example`);
}

/** The position of the other pairs. */
export function otherPairsPlace({ pairs }: SentSignature): string | undefined {
  const isOther = pairs.map(([name]) => name !== 't' && name !== 'v1');
  const first = isOther.indexOf(true);
  if (first < 0) return undefined;
  return first === 0 ? 'before' : isOther.slice(first).includes(false) ? 'between' : 'after';
}

/** The form of an RFC 3339 `t`. */
export function isoForm({ pairs }: SentSignature): string | undefined {
  const [, t = ''] = pairs.find(([name]) => name === 't') ?? [];
  if (!/^\d{4}-/.test(t)) return undefined;
  const zone = /[+-]\d\d:\d\d$/.test(t) ? 'offset' : 'utc';
  return t.includes('.') ? `${zone}-fraction` : zone;
}
