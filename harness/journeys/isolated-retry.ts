import { mayAct } from '../evidence/classify.ts';
import { type Answer, isPermanentRejection } from '../evidence/delivery.ts';
import type { Delivery, Evidence, Journey, Step, Wait } from '../evidence/evidence.ts';
import { mentions } from '../evidence/mentions.ts';
import { lastStepBefore } from '../evidence/windows.ts';
import { type Reply, refusal } from '../webhooks/receiver.ts';
import type { JourneyDriver } from './journey-driver.ts';
import type { Journeys } from './journeys.ts';
import type { RunContext } from './open-run.ts';

/**
 * Drives silent journeys again, each alone. If the delivery then comes, load was the reason, and not a rule. If all
 * webhooks stopped at once and a new order gets none either, the webhook address is set again. If webhooks come only
 * then, another program had changed the address.
 */
export async function retrySilent(
  { recorder, tracker, target, pointWebhooks, control, stamp }: RunContext,
  journeys: Journeys,
): Promise<void> {
  const late = (refused: Delivery, order: string) => tracker.redeliveryOf(refused, order) !== undefined;
  const [first, ...others] = silentJourneys(recorder.evidence, late);
  if (first === undefined || !journeys.heard || control.end) return;
  const from = target.settingsGiven?.includes('WEBHOOK_COMMAND') ? silentSince(recorder.evidence) : undefined;
  /** Whether a delivery of the run came meanwhile; `undefined` if no order is left. */
  const retry = async (silent: SilentJourney): Promise<boolean | undefined> => {
    const { id, scenario } = silent.journey;
    const since = stamp();
    const isDriven = await journeys
      .take({ scenario, diagnoses: id }, driver => retryInIsolation(driver, silent, target.holdMs))
      .catch((thrown: unknown) => void control.stop('broken', thrown));
    if (isDriven === false) return;
    return recorder.evidence.deliveries.some(({ ours, at }) => ours && at > since);
  };
  const isHeard = await retry(first);
  if (from !== undefined && isHeard === false) {
    await pointWebhooks().catch(() => undefined);
    const to = stamp();
    const message = 'another program changed the webhook address; webhooks came again once WEBHOOK_COMMAND ran again';
    if (await retry(first)) return void recorder.write({ type: 'trouble', kind: 'address-changed', from, to, message });
  }
  for (const silent of others) await retry(silent);
}

/** More retries would take long and show little. */
const MOST = 3;

/** A journey in which something due did not come. */
interface SilentJourney {
  readonly journey: Journey;
  /** Its steps up to the last one without a due delivery. Later steps need not be repeated. */
  readonly steps: readonly Step[];
  /** The refused answers to the webhooks of each step without a redelivery. */
  readonly refused: ReadonlyMap<Step, readonly Answer[]>;
}

/**
 * Journeys of the collection suite in which something due did not come: the first of each kind, at most three. Waits
 * during recorded trouble, and refusals that a service may regard as final, do not count.
 * @param late whether a delivery of an order came again after the wait for it
 */
export function silentJourneys(
  { journeys, waits, deliveries, troubles }: Evidence,
  late: (refused: Delivery, order: string) => boolean,
): readonly SilentJourney[] {
  const missed = Map.groupBy(
    waits
      .filter(({ outcome, kind }) => outcome === 'missed' && kind !== 'quiet')
      .filter(({ from, to }) => !troubles.some(trouble => trouble.from <= to && trouble.to >= from)),
    ({ journey }) => journey,
  );
  const kinds = new Set<string>();
  const found: SilentJourney[] = [];
  for (const journey of journeys.filter(({ scenario }) => scenario.startsWith('collection/'))) {
    const own = missed.get(journey.id);
    if (own === undefined) continue;
    const isMissed = (since: string) => own.some(wait => wait.since === since);
    const refused = new Map<Step, readonly Answer[]>();
    for (const delivery of deliveries) {
      const { id, answer } = delivery;
      if (!answer.refused || isPermanentRejection(answer) || !isMissed(id) || late(delivery, journey.order)) continue;
      const { step, answers } = refusedBefore(journey, deliveries, id);
      if (step) refused.set(step, answers);
    }
    const silent = journey.steps.filter(({ exchange }) => isMissed(exchange));
    const kind = JSON.stringify([silent.map(({ event }) => event), ...refused.values()]);
    const last = journey.steps.findLastIndex(step => silent.includes(step) || refused.has(step));
    if (last < 0 || kinds.has(kind)) continue;
    kinds.add(kind);
    found.push({ journey, steps: journey.steps.slice(0, last + 1), refused });
  }
  return found.slice(0, MOST);
}

/** The webhook address is suspected after timeouts in this many journeys. */
const LEAST_SUSPECT = 3;

/**
 * Since when no delivery reached the receiver although several journeys waited for webhooks of steps that had sent some
 * before: another program may have changed the webhook address. `undefined` if this is not the case.
 */
function silentSince({ journeys, waits, deliveries }: Evidence): number | undefined {
  const last = deliveries.findLast(({ ours }) => ours)?.at;
  const steps = new Map(journeys.flatMap(journey => journey.steps.map(({ exchange, event }) => [exchange, event])));
  const ended = (is: Wait['outcome']) => waits.filter(({ kind, outcome }) => kind === 'event' && outcome === is);
  const usual = new Set(ended('came').map(({ since }) => steps.get(since)));
  const suspect = ended('missed').filter(({ from, since }) => from >= (last ?? from) && usual.has(steps.get(since)));
  return new Set(suspect.map(({ journey }) => journey)).size < LEAST_SUSPECT ? undefined : last;
}

/** The step whose webhook was refused in a delivery, with its refusals up to then. */
function refusedBefore(journey: Journey, deliveries: readonly Delivery[], id: string) {
  const last = deliveries.findIndex(delivery => delivery.id === id);
  const step = lastStepBefore(journey, deliveries[last]?.at ?? 0);
  const own = new Set([journey.order]);
  const answers = deliveries
    .slice(0, last + 1)
    .filter(({ at, answer }) => answer.refused && !answer.joined && step && at >= step.at)
    .filter(delivery => delivery.id === id || mentions(delivery, own).length > 0)
    .map(({ answer }) => answer);
  return { step, answers };
}

/** Repeats the steps and refusals of a silent journey with another order, after the webhooks of its creation. */
export async function retryInIsolation(
  driver: Pick<JourneyDriver, 'silence' | 'step' | 'stepRefused'>,
  { steps, refused }: Pick<SilentJourney, 'steps' | 'refused'>,
  holdMs: number,
): Promise<void> {
  await driver.silence();
  for (const step of steps) {
    const answers = refused.get(step)?.map(answer => replyOf(answer, holdMs));
    const extra = {
      ...(step.receivedAmount !== undefined && { received_amount: step.receivedAmount }),
      ...(step.receivedNetwork !== undefined && { received_network: step.receivedNetwork }),
    };
    const { answer } = await (answers
      ? driver.stepRefused(step.event, answers, extra)
      : driver.step(step.event, extra));
    if (!mayAct(answer)) return;
  }
}

function replyOf({ kind, status = 503, afterMs }: Answer, holdMs: number): Reply {
  const late = afterMs === undefined ? {} : { afterMs };
  if (kind === 'status') return { ...refusal(status), ...late };
  return kind === 'slow' ? { kind, holdMs } : { kind, ...late };
}
