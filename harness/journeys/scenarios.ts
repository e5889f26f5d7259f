import type { ServiceClient } from '../client/service-client.ts';
import { messageOf } from '../core/errors.ts';
import type { RunEnd, ScenarioSeen } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Inbox } from '../webhooks/inbox.ts';
import type { Journeys } from './journeys.ts';
import type { Scenario, ScenarioContext } from './scenario.ts';
import type { Target } from './target.ts';

/** What scenarios are driven with. */
export interface ScenariosOptions {
  readonly world: Pick<World, 'randomBytes' | 'uuid'>;
  readonly target: Target;
  readonly client: ServiceClient;
  readonly newKey: () => string;
  readonly inbox: Inbox;
  readonly journeys: Journeys;
  readonly recorder: Recorder;
  readonly stamp: () => number;
  /** Whether the target may be asked for more than a stranger's service should bear unasked. */
  readonly intrusiveAllowed: boolean;
  /** Whether a secret is known that webhooks can be verified with. */
  readonly canVerify: () => boolean;
  /** Why the run was stopped before its time; undefined while it goes on. */
  readonly end: () => RunEnd | undefined;
  /** The setting to look at when not one delivery came. */
  readonly webhookSetting: string;
}

/** The scenarios of one run: drives them, and writes down what became of each. */
export class Scenarios {
  readonly #options: ScenariosOptions;

  constructor(options: ScenariosOptions) {
    this.#options = options;
  }

  /** Those that this target may be driven through. */
  allowed(scenarios: readonly Scenario[]): readonly Scenario[] {
    return scenarios.filter(({ intrusive }) => intrusive !== true || this.#options.intrusiveAllowed);
  }

  /** Drives scenarios at once. @param dealt the orders that each has, by its id; none where it drives none */
  async driveAll(scenarios: readonly Scenario[], dealt?: ReadonlyMap<string, readonly string[]>): Promise<void> {
    await Promise.all(scenarios.map(scenario => this.#drive(scenario, dealt?.get(scenario.id))));
  }

  async #drive(scenario: Scenario, orders: readonly string[] = []): Promise<void> {
    const { recorder, stamp } = this.#options;
    const { id, suite, title } = scenario;
    const seen = { type: 'scenario', id, suite, title, from: stamp() } as const;
    const skipped = this.#reasonToSkip(scenario, orders);
    if (skipped) {
      recorder.write({ ...seen, to: seen.from, outcome: 'skipped', ...skipped });
      return;
    }
    recorder.write(seen);
    try {
      await scenario.drive(this.#contextOf(scenario, [...orders]));
      const stopped = this.#reasonOfStop();
      recorder.write({ ...seen, to: stamp(), ...(stopped ? { outcome: 'skipped', ...stopped } : { outcome: 'done' }) });
    } catch (thrown) {
      recorder.write({ ...seen, to: stamp(), outcome: 'failed', reason: messageOf(thrown) });
    }
  }

  #contextOf(scenario: Scenario, orders: string[]): ScenarioContext {
    const { world, target, client, newKey, inbox, journeys, intrusiveAllowed } = this.#options;
    return {
      target,
      client,
      call: { scenario: scenario.id },
      orders: orders.length,
      intrusiveAllowed: intrusiveAllowed,
      pick: below => world.randomBytes(4).readUInt32BE() % below,
      uuid: () => world.uuid(),
      newKey,
      pause: async ms => void (await inbox.until(() => undefined, ms)),
      journey: drive => {
        const order = orders.shift();
        if (order === undefined) throw new Error(`${scenario.id} drives more orders than it asks for`);
        return journeys.take({ scenario: scenario.id, order }, drive);
      },
    };
  }

  #reasonToSkip({ orders: wanted, calibrates }: Scenario, orders: readonly string[]): Why | undefined {
    const { canVerify, target, journeys, webhookSetting } = this.#options;
    const stopped = this.#reasonOfStop();
    if (stopped || wanted === undefined) return stopped;
    if (!canVerify())
      return { reason: 'no signing secret is known, so that no webhook can be verified', setting: 'SIGNING_SECRET' };
    if (orders.length < wanted.least) {
      return {
        reason: `it needs ${wanted.least} collection ${wanted.least === 1 ? 'order' : 'orders'} to drive`,
        setting: target.orderSetting,
      };
    }
    if (calibrates || !journeys.met || journeys.heard) return undefined;
    return { reason: 'not one delivery reached the receiver', setting: webhookSetting };
  }

  #reasonOfStop(): Why | undefined {
    const end = this.#options.end();
    return end && { reason: `the run was stopped: ${end.message ?? end.reason}` };
  }
}

type Why = Pick<ScenarioSeen, 'reason' | 'setting'>;
