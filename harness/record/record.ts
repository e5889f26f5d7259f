import type {
  CaseSeen,
  Delivery,
  Evidence,
  Exchange,
  Journey,
  Malformed,
  RunEnd,
  RunInfo,
  ScenarioSeen,
  Step,
  Trouble,
  TunnelSeen,
  Wait,
} from '../core/evidence.ts';

/** One line of `run.ndjson`. The first is `run`, the last `end`, which counts the lines before it. */
export type RecordLine =
  | ({ readonly type: 'run' } & RunInfo)
  | ({ readonly type: 'scenario' } & ScenarioSeen)
  | { readonly type: 'orders'; readonly orders: readonly string[] }
  | ({ readonly type: 'journey' } & Omit<Journey, 'steps'>)
  | ({ readonly type: 'step' } & Step)
  | ({ readonly type: 'exchange' } & Exchange)
  | ({ readonly type: 'delivery' } & Delivery)
  | ({ readonly type: 'wait' } & Wait)
  | ({ readonly type: 'trouble' } & Trouble)
  | ({ readonly type: 'malformed' } & Malformed)
  | ({ readonly type: 'tunnel' } & TunnelSeen)
  | ({ readonly type: 'case' } & CaseSeen)
  | ({ readonly type: 'end'; readonly lines: number } & RunEnd);

/** Gathers record lines into evidence. A live run and a file that is read back go through this one function. */
export class Gathered implements Evidence {
  run: RunInfo;
  readonly orders: string[] = [];
  readonly exchanges: Exchange[] = [];
  readonly deliveries: Delivery[] = [];
  readonly waits: Wait[] = [];
  readonly troubles: Trouble[] = [];
  readonly malformed: Malformed[] = [];
  readonly tunnels: TunnelSeen[] = [];
  readonly cases: CaseSeen[] = [];
  end?: RunEnd;
  readonly #scenarios = new Map<string, ScenarioSeen>();
  readonly #journeys = new Map<string, Journey & { steps: Step[] }>();

  constructor(run: RunInfo) {
    this.run = run;
  }

  get scenarios(): readonly ScenarioSeen[] {
    return [...this.#scenarios.values()];
  }

  get journeys(): readonly Journey[] {
    return [...this.#journeys.values()];
  }

  /** Takes one line in. A later line about the same scenario or journey completes the earlier one. */
  add(line: RecordLine): void {
    switch (line.type) {
      case 'run':
        this.run = without(line);
        break;
      case 'scenario':
        this.#scenarios.set(line.id, without(line));
        break;
      case 'orders':
        this.orders.push(...line.orders);
        break;
      case 'journey':
        this.#journeys.set(line.id, { ...without(line), steps: this.#journeys.get(line.id)?.steps ?? [] });
        break;
      case 'step':
        this.#journeys.get(line.journey)?.steps.push(without(line));
        break;
      case 'exchange':
        this.exchanges.push(without(line));
        break;
      case 'delivery':
        this.deliveries.push(without(line));
        break;
      case 'wait':
        this.waits.push(without(line));
        break;
      case 'trouble':
        this.troubles.push(without(line));
        break;
      case 'malformed':
        this.malformed.push(without(line));
        break;
      case 'tunnel':
        this.tunnels.push(without(line));
        break;
      case 'case':
        this.cases.push(without(line));
        break;
      case 'end':
        this.end = withoutCount(line);
        break;
    }
  }
}

function without<T extends { readonly type: string }>(line: T): Omit<T, 'type'> {
  const { type: _, ...rest } = line;
  return rest;
}

function withoutCount(line: RecordLine & { readonly type: 'end' }): RunEnd {
  const { lines: _, ...end } = without(line);
  return end;
}
