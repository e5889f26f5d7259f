import { oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import type { CaseResult } from '../gate-case.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import type { Answers } from './answer.ts';
import { type WebhookCase, webhookCases } from './webhook-cases.ts';

/** How an SDK with a known mistake answers. */
export interface Prediction {
  /** Its answers to a case: one, or several where the mistake is made in several ways. */
  answers(each: WebhookCase): readonly string[];
  /** Whether every answer that is possible is a breach. */
  fails(each: WebhookCase): boolean;
}

/** Whether an answer to a case is a breach. */
export function isBreach(each: WebhookCase, answer: string): boolean {
  return each.problems(answer).some(({ severity }) => severity === 'breach');
}

/** The answers that a mistake leads to, in any of its ways. */
export function answersBy(mistake: KnownMistake, answers: Answers): readonly string[] {
  return [...new Set([mistake, ...mistake.variants].flatMap(answers))];
}

/** What a known mistake leads to. Each case is simulated once. */
export const predict: (mistake: KnownMistake) => Prediction = oncePerKey(mistake => {
  const answers = oncePerObject((each: WebhookCase) => answersBy(mistake, each.answers));
  return { answers, fails: each => answers(each).every(answer => isBreach(each, answer)) };
});

/** What a finding names first. */
export type Symptom = Pick<CaseProblem, 'requirement' | 'message'>;

/**
 * What a mistake shows most often, in verify before receive: the same whichever cases were asked, so that one case
 * alone is worded like all.
 */
export const symptomOf: (mistake: KnownMistake) => Symptom = oncePerKey(mistake => {
  const failures = [...webhookCases().values()].filter(each => predict(mistake).fails(each));
  const verify = failures.filter(({ method }) => method === 'verify');
  const symptoms = (verify.length > 0 ? verify : failures).flatMap(each => {
    const [answer = ''] = predict(mistake).answers(each);
    return each.problems(answer).slice(0, 1);
  });
  const alike = Map.groupBy(symptoms, ({ requirement, message }) => `${requirement} ${message}`);
  const [[{ requirement = '', message = '' } = {}] = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { requirement, message };
});

/** The problems of a generated case, each with the known mistakes that lead to its answer. */
export function withExplainers({ problems, answers }: CaseResult): readonly CaseProblem[] {
  const [{ answered } = {}] = problems;
  if (answered === undefined || answers === undefined) return problems;
  const mistakes = KNOWN_MISTAKES.filter(mistake => answersBy(mistake, answers).includes(answered));
  return problems.map(problem => ({ ...problem, mistakes: mistakes.map(({ name }) => name) }));
}
