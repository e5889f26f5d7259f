import { messageOf } from '../base/errors.ts';
import { isObject, jsonOf, walkInside } from '../base/json.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEnd } from '../evidence/run-info.ts';
import { View } from '../evidence/view.ts';
import { learn } from '../facts/learn.ts';
import { type Lifecycle, lifecycleIn } from '../facts/lifecycle/lifecycle.ts';
import type { Journeys } from './journeys.ts';
import type { RunContext } from './open-run.ts';
import { reasonOfSilence, reasonsToSkip } from './plan/reason-to-skip.ts';
import { isIntrusiveAllowed, rankOfJourney, wanted } from './plan/run-plan.ts';
import type { Scenario, ScenarioContext } from './scenario.ts';

/** More journeys reveal nothing new about the lifecycle: those that only create load take the happy path. */
const MOST_JOURNEYS = 200;

/** The lifecycle of an order, learned from the journeys that have ended. */
function lifecycleSoFar({ recorder, options, tracker }: RunContext): Lifecycle {
  const { evidence } = recorder;
  const journeys = evidence.journeys.filter(({ to }) => to !== undefined).slice(0, MOST_JOURNEYS);
  const ids = new Set(journeys.map(({ id }) => id));
  const orders = new Set(journeys.map(({ order }) => order));
  const seen: Evidence = {
    ...evidence,
    journeys,
    exchanges: evidence.exchanges.filter(({ journey }) => journey === undefined || ids.has(journey)),
    deliveries: evidence.deliveries.filter(delivery => orders.has(tracker.orderOf(delivery) ?? '')),
    waits: evidence.waits.filter(({ journey }) => ids.has(journey)),
  };
  return lifecycleIn(new View(seen, learn(seen, options.dialect).interpretations[0]));
}

/** Drives a scenario with its orders, or skips it, and records the outcome. */
export async function driveScenario(
  context: RunContext,
  journeys: Journeys,
  scenario: Scenario,
  orders: number,
): Promise<void> {
  const { recorder, stamp, control, canVerify, target } = context;
  const { id, suite, title } = scenario;
  const seen = { type: 'scenario', id, suite, title, from: stamp() } as const;
  const [reason] = reasonsToSkip(scenario, {
    canVerify: canVerify(),
    orders,
    orderSetting: target.orderSetting,
    silence: journeys.calibrated && !journeys.heard ? reasonOfSilence(recorder.evidence) : undefined,
  });
  const skipped = reasonOfEnd(control.end) ?? reason;
  if (skipped) {
    recorder.write({ ...seen, to: seen.from, outcome: 'skipped', ...skipped });
    return;
  }
  recorder.write(seen);
  let left: string | undefined;
  const leftOut = (what: string) => {
    left = what;
  };
  try {
    await scenario.drive({ ...contextOf(context, journeys, scenario, orders), leftOut });
    const stopped = reasonOfEnd(control.end);
    const done = { outcome: 'done', ...(left !== undefined && { reason: left }) } as const;
    recorder.write({ ...seen, to: stamp(), ...(stopped ? { outcome: 'skipped', ...stopped } : done) });
  } catch (thrown) {
    recorder.write({ ...seen, to: stamp(), outcome: 'failed', reason: messageOf(thrown) });
  }
}

/** Why everything is skipped once a run has ended; `undefined` before that. */
function reasonOfEnd(end: RunEnd | undefined) {
  return end && { reason: `the run was stopped: ${end.message ?? end.reason}` };
}

function contextOf(
  context: RunContext,
  journeys: Journeys,
  scenario: Scenario,
  orders: number,
): Omit<ScenarioContext, 'leftOut'> {
  const { options, target, client, newKey, inbox, recorder } = context;
  const { world } = options;
  let left = orders;
  let taken = 0;
  return {
    target,
    client,
    call: { scenario: scenario.id },
    orders,
    networksSeen: () => networksIn(recorder.evidence),
    intrusiveAllowed: isIntrusiveAllowed(options, target.kind),
    pick: below => world.randomBytes(4).readUInt32BE() % below,
    uuid: () => world.uuid(),
    newKey,
    pause: async ms => void (await inbox.until(() => undefined, ms)),
    lifecycle: () => lifecycleSoFar(context),
    journeys: async (drive, { most = left } = {}) => {
      const count = Math.min(most, left);
      left -= count;
      const taking = Array.from({ length: count }, (_, nth) => {
        const ofAll = taken++;
        const begin = {
          rank: rankOfJourney(ofAll, { scenario, dealt: orders, isSerial: journeys.serial }),
          isSpare: ofAll >= wanted(scenario, 'least'),
          isRepeat: options.orders === undefined && ofAll >= wanted(scenario, 'complete'),
        };
        return journeys.take(scenario.id, driver => drive(driver, nth), begin);
      });
      await Promise.all(taking);
    },
  };
}

/** Members that name one or more networks. */
const NETWORK = /(?:^|_)(?:network|chain|blockchain)s?$|[a-z](?:Network|Chain)s?$/;
/** A name, as opposed to a sentence, an address or an amount. */
const NAME = /^(?!\d+\.\d+$)[\w.:-]{2,40}$/;
/** The places of objects that list the costs of networks. */
const OF_COSTS = /(?:fee|cost|charge|amount|price)s?(?:\/|$)/i;

/** The distinct names of networks in the answers and webhooks of the service, in order of arrival. */
export function networksIn({ exchanges, deliveries }: Evidence): readonly string[] {
  const bodies = [...exchanges.flatMap(({ response }) => response?.body ?? []), ...deliveries.map(({ body }) => body)];
  const names = bodies.flatMap(body => {
    const json = jsonOf(body);
    if (json === undefined) return [];
    return [...walkInside(json.value)].flatMap(({ pointer, value }) =>
      isObject(value) && !OF_COSTS.test(pointer)
        ? Object.entries(value).flatMap(([key, member]) => (NETWORK.test(key) ? [member].flat() : []))
        : [],
    );
  });
  return [...new Set(names.filter(name => typeof name === 'string' && NAME.test(name)))] as readonly string[];
}
