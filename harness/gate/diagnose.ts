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

/** How much of what a mistake would do has to have been seen for it to be named: another may hide a part of it. */
const SEEN_ENOUGH = 0.7;

/**
 * Finds the known mistakes behind what a verifier did wrongly: those of which nearly everything they would do was seen,
 * the one that explains most first; what it explains is taken away, and so on. What nothing explains is left out.
 * @param hints what it did where the specification leaves it open: no breach, but it tells alike mistakes apart
 * @param asked the ids of all cases that were asked
 */
export function diagnose(
  breaches: readonly Sighting[],
  hints: readonly Sighting[],
  asked: ReadonlySet<string>,
): readonly Diagnosis[] {
  const by = (mistake: VerifierMistake) => (sighting: Sighting) => sighting.problem.explainedBy?.includes(mistake.name);
  const suspects = VERIFIER_MISTAKES.filter(
    mistake => breaches.some(by(mistake)) && isSeenEnough(mistake, [...breaches, ...hints], asked),
  );
  const found: Diagnosis[] = [];
  let rest = breaches;
  for (;;) {
    const [best] = suspects
      .map(mistake => ({ mistake, sightings: rest.filter(by(mistake)), weight: hints.filter(by(mistake)).length }))
      .filter(({ sightings }) => sightings.length > 0)
      .sort((a, b) => b.sightings.length + b.weight - (a.sightings.length + a.weight));
    if (best === undefined) return found;
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
