import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import { COMPLETED, type Dialect } from '../evidence/dialect.ts';
import { readInput, writeOutput } from '../facts/lifecycle/lifecycle.ts';
import type { Machine } from '../facts/lifecycle/machine.ts';
import { resolveDialect, type SandboxDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { INITIAL_STATE } from '../sandbox/lifecycle/lifecycle.ts';
import { answerTo, creditsAgain, type Position, transition } from '../sandbox/lifecycle/transition.ts';

/** A new order with the sandbox's default amount. */
const NEW: Position = { state: INITIAL_STATE, steps: [], amount: '100.00' };

/**
 * The sandbox's lifecycle table in a dialect as a machine: what a consumer can see of an order with any steps. States
 * are positions as JSON, with sorted steps.
 *
 * @param more inputs besides the plain events, with an amount or a network
 */
export function sandboxLifecycle(dialect: Dialect = {}, more: readonly string[] = []): Machine<string> {
  const resolved = resolveDialect(dialect);
  return {
    initial: JSON.stringify(NEW),
    inputs: [...SIMULATE_EVENTS, ...more],
    step(position, words) {
      const order = JSON.parse(position) as Position;
      const { event, receivedAmount, receivedNetwork } = readInput(words) ?? {};
      if (event === undefined) return undefined;
      const types = [resolved.eventTypes[event]].flat().filter(type => namesOrder(resolved, type));
      const received = {
        ...(receivedAmount !== undefined && { received_amount: receivedAmount }),
        ...(receivedNetwork !== undefined && { received_network: receivedNetwork }),
      };
      const outcome = transition(resolved, order, { event, received });
      if (outcome.kind === 'allowed') {
        const to: Position = { ...order, state: outcome.to, steps: [...order.steps, event].sort() };
        return { to: JSON.stringify(to), output: writeOutput({ answer: 'accepted', webhooks: sorted(types) }) };
      }
      const answer = answerTo(outcome.kind, resolved);
      // A repeated credit is the same event, unless the dialect says otherwise.
      const again = outcome.kind === 'repeated' && creditsAgain(resolved);
      const webhooks = answer === 'fires' ? sorted(types.filter(type => again || type !== COMPLETED)) : [];
      const isRefused = typeof answer === 'number' && answer >= 400;
      return { to: position, output: writeOutput({ answer: isRefused ? answer : 'accepted', webhooks }) };
    },
  };
}

/** Whether events of a type name their order. Otherwise no consumer can attribute them. */
export function namesOrder({ orderId }: SandboxDialect, type: string): boolean {
  return typeof orderId === 'string' || orderId[type] !== undefined;
}

function sorted(types: readonly string[]): readonly string[] {
  return [...new Set(types)].sort();
}
