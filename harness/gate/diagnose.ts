import type { CaseProblem } from '../core/evidence.ts';
import { RIGHT, verifyBy } from './mistakes/verifier.ts';
import { VERIFIER_MISTAKES, type VerifierMistake } from './mistakes/verifier-mistakes.ts';
import { signatureCases } from './signature-cases.ts';

/** A problem, and the case that showed it. */
export interface Sighting {
  readonly case: string;
  readonly problem: CaseProblem;
}

/** Sightings that one mistake explains. */
export interface Diagnosis {
  readonly mistake: VerifierMistake;
  readonly sightings: readonly Sighting[];
}

/** How much of what a mistake would do has to have been seen for it to be named. */
const SEEN_ENOUGH = 0.9;

/**
 * Finds the known mistakes behind what a verifier did wrongly: those of which nearly everything they would do was seen,
 * the one that explains most first; what it explains is taken away, and so on. What nothing explains is left out.
 * @param asked the ids of all cases that were asked
 */
export function diagnose(sightings: readonly Sighting[], asked: ReadonlySet<string>): readonly Diagnosis[] {
  if (sightings.length === 0) return [];
  const suspects = VERIFIER_MISTAKES.filter(({ name }) =>
    sightings.some(({ problem }) => problem.explainedBy?.includes(name)),
  ).filter(mistake => isSeenEnough(mistake, sightings, asked));
  const found: Diagnosis[] = [];
  let rest = sightings;
  for (;;) {
    const explained = suspects.map(mistake => ({
      mistake,
      sightings: rest.filter(({ problem }) => problem.explainedBy?.includes(mistake.name)),
    }));
    const [best] = explained.sort((a, b) => b.sightings.length - a.sightings.length);
    if (best === undefined || best.sightings.length === 0) return found;
    found.push(best);
    rest = rest.filter(sighting => !best.sightings.includes(sighting));
  }
}

function isSeenEnough(mistake: VerifierMistake, sightings: readonly Sighting[], asked: ReadonlySet<string>): boolean {
  const seen = new Set(
    sightings.filter(({ problem }) => problem.explainedBy?.includes(mistake.name)).map(({ case: id }) => id),
  );
  const due = failedBy(mistake).filter(id => asked.has(id));
  return due.length === 0 || due.filter(id => seen.has(id)).length >= SEEN_ENOUGH * due.length;
}

const failed = new Map<string, readonly string[]>();

/** The known answers that a verifier with this mistake gets wrong. */
function failedBy({ name, steps }: VerifierMistake): readonly string[] {
  let ids = failed.get(name);
  if (ids === undefined) {
    ids = signatureCases().flatMap(each => {
      const outcome = verifyBy({ ...RIGHT, ...steps }, { ...each, body: Buffer.from(each.body, 'base64') });
      const right = each.expected === 'open' || outcome === (each.expected === 'accept' ? 'accepted' : 'refused');
      return right ? [] : [`verify/${each.id}`];
    });
    failed.set(name, ids);
  }
  return ids;
}
