import type { Arbitrary } from 'fast-check';
import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Answers, Clock } from './diagnosis/answer.ts';
import type { AdapterReply, Method, Params, Result } from './protocol.ts';

/** What a case may do with the SDK. */
export interface Asker {
  /** Calls the SDK. Throws, and so ends the case, if the gate makes no more such calls. */
  call<M extends Method>(method: M, params: Params<M>): Promise<AdapterReply<Result<M>>>;
  /** The SDK's clock, in whole Unix seconds. */
  now(): number;
  /** Whether the SDK reads the system clock. Cases then must not depend on an exact second. */
  readonly systemClock: boolean;
  /** Ends the SDK's process. The next call starts a new one. */
  restart(): Promise<void>;
  /** The running time of the gate, in milliseconds. */
  elapsed(): number;
}

/** The result of a case. */
export interface CaseResult {
  /** Requirements that passed. */
  readonly passed: readonly string[];
  readonly problems: readonly CaseProblem[];
  /** Why the case was cut short. */
  readonly cutShort?: string;
  /** The clock of an SDK that reads the system clock. */
  readonly clock?: Clock;
  /** How SDKs with wrong steps answer a generated case. The record does not contain the drawn values. */
  readonly answers?: Answers;
}

/** The clock of an SDK that has just answered a question signed at `from`; empty if the gate sets the clock. */
export function clockOf(asker: Asker, from: number): { readonly clock?: Clock } {
  return asker.systemClock ? { clock: { from, to: asker.now() } } : {};
}

/** One question to an SDK. `--case` asks it again by its id. */
export interface GateCase {
  /** `<area>/<table>/<name>`; stable within an edition. */
  readonly id: string;
  readonly method: Method;
  /** What it asks, as a noun phrase. */
  readonly title: string;
  ask(asker: Asker): Promise<CaseResult>;
}

/** A question about random values, with the id `<area>/generated/<name>`. A failing value is shrunk. */
export interface Property extends Omit<GateCase, 'ask'> {
  /** The question about each value. The id of its case is `<id>@<seed>:<path>`. */
  readonly questions: Arbitrary<GateCase['ask']>;
}
