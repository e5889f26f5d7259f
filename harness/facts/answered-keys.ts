import { readCondition } from '../evidence/condition.ts';
import type { StepAnswer } from '../evidence/dialect.ts';
import type { Fact } from './fact.ts';
import { factsAbout, mostSay, type Reading, shown } from './reading.ts';

/**
 * The documented keys that a fact answers: how each is read from the facts. The observed dialect has what all
 * observations say, the twin what most do.
 */
export const ANSWERED = {
  simulateNeedsKey,
  simulateStatus: facts => mostSay(factsAbout(facts, 'simulate.status', /./), numberIn),
  unknownOrder: facts => mostSay(factsAbout(facts, 'simulate.unknown-order', /^$/), stepAnswer),
  illegalStep: facts => mostSay(factsAbout(facts, 'simulate.illegal-step', wordsOf('illegal-step')), stepAnswer),
  repeatedStep: facts => mostSay(factsAbout(facts, 'simulate.repeated-step', wordsOf('repeated-step')), stepAnswer),
} as const satisfies { readonly [key: string]: (facts: readonly Fact[]) => Reading | undefined };

/** Any other than a key that is missing may be taken for a key of someone else. */
function simulateNeedsKey(facts: readonly Fact[]): Reading<boolean> | undefined {
  const about = (condition: 'without-key' | 'wrong-key') =>
    mostSay(factsAbout(facts, 'simulate.key', wordsOf(condition)), value =>
      typeof value === 'boolean' ? value : undefined,
    );
  const wrong = about('wrong-key');
  return about('without-key') ?? (wrong?.value === false ? wrong : undefined);
}

/** The statuses of the onramp errors; one of a gateway is none of the service. */
export function onrampErrors(facts: readonly Fact[]): Reading<readonly number[]> | undefined {
  const about = factsAbout(facts, 'onramp.error-statuses').flatMap(({ value, values = [{ value }], evidence }) =>
    values.flatMap(own => (typeof own.value === 'number' ? [{ status: own.value, evidence }] : [])),
  );
  const statuses = new Set(about.map(({ status }) => status));
  return shown(
    [...statuses].sort((a, b) => a - b),
    about.flatMap(({ evidence }) => evidence),
  );
}

function wordsOf(condition: 'without-key' | 'wrong-key' | 'illegal-step' | 'repeated-step'): string | undefined {
  return readCondition(condition)?.words;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function stepAnswer(value: unknown): StepAnswer | undefined {
  return value === 'fires' || value === 'ignored' ? value : numberIn(value);
}
