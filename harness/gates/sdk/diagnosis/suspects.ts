import { setImmediate } from 'node:timers/promises';
import { oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import { ADAPTER_FAILURES } from '../adapter-problem.ts';
import type { CaseResult } from '../gate-case.ts';
import { KNOWN_MISTAKES, type KnownMistake, type WrongSteps } from '../mistakes/known-mistakes.ts';
import type { Answers } from './answer.ts';
import type { Suspicion } from './cover.ts';
import { type WebhookCase, webhookCaseOf, webhookCases } from './webhook-cases.ts';

/** How an SDK with a known mistake answers. */
interface Prediction {
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
function answersBy(mistake: KnownMistake, answers: Answers): readonly string[] {
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
  const failures = [...webhookCases().values()].flatMap(each => {
    const answer = predict(mistake)
      .answers(each)
      .find(one => isBreach(each, one));
    return answer === undefined
      ? []
      : each
          .problems(answer)
          .slice(0, 1)
          .map(problem => ({ ...each, problem }));
  });
  const verify = failures.filter(({ method }) => method === 'verify');
  const symptoms = (verify.length > 0 ? verify : failures).map(({ problem }) => problem);
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

/** A breach that was seen: in a known case, or in a generated one with the mistakes that would answer so. */
export type Failed = {
  readonly id: string;
  readonly method: string;
  /** The answer in short. */
  readonly answered: string;
  readonly problem: CaseProblem;
} & ({ readonly known: WebhookCase } | { readonly mistakes: readonly string[] });

/** What an SDK's answers about webhooks say of the mistakes that it makes. */
export interface Observations {
  readonly failed: readonly Failed[];
  /** Known cases that were answered rightly. */
  readonly passed: readonly WebhookCase[];
  /** Known cases that were answered neither way: the specification leaves them open. */
  readonly chosen: readonly { readonly known: WebhookCase; readonly answered: string }[];
}

/** Reads the cases about webhooks. A case in which the adapter itself failed says nothing of the SDK. */
export function observe(cases: readonly CaseRecord[]): Observations {
  const failed: Failed[] = [];
  const passed: WebhookCase[] = [];
  const chosen: { readonly known: WebhookCase; readonly answered: string }[] = [];
  for (const seen of cases) {
    const { id, method, problems } = seen;
    const known = webhookCaseOf(seen);
    const [problem] = problems;
    const { answered, mistakes } = problem ?? {};
    if (answered !== undefined && ADAPTER_FAILURES.has(answered)) continue;
    const breach = problems.some(({ severity }) => severity === 'breach');
    if (known === undefined) {
      if (breach && answered !== undefined && problem !== undefined && mistakes !== undefined)
        failed.push({ id, method, answered, problem, mistakes });
    } else if (problem === undefined) passed.push(known);
    else if (answered === undefined) continue;
    else if (breach) failed.push({ id, method, answered, problem, known });
    else chosen.push({ known, answered });
  }
  return { failed, passed, chosen };
}

/** Whether a mistake explains a breach: it leads to that very answer. */
function explains(mistake: KnownMistake, failed: Failed): boolean {
  return 'mistakes' in failed
    ? failed.mistakes.includes(mistake.name)
    : predict(mistake).answers(failed.known).includes(failed.answered);
}

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
export async function simulateMistakes(cases: readonly CaseRecord[], signal: AbortSignal): Promise<void> {
  const seen = observe(cases);
  for (const mistake of KNOWN_MISTAKES) {
    if (signal.aborted || seen.failed.length === 0) return;
    suspect(mistake, seen);
    await setImmediate();
  }
}
