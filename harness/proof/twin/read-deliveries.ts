import { median } from '../../base/counts.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { arrivalOf } from '../../evidence/view.ts';
import { type Reading, shown } from '../../facts/observed-dialect.ts';
import type { Original } from './observed.ts';

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

/** Shorter delays come from the machine and the network. */
const NOTICEABLE_MS = 250;

/** The delay of an event's first delivery after its call, for orders without refused deliveries. */
export function delayMs(observed: Original): Reading<readonly number[]> | undefined {
  const held = new Set(
    observed.events.flatMap(({ journey, deliveries }) => (deliveries.some(isRefused) ? [journey.id] : [])),
  );
  const seen = observed.causes.flatMap(({ event, call }) =>
    call && !held.has(event.journey.id) ? [{ id: event.deliveries[0].id, ms: arrivalOf(event) - call.at }] : [],
  );
  const times = seen.map(({ ms }) => ms);
  const isQuick = (median(times) ?? 0) < NOTICEABLE_MS;
  return shown(isQuick ? [0, 0] : rangeOf(times), seen);
}

function isRefused({ answer }: Delivery): boolean {
  return answer.refused || answer.kind !== 'status';
}

/** Whether an event waits for an earlier, refused event of its order. */
export function inOrder(observed: Original): Reading<boolean> | undefined {
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
export function duplicateEvery(observed: Original): Reading<number> | undefined {
  const [fact] = observed.factsAbout('webhook.duplicates');
  if (fact === undefined) return undefined;
  const again = fact.values?.find(({ value }) => value === 'sent again')?.count;
  const share = (again ?? (fact.value === 'sent again' ? fact.count : 0)) / fact.count;
  // The sandbox counts second copies, too: with 3, it sends one event in two twice.
  const every = share === 0 ? 0 : share > NEARLY_ALL ? 1 : Math.min(1000, Math.round(1 / share) + 1);
  return shown(every, fact.evidence);
}

/** The delay of the second copy after the first. */
export function duplicateAfterMs({ events }: Original): Reading<readonly number[]> | undefined {
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
function waits(observed: Original): readonly (readonly { readonly id: string; readonly ms: number }[])[] {
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

/** The wait before the first redelivery. */
export function firstMs(observed: Original): Reading<number> | undefined {
  const [first = []] = waits(observed);
  const ms = median(first.map(wait => wait.ms));
  return shown(ms && Math.max(1, Math.round(ms)), first);
}

/** The factor from the first wait to the second. */
export function factor(observed: Original): Reading<number> | undefined {
  const [first = [], second = []] = waits(observed);
  const [one, other] = [first, second].map(([shortest]) => shortest?.ms);
  const times = one && other && Math.min(10, Math.max(1, Math.round((10 * other) / one) / 10));
  return shown(times, second);
}

/** The receiver's time limit: the time from an unanswered attempt to the next, minus the wait. */
export function timeoutMs(observed: Original): Reading<number> | undefined {
  const first = firstMs(observed)?.value ?? 0;
  const held = observed.events.flatMap(({ deliveries: [one, next] }): readonly (readonly [Delivery, Delivery])[] =>
    one.answer.kind === 'slow' && next ? [[one, next]] : [],
  );
  const ms = median(held.map(([one, next]) => next.at - one.at - first));
  const within = ms === undefined ? undefined : Math.min(120_000, Math.max(50, toTens(ms)));
  const unanswered = held.map(([one]) => one);
  return shown(within, unanswered);
}

/** Whether a POST with a used key gets the first answer without a second effect. */
export function replay(observed: Original): Reading<string> | undefined {
  const fired = observed.fact('idempotency.replay', 'its webhook', value => value === 'another webhook');
  if (fired?.value) return { ...fired, value: 'ignored' };
  return observed.fact('idempotency.replay', 'the answer', value =>
    value === 'the first answer again' ? 'same' : 'ignored',
  );
}

/** The header that marks a replayed answer; empty if there is none. */
export function replayHeader(observed: Original): Reading<string> | undefined {
  const words = observed.fact('idempotency.replay', 'headers that mark a replay', value => String(value));
  const [name = ''] = words?.value.split(', ') ?? [];
  const sent = observed.answers.flatMap(({ response }) => response.headers.map(([own]) => own));
  const value = name === 'none' ? '' : (sent.find(own => own.toLowerCase() === name) ?? name);
  return words && { ...words, value };
}

/** The tried sizes of large bodies, and the limit that a refusal of each implies. */
const SIZES = [
  { tried: '16 KiB', allows: 16_384 },
  { tried: '32 KiB', allows: 32_768 },
  { tried: '128 KiB', allows: 65_536 },
] as const;
/** More than any tried size. */
const LARGE = 1_048_576;

/** The largest request body, as far as sizes were tried. */
export function bodyBytes(observed: Original): Reading<number> | undefined {
  const tried = SIZES.flatMap(({ tried, allows }) => {
    const [fact] = observed.factsAbout('limits.size', tried);
    return fact ? [{ allows, isRefused: fact.value === 413, evidence: fact.evidence }] : [];
  });
  return shown(tried.find(({ isRefused }) => isRefused)?.allows ?? LARGE, tried);
}
