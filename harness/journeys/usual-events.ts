import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { WebhooksOfStep, WebhooksOfSteps } from '../facts/webhooks-of-steps.ts';

/** A step that was refused in this many journeys is usually refused, so it has no nameless webhook. */
const REFUSED = 3;

/**
 * The usual effects of steps, as far as the run has shown them. They determine how long to wait and which steps to take
 * alone, and decide nothing else.
 */
export class UsualEvents {
  #shown: WebhooksOfSteps = { steps: new Map(), refused: new Map(), unrelated: new Set() };
  readonly #wasNameless: (type: string) => boolean;

  /** @param wasNameless whether an event of a type named no order and came while no journey was alone */
  constructor(wasNameless: (type: string) => boolean = () => false) {
    this.#wasNameless = wasNameless;
  }

  /** Learns what the orders show so far. */
  learn(shown: WebhooksOfSteps): void {
    this.#shown = shown;
  }

  /** Whether an order has shown the effect of a step. */
  knows(step: SimulateEvent): boolean {
    return this.#shown.steps.has(step);
  }

  /** How many events a step causes. Default: 1. */
  count(step: SimulateEvent): number {
    return Math.max(1, this.#shown.steps.get(step)?.count ?? 1);
  }

  /**
   * Whether the events of a step are known to name their order, so that it can be taken in parallel. A step that is
   * always refused, or has sent nothing yet, can be if those of all other steps do.
   */
  nameOrder(step: string): boolean {
    const { steps, refused } = this.#shown;
    const areNamed = ({ types, nameless }: WebhooksOfStep) =>
      nameless.size === 0 && ![...types].some(this.#wasNameless);
    const own = steps.get(step);
    if (own !== undefined && (own.types.size > 0 || !areNamed(own))) return areNamed(own);
    const isRefused = steps.size > 0 && (refused.get(step) ?? 0) >= REFUSED;
    return (own !== undefined || isRefused) && [...steps.values()].every(areNamed);
  }

  /**
   * Whether a step may have caused an event of a type: the type belongs to the step, or not to exactly one other step.
   */
  mayBeOf(step: SimulateEvent, type = ''): boolean {
    const { steps, unrelated } = this.#shown;
    if (unrelated.has(type)) return false;
    const owners = [...steps].filter(([, { types, nameless }]) => types.has(type) || nameless.has(type));
    return owners.length !== 1 || owners.some(([owner]) => owner === step);
  }
}
