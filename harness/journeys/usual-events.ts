import type { SimulateEvent } from '../core/lifecycle.ts';

/** After this many steps that sent nothing, silence is expected of steps of which nothing is due. */
const SILENT = 3;

/** What a step caused in one journey. */
export interface EventsOfStep {
  /** How many events came. */
  readonly events: number;
  /** Their types, as far as they can be read. */
  readonly types: readonly string[];
}

/**
 * What steps usually cause, learned from journeys in which nothing else was under way. It says how long to wait, and
 * decides nothing.
 */
export class UsualEvents {
  readonly #counts = new Map<SimulateEvent, number>();
  readonly #types = new Map<string, Set<SimulateEvent>>();
  #silent = 0;

  /** Whether steps of which nothing is due are usually silent, so that one need not be waited for as long. */
  get areOthersSilent(): boolean {
    return this.#silent >= SILENT;
  }

  /** Notes that a step of which nothing was due sent nothing. */
  wasSilent(): void {
    this.#silent++;
  }

  /** Learns what a step caused. */
  learn(step: SimulateEvent, { events, types }: EventsOfStep): void {
    this.#counts.set(step, Math.max(events, this.count(step)));
    for (const type of types) this.#types.set(type, (this.#types.get(type) ?? new Set()).add(step));
  }

  /** Expects fewer events of a step: what was usual once may have been chance. */
  lower(step: SimulateEvent, events: number): void {
    this.#counts.set(step, Math.max(1, events));
  }

  /** Whether a journey has shown what a step causes. */
  knows(step: SimulateEvent): boolean {
    return this.#counts.has(step);
  }

  /** How many events a step causes. Default: 1. */
  count(step: SimulateEvent): number {
    return this.#counts.get(step) ?? 1;
  }

  /** The types of the events that a step causes. */
  typesOf(step: string): readonly string[] {
    return [...this.#types].flatMap(([type, steps]) => ([...steps].some(own => own === step) ? [type] : []));
  }

  /** Whether an event of a type may be what a step caused: the type is its own, or is not known to be another's. */
  mayBeOf(step: SimulateEvent, type: string | undefined): boolean {
    const owners = this.#types.get(type ?? '');
    return owners === undefined || owners.has(step);
  }
}
