import { setImmediate } from 'node:timers/promises';
import { oncePerObject } from '../../../base/once.ts';
import type { CaseSeen } from '../../../evidence/evidence.ts';
import { KNOWN_MISTAKES, type KnownMistake, type WrongSteps } from '../mistakes/known-mistakes.ts';
import type { Suspicion } from './cover.ts';
import { explains, type Failed, type Observations, observe } from './observations.ts';
import { isBreach, predict } from './prediction.ts';
import type { WebhookCase } from './webhook-cases.ts';

/** A mistake that an SDK may make, and the failed cases that it explains. */
export interface Suspect extends Suspicion<Failed> {
  readonly mistake: KnownMistake;
}

/** The known mistakes that explain a failed case. @param named those that were named before */
export function suspectsIn(seen: Observations, named: readonly Suspect[] = []): readonly Suspect[] {
  return KNOWN_MISTAKES.flatMap(mistake => suspect(mistake, seen, named) ?? []);
}

/**
 * What a mistake explains; undefined where it explains nothing. A case that passed contradicts a mistake that fails it,
 * unless one that was named before hides it there.
 * A mistake that breaks every rule may be one of a single method, such as an adapter makes: a case of the other method
 * does not contradict it where it explains every failure of its own.
 */
function suspect(mistake: KnownMistake, seen: Observations, named: readonly Suspect[] = []): Suspect | undefined {
  const own = seen.failed.filter(
    failed => explains(mistake, failed) && named.every(one => canJoin(failed)(one.mistake)(mistake)),
  );
  if (own.length === 0) return undefined;
  const { answers } = predict(mistake);
  // An SDK that makes another mistake, too, may answer rightly.
  const isHidden = (each: WebhookCase) =>
    named.some(one => !jointAnswers(one.mistake, mistake, each).some(answer => isBreach(each, answer)));
  const fails = (each: WebhookCase) => predict(mistake).fails(each) && !isHidden(each);
  if (!mistake.isWhole && seen.passed.some(fails)) return undefined;
  const contradicted = new Set(seen.passed.filter(fails).map(({ method }) => method as string));
  const explainsAll = (wanted: string) =>
    !contradicted.has(wanted) && seen.failed.every(failed => failed.method !== wanted || own.includes(failed));
  const alone = mistake.isWhole ? own.filter(({ method }) => explainsAll(method)) : [];
  const explained = contradicted.size === 0 ? own : alone;
  if (explained.length === 0) return undefined;
  const chosen = seen.chosen.filter(({ known, answered }) => !answers(known).includes(answered));
  const advised = seen.passed.filter(each => answers(each).every(answer => each.problems(answer).length > 0));
  return { mistake, explained, unseen: 0, misfits: chosen.length + advised.length };
}

/** Whether an SDK that makes two mistakes answers a case as was seen. Two in the same step are not made by one SDK. */
const canJoin = oncePerObject((failed: Failed) =>
  oncePerObject((one: KnownMistake) =>
    oncePerObject((other: KnownMistake) => {
      if (!('known' in failed)) return !one.isWhole;
      const { known, answered } = failed;
      const ways = [one, ...one.variants].flatMap(first =>
        [other, ...other.variants].map(second => [first, second] as const),
      );
      return ways.some(([first, second]) => jointAnswers(first, second, known).includes(answered));
    }),
  ),
);

function jointAnswers(one: WrongSteps, other: WrongSteps, each: WebhookCase): readonly string[] {
  const verifier = { ...one.verifier, ...other.verifier };
  const receiver = { ...one.receiver, ...other.receiver };
  return each.answers({ verifier, receiver });
}

/**
 * Simulates each mistake in what was recorded, one after another, so that an interrupt ends it. What is simulated is
 * kept: a diagnosis after it takes no time.
 */
export async function simulateMistakes(cases: readonly CaseSeen[], signal: AbortSignal): Promise<void> {
  const seen = observe(cases);
  for (const mistake of KNOWN_MISTAKES) {
    if (signal.aborted || seen.failed.length === 0) return;
    suspect(mistake, seen);
    await setImmediate();
  }
}
