import type { CaseProblem } from '../../core/evidence.ts';
import { oncePerKey } from '../../core/once.ts';
import { combinations } from '../mistakes/combine.ts';
import type { KnownMistake, WrongSteps } from '../mistakes/known-mistakes.ts';
import { type WebhookCase, webhookCases } from './webhook-cases.ts';

/** How an SDK with some known mistakes answers. */
export interface Prediction {
  /** The names of the mistakes. */
  readonly names: ReadonlySet<string>;
  /** Its answers to a case: one, or several where either is possible. */
  answers(each: WebhookCase): readonly string[];
  /** Whether every answer that is possible is a breach. */
  fails(each: WebhookCase): boolean;
  /** Whether every answer is a breach if the digests are those that are known here. */
  likelyFails(each: WebhookCase): boolean;
  /** Whether any valid delivery may be refused, since the bytes of its digest are chance. */
  readonly byChance: boolean;
}

/** Whether an answer to a case is a breach. */
export function isBreach(each: WebhookCase, answer: string): boolean {
  return each.problems(answer).some(({ severity }) => severity === 'breach');
}

/** What several mistakes at once lead to. Computed when it is asked for. */
export function predict(mistakes: readonly KnownMistake[]): Prediction {
  const [only, ...others] = mistakes;
  return only !== undefined && others.length === 0 ? predictOne(only) : make(mistakes);
}

/** A single mistake is asked for again and again. */
const predictOne = oncePerKey((mistake: KnownMistake) => make([mistake]));

function make(mistakes: readonly KnownMistake[]): Prediction {
  const byChance = mistakes.some(mistake => mistake.byChance !== undefined);
  const answersBy = (ways: readonly WrongSteps[]) =>
    oncePerKey((each: WebhookCase) => [...new Set(ways.flatMap(steps => each.answers(steps)))]);
  const exact = answersBy(combinations(mistakes));
  // The digests of an SDK that reads the machine's clock are others than those that are known here.
  const possible = byChance ? answersBy(combinations(mistakes, true)) : exact;
  const answers = (each: WebhookCase) => (each.digestIsChosen ? exact(each) : possible(each));
  return {
    names: new Set(mistakes.map(({ name }) => name)),
    answers,
    fails: oncePerKey(each => answers(each).every(answer => isBreach(each, answer))),
    likelyFails: each => exact(each).every(answer => isBreach(each, answer)),
    byChance,
  };
}

/** The known cases that a single mistake answers wrongly. */
export const failuresOf: (mistake: KnownMistake) => readonly WebhookCase[] = oncePerKey(mistake =>
  [...webhookCases().values()].filter(each => predict([mistake]).fails(each)),
);

/** What a finding names first. */
export type Symptom = Pick<CaseProblem, 'requirement' | 'message'>;

/**
 * What a mistake shows most often, in verify before receive: the same whichever cases were asked, so that one case
 * alone is worded like all.
 */
export const symptomOf: (mistake: KnownMistake) => Symptom = oncePerKey(mistake => {
  const failures = failuresOf(mistake);
  const verify = failures.filter(({ method }) => method === 'verify');
  const symptoms = (verify.length > 0 ? verify : failures).flatMap(each => {
    const [answer = ''] = predict([mistake]).answers(each);
    return each.problems(answer).slice(0, 1);
  });
  const alike = Map.groupBy(symptoms, ({ requirement, message }) => `${requirement} ${message}`);
  const [[{ requirement = '', message = '' } = {}] = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { requirement, message };
});
