import type { Evidence, Wait } from '../evidence/evidence.ts';
import type { PlanRecord } from '../evidence/run-info.ts';
import { driveScenario } from './drive-scenario.ts';
import { Journeys } from './journeys.ts';
import { openRun, type RunContext } from './open-run.ts';
import { OrderSupply } from './order-supply.ts';
import { areSlow, type DealtOrders, dealOrders, ordersWanted, planRun, type RunPlan } from './plan/run-plan.ts';
import { failRun } from './run-control.ts';
import type { RunOptions } from './run-options.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

/**
 * Drives a plan if the target can be reached: scenarios without orders; then the first one that calibrates; then the
 * rest, with at most `maxInFlight` journeys at once.
 */
async function drivePlan(context: RunContext, { withoutOrders, first, rest }: RunPlan): Promise<void> {
  const { options, recorder, target, reachability, control, stamp, eventTimeout } = context;
  const orders = new OrderSupply(context);
  const journeys = new Journeys(context, orders);
  const driveAll = (scenarios: readonly Scenario[], dealt?: DealtOrders) =>
    Promise.all(scenarios.map(each => driveScenario(context, journeys, each, dealt?.get(each.id) ?? 0)));
  if (!(await reachability.look(stamp()))) return;
  await driveAll(withoutOrders);
  const withOrders = [...first, ...rest];
  if (withOrders.length === 0 || control.end) return;
  // Orders are few, and a webhook that cannot be verified shows nothing, so no order is used without a secret.
  const { mostOrders = Number.POSITIVE_INFINITY } = target;
  const wanted = context.canVerify() ? Math.min(options.orders ?? ordersWanted(withOrders).most, mostOrders) : 0;
  const atFirst = Math.min(wanted, ordersWanted(first).most);
  const ready = await orders.make(atFirst);
  const planned = dealOrders(withOrders, ready < atFirst ? ready : wanted);
  await driveAll(first, planned);
  // Without any delivery, the others that calibrate come first: a target may send webhooks only for some events.
  const alone = journeys.heard ? [] : rest.filter(({ calibrates }) => calibrates);
  const together = rest.filter(scenario => !alone.includes(scenario));
  await driveAll(alone, planned);
  journeys.widen(options.orders === undefined ? longestDrive(target) : Number.POSITIVE_INFINITY);
  const slowestMs = eventTimeout.longest;
  // If webhooks are slow, only orders that show everything once are driven; intermittent faults may then be missed.
  const affordable = areSlow(slowestMs) ? ordersWanted(together).complete : Number.POSITIVE_INFINITY;
  const dealt = together.reduce((sum, { id }) => sum + (planned.get(id) ?? 0), 0);
  const needed = Math.min(dealt, options.orders ?? affordable);
  const had = journeys.heard ? await orders.expect(needed, journeys.atOnce) : needed;
  const spent = had < dealt ? dealOrders(together, had) : planned;
  const driven = new Map([...[...first, ...alone].map(({ id }) => [id, planned.get(id) ?? 0] as const), ...spent]);
  const pace = { at: stamp(), slowestMs };
  const plan = planAtStart(withOrders, had < needed ? driven : planned, driven, pace);
  // Without any webhook, the run ends here.
  if (journeys.heard) recorder.write({ type: 'plan', ...plan });
  await driveAll(together, spent);
  const { leftOut, cut } = journeys;
  const scenarios = plan.scenarios.map(own => ({ ...own, driven: own.driven - (leftOut.get(own.id) ?? 0) }));
  const end = { at: stamp(), slowestMs: eventTimeout.longest, cut, scenarios };
  if (leftOut.size > 0) recorder.write({ type: 'plan', ...plan, ...end });
  await findChangedAddress(context, journeys);
  await settle(context, journeys.listenUntil);
  orders.close();
}

/**
 * Waits after the last call for webhooks that should not come, twice as long as the slowest delivery took, within
 * bounds; and for due webhooks that nobody waited for.
 */
async function settle(
  { target, recorder, eventTimeout, inbox, stamp }: RunContext,
  listenUntil: number,
): Promise<void> {
  const { quietMs, deliveryTimeoutMs } = target;
  const last = recorder.evidence.exchanges.at(-1)?.sentAt ?? 0;
  const due = last + Math.min(2 * eventTimeout.longest, deliveryTimeoutMs);
  await inbox.until(() => undefined, Math.max(quietMs, due - stamp(), listenUntil - stamp()));
}

/** How many orders each scenario was dealt, and how many the run drives: fewer only if webhooks are slow. */
function planAtStart(
  scenarios: readonly Pick<Scenario, 'id'>[],
  dealt: DealtOrders,
  driven: DealtOrders,
  pace: Pick<PlanRecord, 'at' | 'slowestMs'>,
): PlanRecord {
  const orders = scenarios.map(({ id }) => ({ id, planned: dealt.get(id) ?? 0, driven: driven.get(id) ?? 0 }));
  const isCut = orders.some(own => own.driven < own.planned);
  return { id: 'plan', ...pace, scenarios: orders, ...(isCut && { cut: 'webhooks-slow' }) };
}

/** Optional journeys begin within this many times both timeouts, and at least within this many milliseconds. */
const LONGEST_DRIVE = { timeouts: 4, leastMs: 35_000 };

/**
 * How long after calibration optional journeys may begin, in milliseconds. A sound service is driven with all orders,
 * but a service whose webhooks all come at the last moment does not delay the run.
 */
function longestDrive({ deliveryTimeoutMs, redeliveryTimeoutMs }: Target): number {
  return Math.max(LONGEST_DRIVE.leastMs, LONGEST_DRIVE.timeouts * (deliveryTimeoutMs + redeliveryTimeoutMs));
}

/**
 * Drives a run from beginning to end.
 * @returns the evidence, complete or as far as the run got
 * @throws HarnessError if the run could not be opened
 */
export async function perform(options: RunOptions): Promise<Evidence> {
  const { world, deadlineSeconds } = options;
  const context = await openRun(options);
  const { control, recorder, target } = context;
  const deadline =
    deadlineSeconds === undefined ? undefined : world.after(deadlineSeconds * 1000, () => control.stop('deadline'));
  try {
    await drivePlan(context, planRun(options, target.kind));
  } catch (thrown) {
    await failRun(context, thrown);
  } finally {
    deadline?.cancel();
    await context.close();
  }
  return recorder.evidence;
}

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
