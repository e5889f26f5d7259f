import { oncePerKey } from '../../core/once.ts';
import { combinations } from '../mistakes/combine.ts';
import type { KnownMistake } from '../mistakes/known-mistakes.ts';
import { type WebhookCase, webhookCases } from './webhook-cases.ts';

/** How an SDK with some known mistakes answers. */
export interface Prediction {
  /** Its answers to a case: one, or several where either is possible. */
  answers(each: WebhookCase): readonly string[];
  /** Whether every answer that is possible is a breach. */
  fails(each: WebhookCase): boolean;
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
  const ways = combinations(mistakes);
  const answers = oncePerKey((each: WebhookCase) => [...new Set(ways.flatMap(steps => each.answers(steps)))]);
  return { answers, fails: oncePerKey(each => answers(each).every(answer => isBreach(each, answer))) };
}

/** The known cases that a single mistake answers wrongly. */
export const failuresOf: (mistake: KnownMistake) => readonly WebhookCase[] = oncePerKey(mistake =>
  [...webhookCases().values()].filter(each => predict([mistake]).fails(each)),
);
