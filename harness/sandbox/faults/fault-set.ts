import type { FaultHooks, FaultPoints } from './fault.ts';

/** The faults in force; each sees what the ones before it left. */
export class FaultSet {
  readonly #hooks: readonly FaultHooks[];

  constructor(hooks: readonly FaultHooks[]) {
    this.#hooks = hooks;
  }

  /** The value that passes a point, after every fault in force. */
  apply<P extends keyof FaultPoints>(
    point: P,
    value: FaultPoints[P][0],
    context: FaultPoints[P][1],
  ): FaultPoints[P][0] {
    let passing = value;
    for (const hooks of this.#hooks) passing = hooks[point]?.(passing, context) ?? passing;
    return passing;
  }
}
