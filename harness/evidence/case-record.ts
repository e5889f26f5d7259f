import { boolean, choice, list, number, type Of, object, optional, tagged, text, word } from '../base/schema.ts';

/** What is wrong, or worth advice, in an SDK's answer to one case. */
export const CaseProblem = object({
  requirement: word,
  also: optional(list(word)),
  severity: choice('breach', 'advice'),
  /** Problems of one requirement and one cause are one finding. */
  cause: text,
  message: text,
  expected: text,
  /** What the SDK answered, or sent. */
  received: text,
  /** What led to it, by name: the case, and what the SDK was given. */
  context: optional(list(object({ name: text, value: text }))),
  /** Where what it answered or sent differs from what was expected, where that has places. */
  differences: optional(list(object({ at: text, expected: optional(text), received: optional(text) }))),
  likely: optional(text),
  /** What it leads to, where that differs from what a breach of the requirement usually leads to. */
  leadsTo: optional(text),
  /** What was answered to a webhook, in short: two SDKs that answer alike have the same text. */
  answered: optional(word),
  /** Of a generated case: the known mistakes that would answer in the same way. */
  mistakes: optional(list(word)),
});
export interface CaseProblem extends Of<typeof CaseProblem> {}

/** A webhook that a backend got, and its answer. */
const HistoryDelivery = object({
  /** When it was sent, and when it was answered, in milliseconds since the epoch. */
  at: number,
  to: number,
  order: text,
  /** The id of its event, and the event's type. */
  event: text,
  eventType: text,
  /** Which of several it is, or how it differs from an ordinary webhook. */
  what: optional(text),
  /** It must not be accepted. */
  forged: optional(boolean),
  /** A status, or why there is none. */
  answer: text,
  /** Its effect, or its answer, is wrong. */
  wrong: optional(boolean),
});

/** What happened in a case of a backend, one step at a time. */
const HistoryStep = tagged({
  delivery: { schema: HistoryDelivery },
  /** Something besides: the backend was killed, or many other events came. */
  disturbance: { schema: object({ at: number, what: text }) },
  /** The credits of an order were read. */
  credits: { schema: object({ at: number, order: text, count: number, due: number }) },
});
export type HistoryStep = Of<typeof HistoryStep>;

/** One case of a gate: of an SDK through its adapter, or of a backend through its webhook endpoint. */
export const CaseRecord = object({
  /** Its scenario has the same id. */
  id: word,
  method: word,
  /** Requirements that the answer satisfies. */
  passed: list(word),
  problems: list(CaseProblem),
  /** Of an SDK that reads the machine's clock: the Unix seconds when the case was signed, and when it was answered. */
  clock: optional(object({ from: number, to: number })),
  /** What a backend was sent, answered and credited, in order; of an endpoint's case. */
  history: optional(list(HistoryStep)),
  /** What it shows of a gap, which is never judged. */
  observed: optional(object({ gap: word, value: text })),
});
export interface CaseRecord extends Of<typeof CaseRecord> {}

/** Each case of several runs once: a case that failed in one of them has failed, whatever it showed in another. */
export function mergeCases(cases: readonly CaseRecord[]): readonly CaseRecord[] {
  return [...Map.groupBy(cases, ({ id }) => id).values()].flatMap(same => {
    const passed = [...new Set(same.flatMap(one => one.passed))];
    const problems = same.flatMap(one => one.problems);
    return same.slice(0, 1).map(first => ({ ...first, passed, problems }));
  });
}

/** What a gate asks, and of whom: an SDK through its adapter, or a backend through its webhook endpoint. */
export const GateInfo = object({
  /** The number of the set of cases: a new case cannot demote an unchanged SDK unnoticed. */
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
      /** The options that named its commands, to repeat a case with. */
      options: list(text),
    }),
  ),
  /** The one area, or the one case, that was asked for; of a merged record all of them. */
  only: optional(text),
});
export interface GateInfo extends Of<typeof GateInfo> {}

/** The SDK of a gate. */
export type AdapterInfo = NonNullable<GateInfo['adapter']>;

/** What the gates of several runs asked together. */
export function mergeGates(gates: readonly [GateInfo, ...GateInfo[]]): GateInfo {
  const { only: _, ...gate } = gates[0];
  const parts = new Set(gates.map(({ only }) => only));
  return parts.has(undefined) ? gate : { ...gate, only: [...parts].join(' and ') };
}
