import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { writeStep } from '../../evidence/asked-event.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import { type Lifecycle, lifecycleOf, readOutput } from '../../facts/lifecycle/lifecycle.ts';
import { compareMachines, machineOf, type StepsApart } from '../../facts/lifecycle/machines.ts';
import type { Observed } from '../../facts/lifecycle/states.ts';
import type { JourneyDriver } from '../../journeys/journey-driver.ts';
import type { ScenarioContext } from '../../journeys/scenario.ts';
import { resolveDialect } from '../../sandbox/dialect/resolve-dialect.ts';
import { namesOrder, sandboxLifecycle } from '../sandbox-lifecycle.ts';

/** A deposit of another amount, which has its own transitions. */
const MISMATCH = 'deposit_detected received_amount 0.01';

/**
 * Orders that answer by the sandbox's table in a dialect, in place of a service. Explorations can drive them (a hundred
 * dialects in seconds), and the learned lifecycle is compared with the table.
 */
export class TableOrders {
  readonly #dialect: Dialect;
  readonly #walks: Observed[][] = [];
  /** How many more orders may be driven. */
  left = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The number of driven orders. */
  get driven(): number {
    return this.#walks.length;
  }

  /** The context with which a scenario explores orders. */
  get context(): Pick<ScenarioContext, 'journeys' | 'lifecycle'> {
    return {
      lifecycle: () => this.lifecycle(),
      journeys: async (drive, { most = this.left } = {}) => {
        const count = Math.min(most, this.left);
        this.left -= count;
        for (let nth = 0; nth < count; nth++) await drive(this.#newOrder(), nth);
      },
    };
  }

  /** The lifecycle learned from the driven orders. */
  lifecycle(): Lifecycle {
    return lifecycleOf(this.#walks);
  }

  /** The difference between the learned lifecycle and the table; `undefined` if none is known. */
  misread(): StepsApart | undefined {
    return compareMachines(sandboxLifecycle(this.#dialect), machineOf(this.lifecycle()));
  }

  /** The parts of an order that an exploration uses. Its webhooks are immediate, so nothing waits. */
  #newOrder(): JourneyDriver {
    const machine = sandboxLifecycle(this.#dialect, [MISMATCH]);
    const resolved = resolveDialect(this.#dialect);
    const { eventTypes, simulateBody, simulateStatus } = resolved;
    // Such a step may cause a webhook that names no order.
    const isVeiled = (event: SimulateEvent) => ![eventTypes[event]].flat().every(type => namesOrder(resolved, type));
    const answersState = simulateStatus !== 204 && (simulateBody === 'order' || typeof simulateBody === 'object');
    const walk: Observed[] = [];
    this.#walks.push(walk);
    let at = machine.initial;
    const send: JourneyDriver['send'] = async (event, { received_amount: receivedAmount } = {}) => {
      const input = writeStep({ event, ...(receivedAmount !== undefined && { receivedAmount }) });
      const move = machine.step(at, input);
      if (move === undefined) throw new Error(`the table has no ${input}`);
      at = move.to;
      const { answer, webhooks } = readOutput(move.output);
      const isAccepted = answer === 'accepted';
      const id = `x${this.#walks.length}.${walk.length}`;
      walk.push({
        ...{
          input,
          output: move.output,
          id,
          isAccepted,
          effect: webhooks.length > 0 ? 'webhook' : isAccepted && isVeiled(event) ? 'unknown' : 'none',
        },
        ...(isAccepted && (answersState || webhooks.length > 0) && { name: JSON.parse(at).state }),
      });
      return {
        event,
        answer: isAccepted ? 'taken' : 'refused',
        exchange: id,
        key: '',
        at: 0,
        before: new Set(webhooks),
      };
    };
    const mayArrive: JourneyDriver['mayArrive'] = async ({ before }) => before.size > 0;
    return { send, mayArrive, awhile: async () => undefined } as JourneyDriver;
  }
}
