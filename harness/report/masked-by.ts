import type { Finding, HiddenPlace } from '../judgement/checks/judge.ts';

/** More findings than these explain nothing. */
const MOST = 6;

/**
 * The breaches that hide a requirement, by their position in the summary: the fewest that together are why it could not
 * be judged, each time that it was due. None where they are not.
 *
 * @param findings in the order of the summary
 */
export function maskedBy(places: readonly HiddenPlace[], findings: readonly Finding[]): readonly number[] {
  const candidates = findings.flatMap((finding, position) =>
    finding.severity === 'breach' ? [{ position, finding, ids: new Set(finding.evidence) }] : [],
  );
  let left = places;
  const found: number[] = [];
  while (left.length > 0 && found.length < MOST) {
    const rests = candidates.map(one => ({
      position: one.position,
      rest: left.filter(place => !explains(one, place)),
    }));
    const [best] = rests.sort((a, b) => a.rest.length - b.rest.length || a.position - b.position);
    if (best === undefined || best.rest.length === left.length) return [];
    found.push(best.position);
    left = best.rest;
  }
  return left.length > 0 ? [] : found.sort((a, b) => a - b);
}

function explains(
  { finding, ids }: { readonly finding: Finding; readonly ids: ReadonlySet<string> },
  { by, evidence }: HiddenPlace,
): boolean {
  const broken = [finding.requirement, ...(finding.also ?? [])];
  return evidence.some(id => ids.has(id)) && by.some(group => broken.some(id => isIn(id, group)));
}

/** Whether a requirement is the one that is named, or in the group that is: `wire.`. */
function isIn(id: string, group: string): boolean {
  return group.endsWith('.') ? id.startsWith(group) : id === group;
}
