import type { Finding } from '../checks/judge.ts';
import type { Journey } from '../core/evidence.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from './describe-evidence.ts';
import type { RunIndex } from './run-index.ts';
import { type Moment, timelineOf } from './timeline.ts';

/** What happened at one place of two journeys; absent where a journey was over. */
export interface RowOfTwo {
  readonly before?: string;
  readonly now?: string;
  /** Whether the later one shows the finding there. */
  readonly found: boolean;
}

/** A journey that shows what is new, beside the one that was like it. */
export interface SideBySide {
  readonly finding: Finding;
  readonly scenario: string;
  readonly before: Pick<Journey, 'id' | 'order'>;
  readonly now: Pick<Journey, 'id' | 'order'>;
  readonly rows: readonly RowOfTwo[];
  /** The first row in which they differ; absent where they do not in what happened, or in which order. */
  readonly first?: number;
}

/**
 * The first new breach between two runs: the journey that shows it, beside the journey of the earlier run that took the
 * same steps in the same scenario. Undefined where no journey shows a new breach, or none took the same steps.
 */
export function firstDivergence(old: RunIndex, fresh: RunIndex): SideBySide | undefined {
  const known = new Set(old.summary.findings.map(({ id }) => id));
  for (const finding of fresh.summary.findings) {
    if (finding.severity !== 'breach' || known.has(finding.id)) continue;
    const now = fresh.evidence.journeys.find(journey =>
      fresh.breachesOf(journey).some(numbered => numbered.finding.id === finding.id),
    );
    const before = now && sameSteps(old, now);
    if (now && before) return beside(finding, { journey: before, index: old }, { journey: now, index: fresh });
  }
  return undefined;
}

interface InRun {
  readonly journey: Journey;
  readonly index: RunIndex;
}

function sameSteps({ evidence }: RunIndex, { scenario, steps }: Journey): Journey | undefined {
  const stepsOf = (journey: Pick<Journey, 'steps'>) => journey.steps.map(({ event }) => event).join();
  return evidence.journeys.find(other => other.scenario === scenario && stepsOf(other) === stepsOf({ steps }));
}

function beside(finding: Finding, before: InRun, now: InRun): SideBySide {
  const [old, fresh] = [before, now].map(({ journey, index }) => timelineOf(journey, index)) as [Moment[], Moment[]];
  const evidence = new Set(finding.evidence);
  const rows = Array.from({ length: Math.max(old.length, fresh.length) }, (_, at): RowOfTwo => {
    const [left, right] = [old[at], fresh[at]];
    return {
      ...(left && { before: describeMoment(left, before) }),
      ...(right && { now: describeMoment(right, now) }),
      found: right?.shows !== undefined && evidence.has(right.shows),
    };
  });
  const first = rows.findIndex(row => row.before !== row.now);
  return {
    finding,
    scenario: now.journey.scenario,
    before: { id: before.journey.id, order: before.journey.order },
    now: { id: now.journey.id, order: now.journey.order },
    rows,
    ...(first >= 0 && { first }),
  };
}

/** A moment without what differs from run to run: no time, no id. */
function describeMoment(moment: Moment, { journey, index }: InRun): string {
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
