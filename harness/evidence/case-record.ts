import { boolean, choice, list, number, type Of, object, optional, tagged, text, word } from '../base/schema.ts';

/** What is wrong, or worth advice, in an SDK's answer to one case. */
export const CaseProblem = object({
  requirement: word,
  also: optional(list(word)),
  severity: choice('breach', 'advice'),
  /** Problems with the same requirement and cause form one finding. */
  cause: text,
  message: text,
  expected: text,
  /** What the SDK answered or sent. */
  received: text,
  /** What led to it, by name: the case and the input of the SDK. */
  context: optional(list(object({ name: text, value: text }))),
  /** Differences between the expected and the actual answer, by place. */
  differences: optional(list(object({ at: text, expected: optional(text), received: optional(text) }))),
  likely: optional(text),
  /** The consequence, if it differs from the usual one of the requirement. */
  leadsTo: optional(text),
  /** The answer to a webhook, in short: equal answers of two SDKs have the same text. */
  answered: optional(word),
  /** For a generated case, the known mistakes that would give the same answer. */
  mistakes: optional(list(word)),
});
export interface CaseProblem extends Of<typeof CaseProblem> {}

/** A webhook that a backend received, and its answer. */
const HistoryDelivery = object({
  /** When it was sent and when it was answered, in milliseconds since the epoch. */
  at: number,
  to: number,
  order: text,
  /** The id of its event, and the event's type. */
  event: text,
  eventType: text,
  /** Its position among several, or its difference from an ordinary webhook. */
  what: optional(text),
  /** It must not be accepted. */
  forged: optional(boolean),
  /** A status, or the reason why there is none. */
  answer: text,
});

/** One step of a backend's case. */
const HistoryStep = tagged({
  delivery: { schema: HistoryDelivery },
  /** A disturbance: the backend was killed, or many other events came. */
  disturbance: { schema: object({ at: number, what: text }) },
  /** The credits of an order were read. */
  credits: { schema: object({ at: number, order: text, count: number, due: number }) },
});
export type HistoryStep = Of<typeof HistoryStep>;

/** One case of a gate, for an SDK or for a backend. */
export const CaseRecord = object({
  /** Also the id of its scenario. */
  id: word,
  method: word,
  /** Requirements that the answer satisfies. */
  passed: list(word),
  problems: list(CaseProblem),
  /** For an SDK that reads the machine's clock, the Unix seconds when the case was signed and when it was answered. */
  clock: optional(object({ from: number, to: number })),
  /** For a backend, the webhooks, answers and credits, in order. */
  history: optional(list(HistoryStep)),
  /** What it shows about a gap, which is never judged. */
  observed: optional(object({ gap: word, value: text })),
});
export interface CaseRecord extends Of<typeof CaseRecord> {}

/** What a gate tests: an SDK through its adapter, or a backend through its webhook endpoint. */
export const GateInfo = object({
  /** The number of the set of cases, so that a new case does not affect an unchanged SDK unnoticed. */
  edition: number,
  adapter: optional(
    object({
      name: text,
      version: text,
      language: text,
      clock: choice('injected', 'system'),
      methods: list(text),
      /** The command line that started it. */
      command: list(text),
    }),
  ),
  endpoint: optional(
    object({
      /** Whether its credits could be read. */
      credits: boolean,
      /** Whether it could be killed and restarted. */
      restart: boolean,
      /** The options that named its commands, to repeat a case. */
      options: list(text),
    }),
  ),
  /** The only area or case that was requested. */
  only: optional(text),
});
export interface GateInfo extends Of<typeof GateInfo> {}

/** The SDK of a gate. */
export type AdapterInfo = NonNullable<GateInfo['adapter']>;
