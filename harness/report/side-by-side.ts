import { diffArrays } from 'diff';
import type { Journey } from '../evidence/evidence.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import type { EarlierJourney } from '../settings/file-schemas.ts';
import type { Baseline, Compared, Comparison, RowOfTwo, SideBySide } from './comparison.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from './describe-evidence.ts';
import { type RunIndex, type TimelineEntry, timelineOf } from './run-index.ts';

/**
 * What changed since a baseline, with new breaches beside what happened then: each with a journey that shows it, beside
 * the earlier journey that took the same steps in the same scenario. A breach is left out where there are no such two.
 */
export function besideBaseline(
  index: RunIndex,
  comparison: Comparison,
  { earlierJourneys: earlier = [] }: Pick<Baseline, 'earlierJourneys'> = {},
): Compared {
  const known = new Set(comparison.findings?.known.map(({ id }) => id));
  const byCourse = new Map(earlier.map(journey => [courseOf(journey), journey]));
  const divergences = index.summary.findings
    .filter(({ id, severity }) => severity === 'breach' && !known.has(id))
    .flatMap(finding => {
      const now = index.evidence.journeys.find(journey =>
        index.breachesOf(journey).some(numbered => numbered.finding.id === finding.id),
      );
      const before = now && byCourse.get(courseOf({ ...now, steps: now.steps.map(({ event }) => event) }));
      return before ? [beside(finding, before, now, index)] : [];
    });
  return { comparison, divergences };
}

/** The first journey of each scenario and sequence of steps, for a later run to be set beside. */
export function earlierJourneys(index: RunIndex): readonly EarlierJourney[] {
  const byCourse = new Map<string, EarlierJourney>();
  for (const journey of index.evidence.journeys) {
    const { id, order, scenario } = journey;
    const steps = journey.steps.map(({ event }) => event);
    const course = courseOf({ scenario, steps });
    if (byCourse.has(course)) continue;
    const moments = timelineOf(journey, index).map(moment => describeMoment(moment, journey, index));
    byCourse.set(course, { id, order, scenario, steps, moments });
  }
  return [...byCourse.values()];
}

function courseOf({ scenario, steps }: Pick<EarlierJourney, 'scenario' | 'steps'>): string {
  return [scenario, ...steps].join();
}

function beside(finding: Finding, before: EarlierJourney, journey: Journey, index: RunIndex): SideBySide {
  const evidence = new Set(finding.evidence);
  const fresh = timelineOf(journey, index).map(moment => ({
    now: describeMoment(moment, journey, index),
    found: moment.shows !== undefined && evidence.has(moment.shows),
  }));
  return {
    finding,
    scenario: journey.scenario,
    before: { id: before.id, order: before.order },
    now: { id: journey.id, order: journey.order },
    rows: aligned(before.moments, fresh),
  };
}

/** Pairs what is alike in the same order, so that one more delivery shifts nothing; what replaces what, in one row. */
function aligned(before: readonly string[], fresh: readonly (RowOfTwo & { readonly now: string })[]) {
  const rows: RowOfTwo[] = [];
  const left = [...fresh];
  const pair = (olds: readonly string[], count: number) => {
    const news = left.splice(0, count);
    for (let nth = 0; nth < Math.max(olds.length, count); nth++) {
      const [was, is = { found: false }] = [olds[nth], news[nth]];
      rows.push({ ...(was !== undefined && { before: was }), ...is });
    }
  };
  const moments = fresh.map(({ now }) => now);
  let gone: readonly string[] = [];
  for (const { added, removed, value, count } of diffArrays([...before], moments)) {
    // What is removed comes before what is added in its place.
    if (!removed) pair(gone, added ? count : 0);
    if (!removed && !added) pair(value, count);
    gone = removed ? value : [];
  }
  pair(gone, 0);
  return rows;
}

/** A moment without what differs from run to run: no time, no id. */
function describeMoment(moment: TimelineEntry, journey: Journey, index: RunIndex): string {
  switch (moment.kind) {
    case 'call': {
      const step = index.stepOf(moment.exchange);
      const { method, url } = moment.exchange.request;
      return step
        ? `simulate ${step.event}`
        : `${method} ${pathOf(url).replace(encodeURIComponent(journey.order), '…')}`;
    }
    case 'answer':
      return `→ ${describeAnswer(moment.exchange)}`;
    case 'delivery': {
      const { ok, text } = describeSignature(moment.delivery, index);
      return `${describeDelivery(moment.delivery, index)}${ok ? '' : `, ${text}`}`;
    }
    case 'refusal':
      return `← ${describeReceiverAnswer(moment.delivery)}`;
    case 'missed':
      return `no ${moment.wait.kind === 'redelivery' ? 'redelivery' : 'webhook'}`;
    case 'trouble':
      return moment.trouble.kind;
  }
}
