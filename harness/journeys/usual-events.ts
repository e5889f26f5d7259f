import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { WebhooksOfStep, WebhooksOfSteps } from '../facts/webhooks-of-steps.ts';

/** After this many steps that sent nothing, silence is expected of steps of which nothing is due. */
const SILENT = 3;
/** A step that was refused in this many journeys is refused as a rule: it has no webhook that could name no order. */
const REFUSED = 3;

/**
 * What steps usually cause, as far as the run has shown. It says how long to wait, and which steps have to be taken
 * alone, and decides nothing.
 */
export class UsualEvents {
  #shown: WebhooksOfSteps = { steps: new Map(), refused: new Map(), unrelated: new Set() };
  readonly #lowered = new Map<SimulateEvent, number>();
  readonly #wasNameless: (type: string) => boolean;
  #silent = 0;

  /** @param wasNameless whether an event of a type named no order and came while no journey was alone */
  constructor(wasNameless: (type: string) => boolean = () => false) {
    this.#wasNameless = wasNameless;
  }

  /** Whether steps of which nothing is due are usually silent, so that one need not be waited for as long. */
  get areOthersSilent(): boolean {
    return this.#silent >= SILENT;
  }

  /** Notes that a step of which nothing was due sent nothing. */
  wasSilent(): void {
    this.#silent++;
  }

  /** Learns what the orders so far show. */
  learn(shown: WebhooksOfSteps): void {
    this.#shown = shown;
  }

  /** Expects fewer events of a step: what was usual once may have been chance. */
  lower(step: SimulateEvent, events: number): void {
    this.#lowered.set(step, Math.max(1, events));
  }

  /** Whether an order has shown what a step causes. */
  knows(step: SimulateEvent): boolean {
    return this.#shown.steps.has(step);
  }

  /** How many events a step causes. Default: 1. */
  count(step: SimulateEvent): number {
    const { count = 1 } = this.#shown.steps.get(step) ?? {};
    return Math.max(1, Math.min(count, this.#lowered.get(step) ?? count));
  }

  /**
   * Whether the events of a step are known to name their order, so that it can be taken beside other journeys. A step
   * that is always refused, or has sent nothing yet, can, where those of all other steps do.
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
   * Whether an event of a type may be what a step caused: the type is its own, or is not known to be that of one other
   * step. A type that several steps send tells of none.
   */
  mayBeOf(step: SimulateEvent, type = ''): boolean {
    const { steps, unrelated } = this.#shown;
    if (unrelated.has(type)) return false;
    const owners = [...steps].filter(([, { types, nameless }]) => types.has(type) || nameless.has(type));
    return owners.length !== 1 || owners.some(([owner]) => owner === step);
  }
}
