import type { Delivery } from '../core/evidence.ts';
import { driveScenario } from './drive-scenario.ts';
import { retryInIsolation, silentJourneys } from './isolated-retry.ts';
import { Journeys } from './journeys.ts';
import { affordableOrders, type DealtOrders, dealAffordable, dealOrders, ordersWanted } from './plan/order-supply.ts';
import { type RunPlan, splitRest } from './plan/run-plan.ts';
import type { RunContext } from './run-context.ts';
import type { Scenario } from './scenario.ts';

/**
 * Drives a plan, if the target can be reached: scenarios without orders, then the first one that calibrates, then the
 * rest, as many journeys at a time as `maxInFlight` allows; then silent journeys again, each by itself.
 */
export async function drivePlan(context: RunContext, { withoutOrders, first, rest }: RunPlan): Promise<void> {
  const { options, recorder, tracker, makeOrders, reachability, control, stamp, eventTimeout } = context;
  const journeys = new Journeys(context);
  const driveAll = (scenarios: readonly Scenario[], dealt?: DealtOrders) =>
    Promise.all(scenarios.map(each => driveScenario(context, journeys, each, dealt?.get(each.id) ?? [])));
  if (!(await reachability.look(stamp()))) return;
  await driveAll(withoutOrders);
  const withOrders = [...first, ...rest];
  if (withOrders.length === 0 || control.end) return;
  // Orders are few, and a webhook that nobody can verify shows nothing, so none is spent without a secret.
  const made = context.canVerify() ? await makeOrders(options.orders ?? ordersWanted(withOrders).most) : [];
  if (made.length > 0) recorder.write({ type: 'orders', orders: made });
  for (const order of made) tracker.follow(order);
  const dealt = dealOrders(withOrders, made);
  await driveAll(first, dealt);
  const { alone, together } = splitRest({ rest }, journeys.heard);
  await driveAll(alone, dealt);
  const atOnce = journeys.serial ? 1 : options.maxInFlight;
  journeys.widen(atOnce);
  const affordable = options.orders ?? affordableOrders(eventTimeout.longest, atOnce);
  await driveAll(together, dealAffordable(together, dealt, affordable));
  await retrySilent(context, journeys);
  await settle(context);
}

/** Drives silent journeys again, each by itself: whether the delivery comes then distinguishes load from rule. */
async function retrySilent(
  { recorder, tracker, target, makeOrders, control }: RunContext,
  journeys: Journeys,
): Promise<void> {
  const late = (refused: Delivery, order: string) => tracker.redeliveryOf(refused, order) !== undefined;
  const silent = silentJourneys(recorder.evidence, late);
  if (silent.length === 0 || !journeys.heard || control.end) return;
  const orders = await makeOrders(silent.length).catch(() => []);
  for (const [nth, silentJourney] of silent.entries()) {
    const { id, scenario } = silentJourney.journey;
    const order = orders[nth];
    if (order === undefined) return;
    tracker.follow(order);
    await journeys
      .take({ scenario, order, diagnoses: id }, driver => retryInIsolation(driver, silentJourney, target.holdMs))
      .catch((thrown: unknown) => control.stop('broken', thrown));
  }
}

/** Waits for what should not come, after the last call: twice as long as the slowest delivery took, within bounds. */
async function settle({ target, recorder, eventTimeout, inbox, stamp }: RunContext): Promise<void> {
  const { quietMs, deliveryTimeoutMs } = target;
  const last = recorder.evidence.exchanges.at(-1)?.sentAt ?? 0;
  const due = last + Math.min(2 * eventTimeout.longest, deliveryTimeoutMs);
  await inbox.until(() => undefined, Math.max(quietMs, due - stamp()));
}
