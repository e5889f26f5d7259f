import type { KnownFailure } from './known-failure.ts';
import type { SimulateEvent } from './lifecycle.ts';

/** Headers as they crossed the wire: name and value in order, case and duplicates kept. */
export type Headers = readonly (readonly [name: string, value: string])[];

/**
 * A body as the record keeps it: `text` where it is valid UTF-8, `base64` where it is not. `size` and `sha256` are of
 * the exact bytes that crossed the wire; `decoded` names a content coding that was undone, `altered` says that secrets
 * or personal data were replaced, so that the text is no longer those bytes.
 */
export interface Body {
  readonly size: number;
  readonly sha256: string;
  readonly text?: string;
  readonly base64?: string;
  readonly decoded?: string;
  readonly altered?: true;
}

/** Why an exchange has no whole answer. */
export type FailureKind =
  /** No connection: refused, name not found, TLS refused. Nothing was sent. */
  | 'unreachable'
  /** Sent, but the connection was closed without an answer: the outcome is unknown. */
  | 'dropped'
  /** Sent, but no answer within the time: the outcome is unknown. */
  | 'timeout'
  /** The answer began and was cut short. */
  | 'cut'
  /** The run stopped before the answer. */
  | 'aborted'
  /** What came back is not HTTP. */
  | 'not-http';

/** One HTTP request of ours and its response. Times are milliseconds since the epoch. */
export interface Exchange {
  readonly id: string;
  readonly scenario?: string;
  readonly journey?: string;
  /** The operation of the OpenAPI file; absent where the call is to no documented route. */
  readonly operation?: string;
  /** What the call was made for, where it matters to a check: `unknown-order`, `without-key`… */
  readonly condition?: string;
  /** How many times this request had been sent before (only a GET is). */
  readonly attempt: number;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly request: { readonly method: string; readonly url: string; readonly headers: Headers; readonly body?: Body };
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: Body };
  readonly failure?: { readonly kind: FailureKind; readonly code?: string; readonly message: string };
  /** Names of secrets that the answer gave back. */
  readonly leaked?: readonly string[];
}

/** A digest that does not verify as the rules say, but would if they said otherwise: what the sender likely did. */
export type NearMiss =
  | 'reserialised-body'
  | 'trimmed-body'
  | 'body-only'
  | 'no-dot'
  | 'uppercase-hex'
  | 'base64'
  | 'sha1'
  | 'sha512'
  | 'other-t'
  | 'decoded-secret'
  | 'truncated'
  | 'plain-sha256'
  | 'other-separator';

/** What the observer, who may see the secrets, found out about one signature header of a delivery. */
export interface SignatureSeen {
  /** The header's name as it was sent. */
  readonly header: string;
  /** Every `t`, as it stands. */
  readonly t: readonly string[];
  /** How many `v1` there are. */
  readonly v1: number;
  /** How many of them are 64 lowercase hex digits. */
  readonly wellFormed: number;
  /** Names of other pairs. */
  readonly others: readonly string[];
  /** Elements that are not `k=v`. */
  readonly malformed: number;
  /** Slots of the secrets (their positions in SIGNING_SECRET) that a `v1` verifies under. */
  readonly slots: readonly number[];
  /** Where no slot verifies: what would have. */
  readonly nearMiss?: NearMiss;
}

/** How the receiver answered a delivery. */
export interface Answer {
  /** `status`: at once; `slow`: held, then dropped without an answer; `drop`: dropped at once. */
  readonly kind: 'status' | 'slow' | 'drop';
  readonly status?: number;
  /** Answered to make the service send it again. */
  readonly refused: boolean;
}

/** One webhook request that reached the receiver. */
export interface Delivery {
  readonly id: string;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Body;
  /** False where the sender stopped in the middle of the body. */
  readonly complete: boolean;
  /** False where it came to another path than the run's own. */
  readonly ours: boolean;
  readonly answer: Answer;
  readonly signatures: readonly SignatureSeen[];
  readonly leaked?: readonly string[];
  /** The number of the connection it came on. */
  readonly connection: number;
}

/** One simulate call of a journey. */
export interface Step {
  readonly journey: string;
  readonly event: SimulateEvent;
  readonly exchange: string;
  /** When it was sent. */
  readonly at: number;
  readonly receivedAmount?: string;
  readonly receivedNetwork?: string;
}

/** One collection order, from its creation to its end. */
export interface Journey {
  readonly id: string;
  readonly scenario: string;
  readonly order: string;
  /** When it was taken, and when it was let go; absent while it lasts. */
  readonly from: number;
  readonly to?: number;
  /**
   * From when on, until its end, it was the only journey whose deliveries may name no order, so that what names none is
   * its own. Absent: never.
   */
  readonly alone?: number;
  /** The journey whose silence it looks into: the same steps, with nothing else under way. */
  readonly diagnoses?: string;
  readonly steps: readonly Step[];
}

/** Something due that was waited for. */
export interface Wait {
  readonly journey: string;
  /** `event`: a new event after a step · `redelivery`: a delivery again · `quiet`: that nothing more comes. */
  readonly kind: 'event' | 'redelivery' | 'quiet';
  /** The exchange (of the step) or delivery (refused) that made it due. */
  readonly since: string;
  readonly from: number;
  readonly to: number;
  /** How long was allowed, in milliseconds. */
  readonly allowed: number;
  readonly outcome: 'came' | 'missed' | 'abandoned';
}

/** A time during which what was missing may have been our own fault or the network's. */
export interface Trouble {
  readonly kind: 'target-unreachable' | 'stall' | 'tunnel-down';
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** In a merged record, the shard that had it, as its ids begin: `s2`. */
  readonly shard?: string;
}

/** What became of headers on their way through a tunnel. */
export interface HeaderFidelity {
  /** Whether names arrive in the case in which they are sent. */
  readonly caseKept: boolean;
  /** Whether several lines of one name arrive as they are, not joined or spaced otherwise. */
  readonly linesKept: boolean;
  /** Names, in lower case, of headers that the tunnel puts in. */
  readonly added: readonly string[];
}

/** The way on which webhooks reached the receiver, once it had proved to lead there. */
export interface TunnelSeen {
  readonly at: number;
  readonly kind: 'direct' | 'url' | 'ssh' | 'command';
  readonly name: string;
  /** The address at which it begins, without the run's path. */
  readonly url: string;
  readonly headers: HeaderFidelity;
}

/** What became of one scenario. */
export interface ScenarioSeen {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  readonly from: number;
  readonly to?: number;
  readonly outcome?: 'done' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason?: string;
  /** The setting that would mend it. */
  readonly setting?: string;
}

/** A request to the receiver that was no HTTP, or broken HTTP. */
export interface Malformed {
  readonly at: number;
  readonly code: string;
  readonly packet: Body;
}

/** What is wrong, or worth a word, in an SDK's answer to one case. */
export interface CaseProblem {
  readonly requirement: string;
  readonly also?: readonly string[];
  readonly severity: 'breach' | 'advice';
  /** Problems of one requirement and one cause are one finding. */
  readonly cause: string;
  readonly message: string;
  readonly expected: string;
  /** What the SDK received, and what it answered. */
  readonly received: string;
  readonly likely?: string;
  /** Known mistakes of verifiers that would answer in the same way. */
  readonly explainedBy?: readonly string[];
}

/** One case that an SDK was asked through its adapter (`gate`); its scenario has the same id. */
export interface CaseSeen {
  readonly id: string;
  readonly method: string;
  /** Requirements that it showed to hold. */
  readonly passed: readonly string[];
  readonly problems: readonly CaseProblem[];
}

/** What a gate asks, and whom. */
export interface GateInfo {
  /** The number of the set of cases: a new case cannot demote an unchanged SDK unawares. */
  readonly edition: number;
  readonly adapter: {
    readonly name: string;
    readonly version: string;
    readonly language: string;
    readonly clock: 'injected' | 'system';
    readonly methods: readonly string[];
    /** The command line that started it. */
    readonly command: readonly string[];
  };
  /** The one part, or the one case, that was asked for. */
  readonly only?: string;
}

/** What the run is. */
export interface RunInfo {
  readonly schema: 1;
  readonly run: string;
  readonly at: number;
  readonly seed: number;
  /** Where the service is met; for a gate the SDK, by its name and version. */
  readonly target: { readonly kind: 'embedded' | 'remote' | 'sdk'; readonly url: string };
  readonly harness: string;
  readonly node: string;
  /** Settings that the judgement needs, none secret. */
  readonly settings: {
    readonly deliveryTimeoutMs: number;
    readonly redeliveryTimeoutMs: number;
    /** How many signing secrets were known at the start. */
    readonly secrets: number;
    readonly suites: readonly string[];
    /** False where no key was configured, and a published one was tried. */
    readonly keyGiven: boolean;
    /** The setting that orders come from. */
    readonly orderSetting: string;
    /** Which of how many shards this is; absent for a run by itself. */
    readonly shards?: { readonly of: number; readonly have: readonly number[] };
  };
  /** The dialect that the target is held to, where one was given. */
  readonly dialect?: { readonly [key: string]: unknown };
  readonly faults?: readonly string[];
  /** The ids of the runs that this one was made of. */
  readonly merged?: readonly string[];
  /** Breaches that were known before, and are borne with. */
  readonly known?: readonly KnownFailure[];
  /** Present where an SDK was judged, not a service. */
  readonly gate?: GateInfo;
}

/** How the run ended: by itself, by a person, by its deadline; because something of theirs or ours was away; by a bug of ours. */
export interface RunEnd {
  readonly at: number;
  readonly reason: 'done' | 'interrupted' | 'deadline' | 'unreachable' | 'broken';
  readonly message?: string;
  /** The code of the error that ended it, what it had received, and the next step that it names. */
  readonly code?: string;
  readonly received?: string;
  readonly next?: string;
}

/** Everything that a run observed, as checks read it. */
export interface Evidence {
  readonly run: RunInfo;
  readonly scenarios: readonly ScenarioSeen[];
  /** The collection orders that were there to be driven, taken or not; absent where there were none. */
  readonly orders?: readonly string[];
  readonly journeys: readonly Journey[];
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  readonly waits: readonly Wait[];
  readonly troubles: readonly Trouble[];
  readonly malformed: readonly Malformed[];
  /** Ways of the webhooks, one after another; none where the receiver was reached without a tunnel. */
  readonly tunnels: readonly TunnelSeen[];
  /** What an SDK was asked; none in a run against a service. */
  readonly cases?: readonly CaseSeen[];
  /** Absent where the record was cut off. */
  readonly end?: RunEnd;
}
