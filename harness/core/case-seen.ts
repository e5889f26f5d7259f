import { choice, list, number, type Of, object, optional, text, word } from './schema.ts';

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

/** One case that an SDK was asked through its adapter (`gate`). */
export const CaseSeen = object({
  /** Its scenario has the same id. */
  id: word,
  method: word,
  /** Requirements that the answer satisfies. */
  passed: list(word),
  problems: list(CaseProblem),
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

/** What a gate asks, and which SDK. */
export const GateInfo = object({
  /** The number of the set of cases: a new case cannot demote an unchanged SDK unnoticed. */
  edition: number,
  adapter: object({
    name: text,
    version: text,
    language: text,
    clock: choice('injected', 'system'),
    methods: list(text),
    /** The command line that started it. */
    command: list(text),
  }),
  /** The one area, or the one case, that was asked for; of a merged record all of them. */
  only: optional(text),
});
export interface GateInfo extends Of<typeof GateInfo> {}

/** What the gates of several runs asked together. */
export function mergeGates(gates: readonly [GateInfo, ...GateInfo[]]): GateInfo {
  const { only: _, ...gate } = gates[0];
  const parts = new Set(gates.map(({ only }) => only));
  return parts.has(undefined) ? gate : { ...gate, only: [...parts].join(' and ') };
}
