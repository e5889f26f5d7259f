import type { Arbitrary } from 'fast-check';
import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Answers, Clock } from './diagnosis/answer.ts';
import type { AdapterReply, Area, Method, Params, Result } from './protocol.ts';

/** What the gate gives a case while it is asked. */
export interface Asker {
  /** Asks the SDK. @throws CutShort where it is not asked any more */
  call<M extends Method>(method: M, params: Params<M>): Promise<AdapterReply<Result<M>>>;
  /** The SDK's time, in whole Unix seconds. */
  now(): number;
  /** Whether the SDK reads the machine's clock: then no case may need an exact edge. */
  readonly systemClock: boolean;
  /** Ends the SDK's process; the next call starts another. */
  restart(): Promise<void>;
  /** The milliseconds since the gate began in which this process ran. */
  elapsed(): number;
}

/** Ends a case within it: the gate was interrupted, its time has run out, or a method is no longer called. */
export class CutShort extends Error {}

/** What a case showed. */
export interface CaseResult {
  /** Requirements with a pass. */
  readonly passed: readonly string[];
  readonly problems: readonly CaseProblem[];
  /** Why it was not asked in full. */
  readonly cutShort?: string;
  /** The clock of an SDK that reads the machine's. */
  readonly clock?: Clock;
  /** How SDKs with wrong steps answer a generated case. A record does not hold what was drawn. */
  readonly answers?: Answers;
}

/** The clock of an SDK that has just answered what was signed at `from`; none where the gate sets it. */
export function clockOf(asker: Asker, from: number): { readonly clock?: Clock } {
  return asker.systemClock ? { clock: { from, to: asker.now() } } : {};
}

/** One question to an SDK, with an id that asks it again (`--case`). */
export interface GateCase {
  /** `<area>/<table>/<name>`; stable within an edition. */
  readonly id: string;
  readonly method: Method;
  /** What it asks, as a noun phrase. */
  readonly title: string;
  ask(asker: Asker): Promise<CaseResult>;
}

/** The part of the gate that a case belongs to. */
export const areaOf = ({ id }: Pick<GateCase, 'id'>) => id.split('/')[0] as Area;

/** A question over random values, with the id `<area>/generated/<name>`. A failing value is shrunk. */
export interface Property extends Omit<GateCase, 'ask'> {
  /** The question over each value. The id of its case is `<id>@<seed>:<path>`. */
  readonly questions: Arbitrary<GateCase['ask']>;
}
