import { oncePerKey } from '../../../base/once.ts';
import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import { ADAPTER_FAILURES } from '../adapter-problem.ts';
import type { CaseResult } from '../gate-case.ts';
import { KEEPS } from '../memory.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import type { Answers } from './answer.ts';
import { cover, type Named, type Suspicion } from './cover.ts';
import { isBreach, predict, predictWay, type WebhookCase, webhookCaseOf, webhookCases } from './webhook-cases.ts';

/** What an SDK does wrong, with the failed cases that follow from it. */
export interface Diagnosis {
  /** Stable: the name of the mistake. */
  readonly name: string;
  /** The likely bug. */
  readonly bug: string;
  readonly symptom: Symptom;
  /** Ids of cases, in the order in which they were asked. */
  readonly cases: readonly string[];
}

/** The most basic cases first, and what an SDK that fails one does not do. Other failures may follow from it. */
export const PLAIN_CASES = [
  { id: 'verify/tolerance/now', name: 'plain-webhook', does: 'accept even a plain valid webhook' },
  { id: 'verify/rotation/retired', name: 'plain-forgery', does: 'refuse even a plain forgery' },
  { id: 'receive/one', name: 'plain-stream', does: 'act even on a single valid delivery' },
];

/** The name of a diagnosis that leaves several mistakes, none of which is certainly the cause. */
export const SEVERAL = 'several-mistakes';

/** How many of several mistakes that explain the same are named. */
const MOST_NAMED = 3;

/**
 * The known mistakes that explain what failed, and contradict no case that passed. A failed case that several of them
 * explain follows from each; what none explains is left out. Where even a plain case fails and no mistake explains it,
 * what it hides is said to follow from that.
 */
export function diagnose(cases: readonly CaseRecord[]): readonly Diagnosis[] {
  let seen = observe(cases);
  let named = namedIn(seen);
  const kept = named.some(({ explained }) => explained.length === seen.failed.length) ? undefined : keptIn(cases, seen);
  if (kept !== undefined) return [kept];
  const plain: Diagnosis[] = [];
  for (const one of PLAIN_CASES) {
    const failed = seen.failed.find(({ id }) => id === one.id);
    if (failed === undefined || named.some(({ explained }) => explained.includes(failed))) continue;
    const isAlike = (other: Failed) => !one.id.startsWith('receive/') && other.answered === failed.answered;
    const hidden = seen.failed.filter(other => other.id.startsWith('receive/') || isAlike(other));
    const { requirement, message } = failed.problem;
    const bug = `it does not ${one.does}, for an unknown reason; other failures may follow from this`;
    plain.push({ name: one.name, bug, symptom: { requirement, message }, cases: hidden.map(({ id }) => id) });
    seen = { ...seen, failed: seen.failed.filter(other => !hidden.includes(other)) };
    named = namedIn(seen);
  }
  const asked = new Set(cases.map(({ id }) => id));
  return [...plain, ...named.map(one => diagnosisOf(one, asked))].toSorted(
    (one, other) => other.cases.length - one.cases.length,
  );
}

/** The mistakes that explain most with least. */
function namedIn(seen: Observations): readonly Named<Suspect>[] {
  return cover(
    seen.failed,
    KNOWN_MISTAKES.flatMap(mistake => suspect(mistake, seen) ?? []),
  );
}

/** One mistake; several, where they explain the same and only cases that were not asked tell them apart. */
function diagnosisOf({ mistake, explained, rivals }: Named<Suspect>, asked: ReadonlySet<string>): Diagnosis {
  const cases = explained.map(({ id }) => id);
  const unasked = [...webhookCases().values()].filter(({ id }) => !asked.has(id));
  const others = rivals.filter(rival =>
    unasked.some(each => `${predict(mistake).answers(each)}` !== `${predict(rival.mistake).answers(each)}`),
  );
  const [first] = explained;
  if (others.length === 0 || first === undefined)
    return { name: mistake.name, bug: mistake.bug, symptom: symptomOf(mistake), cases };
  const bugs = [mistake, ...others.map(other => other.mistake)].map(({ bug }) => bug);
  const more = bugs.length > MOST_NAMED ? `; or one of ${bugs.length - MOST_NAMED} more known mistakes` : '';
  const { requirement, message } = first.problem;
  return {
    name: SEVERAL,
    bug: `${bugs.slice(0, MOST_NAMED).join('; or ')}${more} (the cases that tell these apart were not asked)`,
    symptom: { requirement, message },
    cases,
  };
}

/** What an SDK keeps from call to call, with every failure, since any may follow; undefined where no case shows it. */
function keptIn(cases: readonly CaseRecord[], seen: Observations): Diagnosis | undefined {
  const shown = cases.flatMap(({ id, problems }) =>
    problems.filter(({ cause }) => cause.startsWith(KEEPS)).map(problem => ({ id, problem })),
  );
  const [first] = shown;
  if (first === undefined) return undefined;
  const { requirement, message, likely, cause } = first.problem;
  const same = shown.filter(({ problem }) => problem.cause === cause);
  return {
    name: cause,
    bug: `${likely}; other failures may follow from this`,
    symptom: { requirement, message },
    cases: [...same, ...seen.failed].map(({ id }) => id),
  };
}

/** The answers that a mistake leads to, in any of its ways. */
function answersBy(mistake: KnownMistake, answers: Answers): readonly string[] {
  return [...new Set(mistake.ways.flatMap(answers))];
}

/** What a finding names first. */
type Symptom = Pick<CaseProblem, 'requirement' | 'message'>;

/** What a mistake shows most often, in verify before receive, whichever cases were asked. */
const symptomOf: (mistake: KnownMistake) => Symptom = oncePerKey(mistake => {
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
type Failed = {
  readonly id: string;
  readonly method: string;
  /** The answer in short. */
  readonly answered: string;
  readonly problem: CaseProblem;
} & ({ readonly known: WebhookCase } | { readonly mistakes: readonly string[] });

/** What an SDK's answers about webhooks say of the mistakes that it makes. */
interface Observations {
  readonly failed: readonly Failed[];
  /** Known cases that were answered rightly. */
  readonly passed: readonly WebhookCase[];
  /** Known cases that were answered neither way: the specification leaves them open. */
  readonly chosen: readonly { readonly known: WebhookCase; readonly answered: string }[];
}

/** Reads the cases about webhooks. A case in which the adapter itself failed says nothing of the SDK. */
function observe(cases: readonly CaseRecord[]): Observations {
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

/** Whether a mistake explains a breach: made in one of these ways, it leads to that very answer. */
function explains({ name, ways }: Pick<KnownMistake, 'name' | 'ways'>, failed: Failed): boolean {
  return 'mistakes' in failed
    ? failed.mistakes.includes(name)
    : ways.some(way => predictWay(way).answers(failed.known).includes(failed.answered));
}

/** A mistake that an SDK may make, and the failed cases that it explains. */
interface Suspect extends Suspicion<Failed> {
  readonly mistake: KnownMistake;
}

/**
 * What a mistake explains, in any way that no passed case contradicts; undefined where it explains nothing.
 * A mistake that breaks every rule may be one of a single method, such as an adapter makes: a case of the other method
 * does not contradict it where it explains every failure of its own.
 */
function suspect(mistake: KnownMistake, seen: Observations): Suspect | undefined {
  if (!seen.failed.some(failed => explains(mistake, failed))) return undefined;
  const ways = mistake.ways.filter(way => mistake.isWhole || !seen.passed.some(each => predictWay(way).fails(each)));
  if (ways.length === 0) return undefined;
  const own = seen.failed.filter(failed => explains({ ...mistake, ways }, failed));
  const { answers, fails } = predict({ ways });
  const against = mistake.isWhole ? seen.passed.filter(fails) : [];
  const contradicted = new Set(against.map(({ method }) => `${method}`));
  const explainsAll = (wanted: string) =>
    !contradicted.has(wanted) && seen.failed.every(failed => failed.method !== wanted || own.includes(failed));
  const explained = contradicted.size === 0 ? own : own.filter(({ method }) => explainsAll(method));
  if (explained.length === 0) return undefined;
  const chosen = seen.chosen.filter(({ known, answered }) => !answers(known).includes(answered));
  const advised = seen.passed.filter(each => answers(each).every(answer => each.problems(answer).length > 0));
  return { mistake, explained, unseen: 0, misfits: chosen.length + advised.length };
}
