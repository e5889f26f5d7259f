import { SIMULATE_EVENTS, type SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED, type Dialect } from '../evidence/dialect.ts';
import { readInput, writeOutput } from '../facts/lifecycle/lifecycle.ts';
import type { Machine } from '../order/automata/machine.ts';
import { resolveDialect, type SandboxDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { INITIAL_STATE, type OrderState } from '../sandbox/lifecycle/lifecycle.ts';
import { creditsAgain, stateAfter } from '../sandbox/lifecycle/take-step.ts';
import { transition } from '../sandbox/lifecycle/transition.ts';

/** An order as far as its next steps depend on it. */
interface Position {
  readonly state: OrderState;
  /** The events that it has taken, sorted. */
  readonly steps: readonly SimulateEvent[];
}

/** What an order received is compared with: the amount of the sandbox's orders, unless they are made with another. */
const DUE = { amount: '100.00' };

/**
 * The sandbox's own table of the lifecycle in a dialect, as a machine: what a consumer can see of an order that takes
 * any steps. States are positions as JSON.
 *
 * @param more inputs besides the plain events, with an amount or a network
 */
export function sandboxLifecycle(dialect: Dialect = {}, more: readonly string[] = []): Machine<string> {
  const resolved = resolveDialect(dialect);
  const { illegalStep, repeatedStep } = resolved.statuses;
  return {
    initial: JSON.stringify({ state: INITIAL_STATE, steps: [] } satisfies Position),
    inputs: [...SIMULATE_EVENTS, ...more],
    step(position, words) {
      const { state, steps } = JSON.parse(position) as Position;
      const { event, receivedAmount, receivedNetwork } = readInput(words) ?? {};
      if (event === undefined) return undefined;
      const types = [resolved.eventTypes[event]].flat().filter(type => namesOrder(resolved, type));
      const outcome = transition({ order: { state, steps }, event });
      if (outcome.kind === 'allowed') {
        const received = {
          ...(receivedAmount !== undefined && { received_amount: receivedAmount }),
          ...(receivedNetwork !== undefined && { received_network: receivedNetwork }),
        };
        const next = stateAfter({ dialect: resolved }, DUE, { event, received }, outcome.to);
        const to: Position = { state: next, steps: [...steps, event].sort() };
        return { to: JSON.stringify(to), output: writeOutput({ answer: 'accepted', webhooks: sorted(types) }) };
      }
      const answer = outcome.kind === 'repeated' ? repeatedStep : illegalStep;
      // A repeated credit comes as the same event, unless the dialect says otherwise.
      const again = outcome.kind === 'repeated' && creditsAgain(resolved);
      const webhooks = answer === 'fires' ? sorted(types.filter(type => again || type !== COMPLETED)) : [];
      const isRefused = typeof answer === 'number' && answer >= 400;
      return { to: position, output: writeOutput({ answer: isRefused ? answer : 'accepted', webhooks }) };
    },
  };
}

/** Whether events of a type name their order; otherwise no consumer can say whose they are. */
function namesOrder({ orderId }: SandboxDialect, type: string): boolean {
  return typeof orderId === 'string' || orderId[type] !== undefined;
}

function sorted(types: readonly string[]): readonly string[] {
  return [...new Set(types)].sort();
}
