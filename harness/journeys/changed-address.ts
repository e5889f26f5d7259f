import type { Evidence, Wait } from '../evidence/evidence.ts';
import type { Journeys } from './journeys.ts';
import type { RunContext } from './open-run.ts';

/**
 * If all webhooks stopped at once, drives two more orders: one as before and, if it is silent too, one after the
 * webhook address was set again. If webhooks come only then, another program had changed the address: this is recorded.
 */
export async function findChangedAddress(
  { recorder, target, pointWebhooks, control, stamp }: RunContext,
  journeys: Journeys,
): Promise<void> {
  const silence = silenceIn(recorder.evidence);
  if (silence === undefined || control.end || !target.settingsGiven?.includes('WEBHOOK_COMMAND')) return;
  const { from, scenario } = silence;
  /** Whether a delivery of the run comes; `undefined` if no order is left. */
  const isHeard = async (): Promise<boolean | undefined> => {
    const since = stamp();
    const isDriven = await journeys.take(scenario, async driver => void (await driver.step('deposit_detected')));
    return isDriven ? recorder.evidence.deliveries.some(({ ours, at }) => ours && at > since) : undefined;
  };
  if ((await isHeard()) !== false) return;
  await pointWebhooks().catch(() => undefined);
  const to = stamp();
  const message = 'another program changed the webhook address; webhooks came again once WEBHOOK_COMMAND ran again';
  if (await isHeard()) recorder.write({ type: 'trouble', kind: 'address-changed', from, to, message });
}

/** The webhook address is suspected after timeouts in this many journeys. */
const LEAST_SUSPECT = 3;

/**
 * Since when no delivery reached the receiver although several journeys waited for webhooks of steps that had sent some
 * before, and the scenario of one of these journeys. `undefined` if this is not the case.
 */
function silenceIn({ journeys, waits, deliveries }: Evidence) {
  const from = deliveries.findLast(({ ours }) => ours)?.at;
  const steps = new Map(journeys.flatMap(journey => journey.steps.map(({ exchange, event }) => [exchange, event])));
  const ended = (is: Wait['outcome']) => waits.filter(({ kind, outcome }) => kind === 'event' && outcome === is);
  const usual = new Set(ended('came').map(({ since }) => steps.get(since)));
  const missed = ended('missed').filter(
    wait => from !== undefined && wait.from >= from && usual.has(steps.get(wait.since)),
  );
  const suspect = new Set(missed.map(({ journey }) => journey));
  const scenario = journeys.find(({ id }) => suspect.has(id))?.scenario;
  return from === undefined || scenario === undefined || suspect.size < LEAST_SUSPECT ? undefined : { from, scenario };
}
