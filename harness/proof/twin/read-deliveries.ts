import { median } from '../../base/counts.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { arrivalOf } from '../../evidence/windows.ts';
import { type Reading, shown } from '../../facts/observed-dialect.ts';
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

/** Shorter delays come from the machine and the network. */
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
  const isQuick = (median(times) ?? 0) < NOTICEABLE_MS;
  return shown(isQuick ? [0, 0] : rangeOf(times), seen);
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

/** The wait before the first redelivery. */
export function firstMs(observed: Observed): Reading<number> | undefined {
  const [first = []] = waits(observed);
  const ms = median(first.map(wait => wait.ms));
  return shown(ms && Math.max(1, Math.round(ms)), first);
}

/** The factor from the first wait to the second. */
export function factor(observed: Observed): Reading<number> | undefined {
  const [first = [], second = []] = waits(observed);
  const [one, other] = [first, second].map(([shortest]) => shortest?.ms);
  const times = one && other && Math.min(10, Math.max(1, Math.round((10 * other) / one) / 10));
  return shown(times, second);
}

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
