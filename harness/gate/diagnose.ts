import type { CaseProblem } from '../core/evidence.ts';
import { verifyBy } from './mistakes/verifier.ts';
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

/** The share of a mistake's expected effects that must be seen for it to be named: another mistake may hide some. */
const SEEN_ENOUGH = 0.6;

/**
 * Finds the known mistakes that explain what a verifier did wrong. A mistake is a suspect where most of its expected
 * effects were seen. The suspect that explains most and leaves the least unseen comes first; what it explains is
 * removed, and so on. Problems that no mistake explains are left out.
 * @param hints what it did where the specification leaves it open: not a breach, but it distinguishes similar mistakes
 * @param asked the ids of all cases that were asked
 */
export function diagnose(
  breaches: readonly Sighting[],
  hints: readonly Sighting[],
  asked: ReadonlySet<string>,
): readonly Diagnosis[] {
  const by = (mistake: VerifierMistake) => (sighting: Sighting) => sighting.problem.explainedBy?.includes(mistake.name);
  const suspects = VERIFIER_MISTAKES.filter(mistake => breaches.some(by(mistake))).flatMap(mistake => {
    const seen = new Set([...breaches, ...hints].filter(by(mistake)).map(({ case: id }) => id));
    const due = failedBy(mistake).filter(id => asked.has(id));
    const unseen = due.filter(id => !seen.has(id)).length;
    // A hint distinguishes as well as a breach does; an expected effect that was not seen counts twice.
    const weight = hints.filter(by(mistake)).length - 2 * unseen;
    return due.length - unseen >= SEEN_ENOUGH * due.length ? [{ mistake, weight }] : [];
  });
  const found: Diagnosis[] = [];
  let rest = breaches;
  for (;;) {
    const [best] = suspects
      .map(({ mistake, weight }) => ({ mistake, weight, sightings: rest.filter(by(mistake)) }))
      .filter(({ sightings }) => sightings.length > 0)
      .sort((a, b) => b.sightings.length + b.weight - (a.sightings.length + a.weight));
    if (best === undefined) return found;
    found.push(best);
    rest = rest.filter(sighting => !best.sightings.includes(sighting));
  }
}

const failed = new Map<string, readonly string[]>();

/** The known answers that a verifier with this mistake gets wrong. */
function failedBy({ name, steps }: VerifierMistake): readonly string[] {
  let ids = failed.get(name);
  if (ids === undefined) {
    ids = signatureCases().flatMap(each => {
      const outcome = verifyBy(steps, each);
      const right = each.expected === 'open' || outcome === (each.expected === 'accept' ? 'accepted' : 'refused');
      return right ? [] : [`verify/${each.id}`];
    });
    failed.set(name, ids);
  }
  return ids;
}
