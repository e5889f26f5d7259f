import { boolean, choice, list, number, type Of, object, optional, text, word } from './schema.ts';

/** What is wrong, or worth advice, in an SDK's answer to one case. */
export const CaseProblem = object({
  requirement: word,
  also: optional(list(word)),
  severity: choice('breach', 'advice'),
  /** Problems of one requirement and one cause are one finding. */
  cause: text,
  message: text,
  expected: text,
  /** What the SDK received, and what it answered. */
  received: text,
  likely: optional(text),
  /** What was answered to a webhook, in short: two SDKs that answer alike have the same text. */
  answered: optional(word),
  /** Of a generated case: sets of known mistakes, each of which would answer in the same way. */
  explainedBy: optional(list(list(word))),
});
export interface CaseProblem extends Of<typeof CaseProblem> {}

/** One case of a gate: of an SDK through its adapter, or of a backend through its webhook endpoint. */
export const CaseSeen = object({
  /** Its scenario has the same id. */
  id: word,
  method: word,
  /** Requirements that the answer satisfies. */
  passed: list(word),
  problems: list(CaseProblem),
  /** What was sent to a backend and what it answered, one line each; of an endpoint's case. */
  history: optional(list(text)),
  /** What it shows of a gap, which is never judged. */
  observed: optional(object({ gap: word, value: text })),
});
export interface CaseSeen extends Of<typeof CaseSeen> {}

/** Each case of several runs once: a case that failed in one of them has failed, whatever it showed in another. */
export function mergeCases(cases: readonly CaseSeen[]): readonly CaseSeen[] {
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
