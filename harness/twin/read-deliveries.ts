import { arrivalOf } from '../core/causality.ts';
import type { Delivery } from '../core/evidence.ts';
import type { Observed } from './observed.ts';
import { mapped, median, type Reading, shown } from './reading.ts';

/** Times vary by some milliseconds from one to the next. */
const toTens = (ms: number) => Math.max(0, Math.round(ms / 10) * 10);
const MOST_MS = 600_000;

/** The share of times that count: a few may be late for other reasons. */
const NEARLY_ALL = 0.9;

function rangeOf(times: readonly number[]): readonly [number, number] | undefined {
  const sorted = times.toSorted((a, b) => a - b);
  const [least] = sorted;
  const most = sorted[Math.floor((sorted.length - 1) * NEARLY_ALL)];
  if (least === undefined || most === undefined) return undefined;
  return [Math.min(MOST_MS, toTens(least)), Math.min(MOST_MS, toTens(most))];
}

/** How long after its call the first delivery of an event comes. */
export function delayMs({ causes }: Observed): Reading<readonly number[]> | undefined {
  const seen = causes.flatMap(({ event, moment }) =>
    moment ? [{ id: event.deliveries[0].id, ms: arrivalOf(event) - moment.at }] : [],
  );
  return shown(
    rangeOf(seen.map(({ ms }) => ms)),
    seen.map(({ id }) => id),
  );
}

/** Whether an event waits for an earlier one of its order that was refused. */
export function inOrder(observed: Observed): Reading<boolean> | undefined {
  const seen = observed.causes.flatMap(({ event, moment }) => {
    const { deliveries, journey } = event;
    const earlier = observed.view.eventsOf(journey).find(({ deliveries: [first, second] }) => {
      const isPending = first.answer.refused && second !== undefined && first !== deliveries[0];
      return isPending && moment !== undefined && first.at < moment.at && moment.at < second.at;
    });
    const next = earlier?.deliveries[1];
    return next ? [{ id: deliveries[0].id, waited: deliveries[0].at > next.at }] : [];
  });
  const ahead = seen.filter(({ waited }) => !waited);
  return ahead.length > 0
    ? shown(
        false,
        ahead.map(({ id }) => id),
      )
    : shown(
        true,
        seen.map(({ id }) => id),
      );
}

/** How often an acknowledged event is sent again: every n-th, or never. */
export function duplicateEvery(observed: Observed): Reading<number> | undefined {
  const [fact] = observed.factsAbout('webhook.duplicates');
  if (fact === undefined) return undefined;
  const again = fact.values?.find(({ value }) => value === 'sent again')?.count;
  const share = (again ?? (fact.value === 'sent again' ? fact.count : 0)) / fact.count;
  return shown(share === 0 ? 0 : Math.min(1000, Math.round(1 / share)), fact.evidence);
}

/** How long after the first the second copy comes. */
export function duplicateAfterMs({ events }: Observed): Reading<readonly number[]> | undefined {
  const seen = events.flatMap(({ deliveries: [first, second] }) =>
    second && first.answer.status === 200 && !first.answer.refused ? [{ id: second.id, ms: second.at - first.at }] : [],
  );
  return shown(
    rangeOf(seen.map(({ ms }) => ms)),
    seen.map(({ id }) => id),
  );
}

/** The waits before each further attempt, by the number of refusals before it. */
function waits({ events }: Observed): readonly (readonly { readonly id: string; readonly ms: number }[])[] {
  const byRefusals: { id: string; ms: number }[][] = [];
  for (const { deliveries } of events) {
    for (const [index, delivery] of deliveries.entries()) {
      const next = deliveries[index + 1];
      if (next === undefined || !delivery.answer.refused || delivery.answer.kind !== 'status') break;
      byRefusals[index] ??= [];
      byRefusals[index].push({ id: next.id, ms: next.at - delivery.at });
    }
  }
  return byRefusals;
}

const middle = (own: readonly { readonly ms: number }[] = []) => median(own.map(({ ms }) => ms));

/** The wait before the first redelivery. */
export function firstMs(observed: Observed): Reading<number> | undefined {
  const [first = []] = waits(observed);
  const longest = rangeOf(first.map(({ ms }) => ms))?.[1];
  return shown(
    longest === undefined ? undefined : Math.max(1, longest),
    first.map(({ id }) => id),
  );
}

/** By which factor the second wait is longer. */
export function factor(observed: Observed): Reading<number> | undefined {
  const [first, second = []] = waits(observed);
  const [one, other] = [middle(first), middle(second)];
  const times = one && other ? Math.min(10, Math.max(1, Math.round((other / one) * 10) / 10)) : undefined;
  return shown(
    times,
    second.map(({ id }) => id),
  );
}

/** The share by which first waits differ. */
export function jitter(observed: Observed): Reading<number> | undefined {
  const [first = []] = waits(observed);
  const [least = 0, most = 0] = rangeOf(first.map(({ ms }) => ms)) ?? [];
  const share = most === 0 ? 0 : Math.round((1 - least / most) * 10) / 10;
  return first.length < ENOUGH
    ? undefined
    : shown(
        share,
        first.map(({ id }) => id),
      );
}

/** Fewer times do not show how much they vary. */
const ENOUGH = 4;

/** How long the receiver may take: the time to the next attempt after an unanswered one, less the wait before it. */
export function timeoutMs(observed: Observed): Reading<number> | undefined {
  const first = firstMs(observed)?.value ?? 0;
  const held = observed.events.flatMap(({ deliveries: [one, next] }): readonly (readonly [Delivery, Delivery])[] =>
    one.answer.kind === 'slow' && next ? [[one, next]] : [],
  );
  const ms = median(held.map(([one, next]) => next.at - one.at - first));
  const within = ms === undefined ? undefined : Math.min(120_000, Math.max(50, toTens(ms)));
  return shown(
    within,
    held.map(([one]) => one.id),
  );
}

/** After how many attempts it gives up; undefined where it never did. */
export function attempts(observed: Observed): Reading<number> | undefined {
  const facts = observed.factsAbout('webhook.give-up', /^after \d+ refusals$/);
  const given = facts.filter(({ value }) => value === 'not tried again within the run');
  const refusals = given.map(({ condition = '' }) => Number(/\d+/.exec(condition)?.[0]));
  const least = Math.min(...refusals.filter(count => count > 2));
  return mapped(
    shown(
      least,
      given.flatMap(({ evidence }) => evidence),
    ),
    count => (count < 100 ? count : undefined),
  );
}
