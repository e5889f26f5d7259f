import fc from 'fast-check';
import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Recorder } from '../../evidence/record/recorder.ts';
import type { RunningTime } from '../../world/running-time.ts';
import type { World } from '../../world/world.ts';
import { unknownCase } from '../unknown-case.ts';
import type { Adapter } from './adapter.ts';
import type { ClientContext } from './client/client-case.ts';
import { clientCases } from './client/client-cases.ts';
import { Wire } from './client/wire.ts';
import { withExplainers } from './diagnosis/diagnose.ts';
import {
  type Asker,
  adapterProblem,
  type CaseResult,
  type GateCase,
  isOfAdapter,
  isOptional,
  knownCase,
  type Property,
} from './gate-case.ts';
import { keptProblem, memoryCases, STARTED } from './memory.ts';
import type { AdapterReply, Area, Description, Failure, Method, Params, Result } from './protocol.ts';
import { GENERATED_STREAMS, KNOWN_STREAMS } from './receive/streams.ts';
import { INJECTED_NOW } from './signature-cases.ts';
import { generatedSignatures } from './verify/generated-signatures.ts';
import { knownSignatures, largeBody, showsStoppedClock } from './verify/judge-verify.ts';

/** No call starts later than this, in milliseconds. A gate ends within 60 s, and a call may take 10 s. */
const LAST_CALL_MS = 45_000;
/** Random draws pause at this time, in milliseconds. An SDK that retries slowly needs the rest for its calls. */
const LAST_DRAW_MS = 15_000;
/** A method that hung so often is no longer called. */
const MOST_HANGS = 2;
/** A method over which the adapter died so often is no longer called: each restart takes time. */
const MOST_DEATHS = 20;
/** How many values are drawn for each property. */
const DRAWS = { verify: 60, receive: 100, client: 0 } as const;
/** How many values are tried to shrink a failing one. */
const MOST_SHRINKS = 120;
/** How many wrong answers to webhooks are asked again in a fresh process. */
const MOST_REPEATS = 5;
/** The most recorded exchanges of one case. */
const MOST_EXCHANGES = 4;

interface GateOptions {
  readonly world: World;
  readonly adapter: Adapter;
  readonly description: Description;
  readonly recorder: Recorder;
  /** The seed of the random draws. */
  readonly seed: number;
  /** Restricts the gate to one area. */
  readonly only?: Area | undefined;
  /** Restricts the gate to one case, by id. */
  readonly caseId?: string | undefined;
  /** Stops the gate before its next call. */
  readonly signal: AbortSignal;
  /** The running time of the gate. */
  readonly time: RunningTime;
  /** Stops at the first breach. Default false. */
  readonly firstBreach?: boolean;
}

/**
 * Asks an SDK every case and records the results. A slow SDK still gets all known cases: random draws and the thousand
 * calls share the time that these leave. @throws HarnessError `case-unknown` (usage)
 */
export async function driveGate(options: GateOptions): Promise<void> {
  const { world, recorder, signal } = options;
  const wire = await Wire.open(world, '127.0.0.1');
  const elsewhere = await Wire.open(world, 'localhost');
  try {
    await new Gate(options, { wire, elsewhere, keys: new Map(), sent: new Set<string>(), calls: 0 }).drive();
  } finally {
    await Promise.all([wire.close(), elsewhere.close()]);
  }
  recorder.end({ at: world.now(), reason: signal.aborted ? 'interrupted' : 'done' });
}

/** Every known case and every property that these methods allow. */
export function gateCases(description: Description, context: ClientContext) {
  const system = description.clock === 'system';
  const listed = ({ method }: { readonly method: Method }) => description.methods.includes(method);
  return {
    cases: [
      ...knownSignatures(system).map(knownCase),
      largeBody,
      ...memoryCases('verify', system),
      ...KNOWN_STREAMS.map(knownCase),
      ...memoryCases('receive', system),
      ...clientCases(context, description.methods),
    ].filter(listed),
    properties: [GENERATED_STREAMS, ...generatedSignatures()].filter(listed),
  };
}

/** Ends a case: the gate is interrupted, its time has run out, or a method is no longer called. */
class CutShort extends Error {}

/** The part of the gate of a case. */
const areaOf = ({ id }: Pick<GateCase, 'id'>) => id.split('/')[0] as Area;

class Gate implements Asker {
  readonly #options: GateOptions;
  readonly #context: ClientContext;
  /** Every call that failed, and how. */
  readonly #failed: { readonly method: Method; readonly failure: Failure }[] = [];
  readonly systemClock: boolean;
  #breached = false;
  #exchanges = 0;
  /** The most recent case. */
  #last: GateCase | undefined;
  #repeats = MOST_REPEATS;
  /** Whether the last call hung. */
  #hung = false;
  /** When the time of an optional case is over, in milliseconds of running time. */
  #lateAt = LAST_CALL_MS;
  /** How many values were drawn for each property. */
  readonly #drawn = new Map<Property, number>();

  constructor(options: GateOptions, context: ClientContext) {
    this.#options = options;
    this.#context = context;
    this.systemClock = options.description.clock === 'system';
  }

  async drive(): Promise<void> {
    const { description, only, caseId } = this.#options;
    const { cases, properties } = gateCases(description, this.#context);
    const isWanted = (each: Pick<GateCase, 'id'>) => only === undefined || areaOf(each) === only;
    const wanted = caseId === undefined ? cases.filter(isWanted) : [caseOf(caseId, cases, properties)];
    const drawn = caseId === undefined ? properties.filter(isWanted) : [];
    const isClient = (each: GateCase) => areaOf(each) === 'client';
    const comesLate = (each: GateCase) => showsStoppedClock(each) || (isClient(each) && isOptional(each));
    const stageOf = (each: GateCase) => (comesLate(each) ? 'late' : isClient(each) ? 'client' : 'webhooks');
    const { webhooks = [], client = [], late = [] } = Object.groupBy(wanted, stageOf);
    // Client cases come late, because calls may take time.
    for (const each of webhooks) await this.#ask(each);
    await this.#share(drawn, LAST_DRAW_MS, property => this.#draw(property));
    for (const each of client) await this.#ask(each);
    await this.#share([...drawn, ...late], LAST_CALL_MS, each =>
      'ask' in each ? this.#ask(each) : this.#draw(each, true),
    );
    await this.#end();
  }

  /** Gives each of these an equal share of the time until then, and what those before it leave. */
  async #share<T>(all: readonly T[], untilMs: number, take: (one: T) => Promise<unknown>): Promise<void> {
    for (const [nth, one] of all.entries()) {
      const { elapsed } = this.#options.time;
      this.#lateAt = elapsed + (untilMs - elapsed) / (all.length - nth);
      await take(one);
    }
  }

  /** Ends the adapter. Output after its last answer belongs to the last case. */
  async #end(): Promise<void> {
    const late = await this.#options.adapter.end();
    if (late === undefined || this.#last === undefined || this.#options.signal.aborted) return;
    const { id, method, title } = this.#last;
    const problem = adapterProblem(late, method, [{ name: 'case', value: title }]);
    if (problem) this.#options.recorder.write({ type: 'case', id, method, passed: [], problems: [problem] });
  }

  async call<M extends Method>(method: M, params: Params<M>): Promise<AdapterReply<Result<M>>> {
    const reason = this.#whyNot(method);
    if (reason !== undefined) throw new CutShort(reason);
    const reply = await this.#options.adapter.call(method, params);
    // An interrupted call has no valid answer.
    if (this.#options.signal.aborted) throw new CutShort('over');
    this.#hung = reply.kind === 'broke' && reply.failure === 'hang';
    if (reply.kind === 'broke') this.#failed.push({ method, failure: reply.failure });
    return reply;
  }

  now(): number {
    return this.systemClock ? Math.floor(this.#options.world.now() / 1000) : INJECTED_NOW;
  }

  restart(): Promise<void> {
    return this.#options.adapter.close();
  }

  isLate(): boolean {
    return this.#options.time.elapsed > this.#lateAt;
  }

  /** Asks one case and records it. */
  async #ask(each: GateCase): Promise<void> {
    const from = this.#options.world.now();
    const judged = await this.#alone(each, await this.#judge(each.method, each.ask));
    if (judged.cutShort === undefined) this.#last = each;
    if (judged.cutShort !== 'over') this.#record(each, judged, from);
  }

  /** The result of a case. If a fresh process answers a wrong one rightly, the result says so. */
  async #alone(each: GateCase, judged: CaseResult): Promise<CaseResult> {
    const isWrong = (one: CaseProblem) => one.severity === 'breach' && one.answered !== undefined && !isOfAdapter(one);
    const wrong = judged.problems.find(isWrong);
    if (wrong === undefined || this.#repeats === 0) return judged;
    this.#repeats--;
    await this.restart();
    const again = await this.#judge(each.method, each.ask);
    if (again.cutShort !== undefined || again.problems.some(({ severity }) => severity === 'breach')) return judged;
    this.#repeats = 0;
    return { ...judged, problems: [keptProblem(wrong, showsStoppedClock(each) ? STARTED : undefined)] };
  }

  /** The result of a question. If it was cut short, the result says only why. */
  async #judge(method: Method, ask: GateCase['ask']): Promise<CaseResult> {
    try {
      const reason = this.#whyNot(method);
      if (reason !== undefined) throw new CutShort(reason);
      return await ask(this);
    } catch (thrown) {
      if (!(thrown instanceof CutShort)) throw thrown;
      return { passed: [], problems: [], cutShort: thrown.message };
    }
  }

  /** Draws the values that are left. @param isLast whether to record why some are still left */
  async #draw(property: Property, isLast = false): Promise<void> {
    const { seed, world } = this.#options;
    const idOf = (path: string | number) => ({ ...property, id: `${property.id}@${seed}:${path}` });
    const draws = DRAWS[areaOf(property)];
    const before = this.#drawn.get(property) ?? 0;
    if (before === draws) return;
    const begun = world.now();
    let nth = 0;
    let asked = before;
    let failed: CaseResult | undefined;
    let shrinks = 0;
    let cutShort: string | undefined;
    const outcome = await fc.check(
      fc.asyncProperty(property.questions, async ask => {
        if (nth++ < before || (failed !== undefined && (this.#hung || ++shrinks > MOST_SHRINKS))) return true;
        cutShort ??= this.#whyNot(property.method) ?? (this.isLate() ? 'time ran out' : undefined);
        if (cutShort !== undefined) return true;
        const from = world.now();
        const judged = await this.#judge(property.method, ask);
        cutShort = judged.cutShort;
        if (cutShort !== undefined) return true;
        const breach = judged.problems.some(({ severity }) => severity === 'breach');
        if (failed === undefined && !breach) this.#record(idOf(asked), judged, from);
        if (failed === undefined) asked++;
        if (breach) failed = judged;
        return !breach;
      }),
      { seed, numRuns: draws },
    );
    this.#drawn.set(property, failed === undefined ? asked : draws);
    if (failed !== undefined && outcome.counterexamplePath !== null) {
      this.#record(idOf(outcome.counterexamplePath), failed, world.now());
      cutShort = 'a draw failed, and was shrunk';
    } else if (!isLast) return;
    if (cutShort === undefined || cutShort === 'over') return;
    cutShort += `, after ${asked} of ${draws} draws`;
    this.#record(property, { passed: [], problems: [], cutShort }, begun);
  }

  /** Why a method is no longer called; `over` if the gate has ended; `undefined` if the method may be called. */
  #whyNot(method: Method): string | undefined {
    const { signal, firstBreach = false } = this.#options;
    if (signal.aborted || (firstBreach && this.#breached)) return 'over';
    const often = (...kinds: readonly Failure[]) =>
      this.#failed.filter(one => one.method === method && kinds.includes(one.failure)).length;
    if (often('hang') >= MOST_HANGS) return `${method} hung twice and was skipped from then on`;
    if (often('death', 'flood') >= MOST_DEATHS)
      return `the adapter died ${MOST_DEATHS} times over ${method}, which was skipped from then on`;
    const isLate = this.#options.time.elapsed > LAST_CALL_MS;
    return isLate ? 'time ran out: the SDK answers too slowly for a gate of 60 s' : undefined;
  }

  /** Records the result of a case; if it was cut short, only the reason. */
  #record({ id, method, title }: Omit<GateCase, 'ask'>, judged: CaseResult, from: number): void {
    const area = areaOf({ id });
    const { recorder, world } = this.#options;
    const { passed, cutShort, clock } = judged;
    const problems = withExplainers(judged);
    if (problems.some(({ severity }) => severity === 'breach')) this.#breached = true;
    const scenario = { type: 'scenario', id, suite: area, title, from, to: world.now() } as const;
    if (cutShort !== undefined) return void recorder.write({ ...scenario, outcome: 'skipped', reason: cutShort });
    if (area === 'client') {
      for (const exchange of this.#context.wire.exchanges(method, MOST_EXCHANGES))
        recorder.write({ type: 'exchange', ...exchange, id: `x${++this.#exchanges}`, scenario: id });
    }
    const showed = { passed: [...new Set(passed)], problems, ...(clock && { clock }) };
    recorder.write({ type: 'case', id, method, ...showed });
    recorder.write({ ...scenario, outcome: 'done' });
  }
}

/** The case with an id: a known case, or the value of a property, drawn again. */
function caseOf(id: string, cases: readonly GateCase[], properties: readonly Property[]): GateCase {
  const known = cases.find(candidate => candidate.id === id);
  if (known !== undefined) return known;
  const [, name = '', seed = '', path = ''] = /^(.*)@(-?\d+):([\d:]+)$/.exec(id) ?? [];
  const property = properties.find(candidate => candidate.id === name);
  const [ask] = property ? fc.sample(property.questions, { seed: Number(seed), path, numRuns: 1 }) : [];
  if (property !== undefined && ask !== undefined) return { ...property, id, ask };
  throw unknownCase(id, cases, 'adapter');
}
