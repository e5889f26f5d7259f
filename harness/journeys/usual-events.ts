import type { SimulateEvent } from '../contract/lifecycle.ts';
import { isOk } from '../evidence/answered.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Evidence, Wait } from '../evidence/evidence.ts';
import { mentions } from '../evidence/mentions.ts';
import { windowsOf } from '../evidence/windows.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';

/** After this many steps that sent nothing, silence is expected of steps of which nothing is due. */
const SILENT = 3;
/** A step that was refused in this many journeys is refused as a rule: it has no webhook that could name no order. */
const REFUSED = 3;

/** What a step caused in one journey that was alone. */
export interface EventsOfStep {
  /** The types of the events that named the order. An event whose type cannot be read has the type ''. */
  readonly named: readonly string[];
  /** The types of the events that named no order. */
  readonly nameless: readonly string[];
}

/** What one step usually causes. */
interface Usual {
  readonly count: number;
  readonly named: ReadonlySet<string>;
  /** Types of nameless events that may be of the step. */
  readonly nameless: ReadonlySet<string>;
}

/**
 * What steps usually cause, learned from journeys in which nothing else was under way. It says how long to wait, and
 * which steps have to be taken alone, and decides nothing.
 */
export class UsualEvents {
  readonly #usual = new Map<string, Usual>();
  readonly #unrelated = new Set<string>();
  readonly #refused = new Map<string, number>();
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

  /** Notes the types of events that named no order and came before any step was taken: they are about no order. */
  cameBeforeSteps(types: Iterable<string>): void {
    for (const type of types) this.#unrelated.add(type);
  }

  /**
   * Learns what a step caused. A service may send events about no order at any time. Where a step also sends an event
   * that names its order, a nameless type is not of the step if it is missing once, or comes after other such steps
   * too. That is never said of the credit signal, nor of a type that named its order once.
   */
  learn(step: SimulateEvent, { named, nameless }: EventsOfStep): void {
    const before = this.#usual.get(step);
    const own = new Set<string>([...named, ...(before?.named ?? [])]);
    const mayBeOfStep = (type: string) => {
      if (this.#unrelated.has(type)) return false;
      if (before === undefined || named.length === 0 || own.has(type) || type === COMPLETED) return true;
      return before.nameless.has(type) && nameless.includes(type);
    };
    const kept = new Set([...nameless, ...(before?.nameless ?? [])].filter(mayBeOfStep));
    const count = named.length + nameless.filter(type => kept.has(type)).length;
    this.#usual.set(step, { count: Math.max(count, before?.count ?? 1), named: own, nameless: kept });
    for (const type of kept) if (this.#isOfSeveral(type)) this.#unrelated.add(type);
  }

  /** Expects fewer events of a step: what was usual once may have been chance. */
  lower(step: SimulateEvent, events: number): void {
    const usual = this.#usual.get(step);
    if (usual) this.#usual.set(step, { ...usual, count: Math.max(1, events) });
  }

  /** Whether a journey has shown what a step causes. */
  knows(step: SimulateEvent): boolean {
    return this.#usual.has(step);
  }

  /** How many events a step causes. Default: 1. */
  count(step: SimulateEvent): number {
    return this.#usual.get(step)?.count ?? 1;
  }

  /** Notes that a step was refused, and nothing came after it. */
  wasRefused(step: string): void {
    this.#refused.set(step, (this.#refused.get(step) ?? 0) + 1);
  }

  /**
   * Whether the events of a step are known to name their order, so that it can be taken beside other journeys. A step
   * that is always refused can, where those of all other steps do.
   */
  nameOrder(step: string): boolean {
    const usual = this.#usual.get(step);
    if (usual === undefined) {
      const isRefused = (this.#refused.get(step) ?? 0) >= REFUSED;
      return isRefused && this.#usual.size > 0 && [...this.#usual.keys()].every(other => this.nameOrder(other));
    }
    if ([...usual.named].some(this.#wasNameless)) return false;
    return usual.nameless.isSubsetOf(this.#unrelated);
  }

  /**
   * Whether an event of a type may be what a step caused: the type is its own, or is not known to be that of one other
   * step. A type that several steps send tells of none.
   */
  mayBeOf(step: SimulateEvent, type = ''): boolean {
    if (this.#unrelated.has(type)) return false;
    const owners = [...this.#usual].filter(([, { named, nameless }]) => named.has(type) || nameless.has(type));
    return owners.length !== 1 || owners.some(([owner]) => owner === step);
  }

  /** Whether a nameless type came after several steps, each of which sent an event of its own that names its order. */
  #isOfSeveral(type: string): boolean {
    const steps = [...this.#usual.values()];
    const after = steps.filter(({ named, nameless }) => named.size > 0 && nameless.has(type));
    return after.length > 1 && type !== COMPLETED && !steps.some(({ named }) => named.has(type));
  }
}

/** What a journey showed that had the exclusive section. */
interface JourneyLearned {
  /** What came before its first call. */
  readonly before: EventsOfStep;
  /** What the first accepted step of each event caused: the events that came between it and the next call. */
  readonly steps: ReadonlyMap<SimulateEvent, EventsOfStep>;
  /** The events that the service refused, and after which nothing came. */
  readonly refused: ReadonlySet<SimulateEvent>;
}

/**
 * What a journey shows of its steps. A step that was sent while the webhook of the one before it was still to come
 * shows nothing, nor does any after it.
 */
export function learnFromJourney(
  { exchanges, journeys, waits }: Evidence,
  id: string,
  tracker: DeliveryTracker,
): JourneyLearned {
  const steps = new Map<SimulateEvent, EventsOfStep>();
  const refused = new Set<SimulateEvent>();
  const journey = journeys.find(known => known.id === id);
  if (journey === undefined) return { before: { named: [], nameless: [] }, steps, refused };
  const own = exchanges.filter(({ journey: of }) => of === id);
  const calls = own.map(({ id: exchange, sentAt: at }) => ({ exchange, at }));
  const accepted = new Set(own.flatMap(({ id: exchange, response }) => (isOk(response?.status ?? 0) ? exchange : [])));
  const events = [...Map.groupBy(tracker.of(journey.order), ({ key }) => key).values()];
  const windows = windowsOf(calls, events, ([first]) => first?.delivery.at ?? 0);
  const orders = new Set([journey.order]);
  const after = (exchange?: string): EventsOfStep => {
    const arrivals = windows.find(({ moment }) => moment?.exchange === exchange)?.arrivals ?? [];
    const isNamed = (same: (typeof events)[number]) =>
      same.some(({ delivery }) => mentions(delivery, orders).length > 0);
    const [named, nameless] = [true, false].map(names =>
      arrivals.filter(same => isNamed(same) === names).map(([first]) => first?.type ?? ''),
    );
    return { named: named ?? [], nameless: nameless ?? [] };
  };
  const before = after();
  let last: string | undefined;
  for (const { event, exchange, at } of journey.steps) {
    // An event without an order that came before any step is about none, even if it ended the wait for a webhook.
    const isSilent = (since: string) => {
      const { named, nameless } = after(since);
      return named.length === 0 && nameless.every(type => before.nameless.includes(type));
    };
    const isOver = (one: Wait) => one.to <= at && one.outcome !== 'came';
    const isToCome = (since: string) => isSilent(since) && !waits.some(one => one.since === since && isOver(one));
    if (last !== undefined && isToCome(last)) break;
    // What comes after a call that was refused, or lost on its way, says nothing about its step.
    if (!accepted.has(exchange)) {
      if (isSilent(exchange)) refused.add(event);
      continue;
    }
    last = exchange;
    if (!steps.has(event)) steps.set(event, after(exchange));
  }
  return { before, steps, refused };
}
