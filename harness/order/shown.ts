import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { Model } from './estimate.ts';
import type { Explanation } from './explanation.ts';
import { LIMITS } from './limits.ts';
import type { Call, Trace } from './trace.ts';

/** A webhook of a step, in an order that was explained without a defect. */
interface Sight {
  readonly type: string;
  readonly call: Call;
  readonly isCredit: boolean;
  /** How long (ms) it took after its call. */
  readonly delay: number;
  /** Whether it came after it had been waited for. */
  readonly isLate: boolean;
}

/** What orders that were explained without a defect show: which step sends which webhook, on which way, how late. */
export class Shown {
  /** Before any order is explained. */
  static readonly nothing = new Shown([]);

  /** How long (ms) the slowest webhook took that came after the time-out; 0 where none did. */
  readonly slowest: number;
  /** How long (ms) the slowest webhook of any step took. */
  readonly longest: number;
  readonly #byPlace: ReadonlyMap<string, readonly Sight[]>;
  readonly #byWay: ReadonlyMap<string, readonly Trace[]>;
  readonly #byType: ReadonlyMap<string, readonly Sight[]>;
  /** The simulate events that sent any webhook, on whatever way. */
  readonly #heard: ReadonlySet<SimulateEvent | undefined>;
  readonly #silent: ReadonlySet<SimulateEvent | undefined>;

  private constructor(sights: readonly Sight[], traces: readonly Trace[] = [], taken: readonly Call[] = []) {
    this.slowest = Math.max(0, ...sights.map(({ delay, isLate }) => (isLate ? delay : 0)));
    this.longest = Math.max(0, ...sights.map(({ delay }) => delay));
    this.#byPlace = Map.groupBy(sights, ({ call }) => placeOf(call));
    this.#byWay = Map.groupBy(traces, wholeWayOf);
    this.#byType = Map.groupBy(sights, ({ type }) => type);
    this.#heard = new Set(sights.map(({ call }) => call.asks));
    const many = [...Map.groupBy(taken, ({ asks }) => asks)].filter(([, own]) => own.length >= LIMITS.enough);
    this.#silent = new Set(many.flatMap(([asks]) => (this.#heard.has(asks) ? [] : [asks])));
  }

  /** Reads what explanations show. Mistaken calls may have moved their order, so that it shows nothing of its steps. */
  static by(explanations: readonly Explanation[], model: Model): Shown {
    const steps = explanations.flatMap(({ trace }) => trace.calls.filter(({ role }) => role === 'step'));
    const plain = explanations.filter(({ trace }) => trace.calls.every(({ role }) => role === 'step'));
    const sound = plain.filter(({ moves }) => moves.every(({ defect }) => defect === undefined));
    const sights = sound.flatMap(({ moves }) =>
      moves.flatMap(({ call, event }): readonly Sight[] => {
        if (call?.asks === undefined || event === undefined || !model.owes(call.input).has(event.type)) return [];
        const { type, isCredit, at } = event;
        const isLate = call.wait?.outcome === 'missed' && at > call.wait.to;
        return [{ type, call, isCredit, delay: at - call.at, isLate }];
      }),
    );
    return new Shown(
      sights,
      sound.map(({ trace }) => trace),
      steps.filter(({ answer }) => answer === 'taken'),
    );
  }

  /** Whether no order shows a webhook of any step. */
  get isSilent(): boolean {
    return this.#heard.size === 0;
  }

  /** Whether an order shows a webhook of the step on the same way; of a type, where one is given. */
  sends(call: Call, type?: string): boolean {
    return this.#at(call).some(own => type === undefined || own.type === type);
  }

  /** Whether an order shows the credit of the step on the same way. */
  credits(call: Call): boolean {
    return this.#at(call).some(({ isCredit }) => isCredit);
  }

  /** Whether the step sent a webhook, on whatever way. */
  isHeard({ asks }: Call): boolean {
    return this.#heard.has(asks);
  }

  /** Whether many orders took the step, and none shows a webhook of it. */
  isNeverHeard({ asks }: Call): boolean {
    return this.#silent.has(asks);
  }

  /** Whether one event of one order alone shows whose a type is. */
  isShownOnce(type: string): boolean {
    return this.#byType.get(type)?.length === 1;
  }

  /** Whether several orders show a type as that of another step. The same event with other fields is no other step. */
  isOfAnother(type: string, { asks }: Call): boolean {
    const others = this.#byType.get(type)?.filter(({ call }) => call.asks !== asks) ?? [];
    return [...Map.groupBy(others, ({ call }) => call.input).values()].some(own => own.length >= LIMITS.several);
  }

  /**
   * The most events of a type about an order that took the same steps, where none of them was refused; infinity where
   * too few orders show it.
   */
  most(trace: Trace, type: string): number {
    const others = this.#byWay.get(wholeWayOf(trace))?.filter(other => other !== trace) ?? [];
    const counts = others.flatMap(({ events }) => {
      const own = events.filter(event => event.type === type);
      return own.length === 0 || own.some(({ isRefused }) => isRefused) ? [] : [own.length];
    });
    return counts.length < LIMITS.never ? Number.POSITIVE_INFINITY : Math.max(...counts);
  }

  #at(call: Call): readonly Sight[] {
    return this.#byPlace.get(placeOf(call)) ?? [];
  }
}

function placeOf({ way, asks }: Call): string {
  return `${way} > ${asks}`;
}

/** The steps of an order, and what became of each. */
function wholeWayOf({ calls }: Trace): string {
  return calls.flatMap(({ role, input, answer }) => (role === 'step' ? [`${input} ${answer}`] : [])).join();
}
