import type { FaultHooks, FaultPoints } from './fault.ts';

/** The faults that are active. Each receives what the one before it returned. */
export class FaultSet {
  readonly #hooks: readonly FaultHooks[];

  constructor(hooks: readonly FaultHooks[]) {
    this.#hooks = hooks;
  }

  /** The value that passes a point, after every active fault. */
  apply<P extends keyof FaultPoints>(point: P, value: FaultPoints[P][0], context: FaultPoints[P][1]) {
    return this.#hooks.reduce((passing, hooks) => hooks[point]?.(passing, context) ?? passing, value);
  }
}
