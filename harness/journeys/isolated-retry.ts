import { lastStepBefore } from '../core/causality.ts';
import type { Answer, Delivery, Evidence, Journey, Step } from '../core/evidence.ts';
import { mentions } from '../core/mentions.ts';
import { isPermanentRejection } from '../core/permanent-rejection.ts';
import { type Reply, refusal } from '../webhooks/receiver.ts';
import type { JourneyDriver } from './journey-driver.ts';

/** More would take long, and tell little. */
const MOST = 3;

/** A journey in which something due did not come. */
export interface SilentJourney {
  readonly journey: Journey;
  /** How the webhook of a step was refused, time after time, where it then came no more. */
  readonly refused: ReadonlyMap<Step, readonly Answer[]>;
}

/**
 * Journeys of the suite that is judged by what comes, in which something due did not: the first of each kind, three at
 * the most. What recorded trouble overlaps is none; nor is what a service may take for the last word.
 *
 * @param late whether a delivery of an order came again after it had been waited for
 */
export function silentJourneys(
  { journeys, waits, deliveries, troubles }: Evidence,
  late: (refused: Delivery, order: string) => boolean,
): readonly SilentJourney[] {
  const missed = new Set(
    waits
      .filter(({ outcome, kind }) => outcome === 'missed' && kind !== 'quiet')
      .filter(({ from, to }) => !troubles.some(trouble => trouble.from <= to && trouble.to >= from))
      .map(({ journey, since }) => `${journey} ${since}`),
  );
  const kinds = new Set<string>();
  const found: SilentJourney[] = [];
  for (const journey of journeys.filter(({ scenario }) => scenario.startsWith('collection/'))) {
    const isMissed = (since: string) => missed.has(`${journey.id} ${since}`);
    const refused = new Map<Step, readonly Answer[]>();
    for (const delivery of deliveries) {
      const { id, answer } = delivery;
      if (!answer.refused || isPermanentRejection(answer) || !isMissed(id) || late(delivery, journey.order)) continue;
      const { step, answers } = refusedBefore(journey, deliveries, id);
      if (step) refused.set(step, answers);
    }
    const silent = journey.steps.filter(({ exchange }) => isMissed(exchange)).map(({ event }) => event);
    const kind = JSON.stringify([silent, ...refused.values()]);
    if (silent.length + refused.size === 0 || kinds.has(kind)) continue;
    kinds.add(kind);
    found.push({ journey, refused });
  }
  return found.slice(0, MOST);
}

/** The step whose webhook was refused last in a delivery, and how it was each time. */
function refusedBefore(journey: Journey, deliveries: readonly Delivery[], id: string) {
  const last = deliveries.findIndex(delivery => delivery.id === id);
  const step = lastStepBefore(journey, deliveries[last]?.at ?? 0);
  const own = new Set([journey.order]);
  const answers = deliveries
    .slice(0, last + 1)
    .filter(delivery => delivery.answer.refused && step && delivery.at >= step.at)
    .filter(delivery => delivery.id === id || mentions(delivery, own).length > 0)
    .map(({ answer }) => answer);
  return { step, answers };
}

/** Takes the steps of a silent journey with another order, and refuses what was refused there. */
export async function retryInIsolation(
  driver: JourneyDriver,
  { journey, refused }: SilentJourney,
  holdMs: number,
): Promise<void> {
  for (const step of journey.steps) {
    const answers = refused.get(step)?.map(answer => replyOf(answer, holdMs));
    const extra = {
      ...(step.receivedAmount !== undefined && { received_amount: step.receivedAmount }),
      ...(step.receivedNetwork !== undefined && { received_network: step.receivedNetwork }),
    };
    const { outcome } = await (answers
      ? driver.stepRefused(step.event, answers, extra)
      : driver.step(step.event, extra));
    if (outcome === 'refused') return;
  }
}

function replyOf({ kind, status = 503 }: Answer, holdMs: number): Reply {
  if (kind === 'status') return refusal(status);
  return kind === 'slow' ? { kind, holdMs } : { kind };
}
