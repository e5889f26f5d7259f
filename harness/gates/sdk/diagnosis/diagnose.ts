import type { CaseRecord } from '../../../evidence/evidence.ts';
import { KEEPS } from '../memory.ts';
import { cover, type Named } from './cover.ts';
import {
  type Failed,
  type Observations,
  observe,
  predict,
  type Suspect,
  type Symptom,
  suspectsIn,
  symptomOf,
} from './suspects.ts';
import { webhookCases } from './webhook-cases.ts';

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

/**
 * Cases that nothing is unusual about, the most basic first, and what an SDK does not that fails one. Other failures
 * may follow from it: those of streams, and those that are answered in the same way.
 */
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

function namedIn(seen: Observations): readonly Named<Suspect>[] {
  return cover(seen.failed, named => suspectsIn(seen, named));
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

/**
 * What an SDK keeps from one call to the next, with everything that failed: an SDK with a memory fails any case, as the
 * calls before it decide. Undefined where no case shows a memory.
 */
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
