import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import { cover } from '../../causes.ts';
import { type CaseResult, isOfAdapter } from '../gate-case.ts';
import { KEEPS, KEEPS_EARLIER } from '../memory.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { answersTo, predict, type WebhookCase, webhookCaseOf, webhookCases } from './webhook-cases.ts';

/** A mistake of an SDK, and the failed cases that it explains. */
export interface Diagnosis {
  /** Stable: the name of the mistake. */
  readonly name: string;
  /** The likely bug. */
  readonly bug: string;
  /** Whether it names several possible mistakes. */
  readonly isOpen?: true;
  /** The id of the case that shows it best. Its requirement and its message head the finding. */
  readonly shownBy: string;
  /** Ids of cases, in the order of the gate. */
  readonly cases: readonly string[];
}

/** The most basic cases first. An SDK that fails one is likely to fail others because of it. */
const PLAIN_CASES = [
  { id: 'verify/tolerance/now', name: 'plain-webhook', does: 'accept even a plain valid webhook' },
  { id: 'verify/rotation/retired', name: 'plain-forgery', does: 'refuse even a plain forgery' },
  { id: 'receive/one', name: 'plain-stream', does: 'act even on a single valid delivery' },
];

const MOST_NAMED = 3;

/**
 * The known mistakes that explain the failures and contradict no passed case. A failure may follow from several
 * mistakes. If a plain case fails for an unknown reason, the failures that it hides are attributed to it. Other
 * unexplained failures are left out.
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
    const bug = `it does not ${one.does}, for an unknown reason; other failures may follow from this`;
    plain.push({ name: one.name, bug, shownBy: one.id, cases: hidden.map(({ id }) => id) });
    seen = { ...seen, failed: seen.failed.filter(other => !hidden.includes(other)) };
    named = namedIn(seen);
  }
  const asked = new Set(cases.map(({ id }) => id));
  return [...plain, ...named.map(one => diagnosisOf(one, asked))].toSorted(
    (one, other) => other.cases.length - one.cases.length,
  );
}

function namedIn(seen: Observations) {
  const suspectsAmong = (mistakes: readonly KnownMistake[]) => mistakes.flatMap(each => suspect(each, seen) ?? []);
  // A mistake that explains every failure comes before all others, most of which the first failure rules out.
  const possible = KNOWN_MISTAKES.filter(mistake => seen.failed.every(failed => explains(mistake, failed)));
  const sole = suspectsAmong(possible).filter(({ explained }) => explained.length === seen.failed.length);
  return cover(seen.failed, sole.length > 0 ? sole : suspectsAmong(KNOWN_MISTAKES));
}

/** One mistake, or several if only cases that were not asked tell them apart. */
function diagnosisOf(
  { mistake, explained, rivals }: ReturnType<typeof namedIn>[number],
  asked: ReadonlySet<string>,
): Diagnosis {
  const cases = explained.map(({ id }) => id);
  const unasked = [...webhookCases().values()].filter(({ id }) => !asked.has(id));
  const others = rivals.filter(rival =>
    unasked.some(each => `${predict(mistake).answers(each)}` !== `${predict(rival.mistake).answers(each)}`),
  );
  const shownBy = plainestOf(explained);
  if (others.length === 0) return { name: mistake.name, bug: mistake.bug, shownBy, cases };
  const bugs = [mistake, ...others.map(other => other.mistake)].map(({ bug }) => bug);
  const more = bugs.length > MOST_NAMED ? `; or one of ${bugs.length - MOST_NAMED} more known mistakes` : '';
  return {
    name: 'several-mistakes',
    isOpen: true,
    bug: `${bugs.slice(0, MOST_NAMED).join('; or ')}${more}`,
    shownBy,
    cases,
  };
}

/** State that an SDK keeps between calls, with every failure, since all may follow from it; `undefined` if none. */
function keptIn(cases: readonly CaseRecord[], seen: Observations): Diagnosis | undefined {
  const shown = cases.flatMap(({ id, problems }) =>
    problems.filter(({ cause }) => cause.startsWith(KEEPS)).map(problem => ({ id, problem })),
  );
  // What only earlier calls explain says least.
  const first = shown.find(({ problem }) => problem.cause !== KEEPS_EARLIER) ?? shown[0];
  if (first === undefined) return undefined;
  const { likely, cause } = first.problem;
  // An SDK that refuses the second of two plain webhooks, or what follows a refusal, fails in other such cases.
  const alike = /hash$|refusal$/.test(cause) ? KEEPS : cause;
  const same = shown.filter(({ problem }) => problem.cause.startsWith(alike) || problem.cause === KEEPS_EARLIER);
  return {
    name: cause,
    bug: `${likely}; other failures may follow from this`,
    shownBy: first.id,
    cases: [...same, ...seen.failed].map(({ id }) => id),
  };
}

/** The case of the most frequent symptom, a plain one if possible. Wrong answers of verify come first, then errors. */
function plainestOf(failures: readonly Failed[]): string {
  const verify = failures.filter(({ method }) => method === 'verify');
  const wrong = verify.filter(({ answered }) => answered !== 'error');
  const [telling = failures] = [wrong, verify].filter(({ length }) => length > 0);
  const alike = Map.groupBy(telling, ({ problem: { requirement, message } }) => `${requirement} ${message}`);
  const [most = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return (most.find(({ id }) => PLAIN_CASES.some(one => one.id === id)) ?? most[0])?.id ?? '';
}

/** Adds to the problems of a generated case the known mistakes that lead to its answer. */
export function withExplainers({ problems, drawn }: CaseResult): readonly CaseProblem[] {
  const [{ answered } = {}] = problems;
  if (answered === undefined || drawn === undefined) return problems;
  const answers = answersTo(...drawn);
  const mistakes = KNOWN_MISTAKES.filter(({ ways }) => ways.some(way => answers(way).includes(answered)));
  return problems.map(problem => ({ ...problem, mistakes: mistakes.map(({ name }) => name) }));
}

/** An observed breach in a known case, or in a generated one with the mistakes that explain it. */
type Failed = {
  readonly id: string;
  readonly method: string;
  /** The answer in short. */
  readonly answered: string;
  readonly problem: CaseProblem;
} & ({ readonly known: WebhookCase } | { readonly mistakes: readonly string[] });

/** What an SDK's answers to webhooks show. */
type Observations = ReturnType<typeof observe>;

/** Reads the cases about webhooks, except those in which the adapter failed. */
function observe(cases: readonly CaseRecord[]) {
  const failed: Failed[] = [];
  /** Known cases with the right answer. */
  const passed: WebhookCase[] = [];
  /** Known open cases with an answer that gets only advice. */
  const chosen: { readonly known: WebhookCase; readonly answered: string }[] = [];
  for (const seen of cases) {
    const { id, method, problems } = seen;
    const known = webhookCaseOf(seen);
    const [problem] = problems;
    const { answered, mistakes } = problem ?? {};
    if (problem && isOfAdapter(problem)) continue;
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

/** Whether a mistake leads to exactly the answer of a breach, in one of these ways. */
function explains({ name, ways }: Pick<KnownMistake, 'name' | 'ways'>, failed: Failed): boolean {
  return 'mistakes' in failed
    ? failed.mistakes.includes(name)
    : predict({ ways }).answers(failed.known).includes(failed.answered);
}

/**
 * What a mistake explains in the ways that no passed case contradicts; `undefined` if nothing.
 * A mistake that breaks every rule may affect a single method. Passed cases of the other method do not contradict it if
 * it explains every failure of the affected one.
 */
function suspect(mistake: KnownMistake, seen: Observations) {
  if (!seen.failed.some(failed => explains(mistake, failed))) return undefined;
  const ways = mistake.ways.filter(way => mistake.isWhole || !seen.passed.some(predict({ ways: [way] }).fails));
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
  const advised = seen.passed.filter(each =>
    answers(each).every(answer => answer === 'error' || each.problems(answer).length > 0),
  );
  return { mistake, explained, unseen: 0, misfits: chosen.length + advised.length };
}
