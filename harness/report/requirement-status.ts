import type { Requirement } from '../contract/requirements.ts';
import { checksOf } from '../judgement/checks/index.ts';
import type { Finding, HiddenPlace, Judged } from '../judgement/checks/judge.ts';
import type { MutationScore } from '../judgement/mutation/measure.ts';
import type { RunKind } from './kinds/run-kind.ts';

/** What is known of a requirement. */
export interface RequirementStatus {
  readonly id: string;
  readonly status: 'verified' | 'violated' | 'not-exercised' | 'not-testable';
  /** Why it is not verified. */
  readonly reason?: string;
  /** Number of passes. */
  readonly passed: number;
  /** Every check that judges it, whether or not it found anything to look at. */
  readonly checks: readonly string[];
  /** Breaches and advice on it, by their position in `findings`. */
  readonly findings: readonly number[];
  /** The breaches that hide it, by their position in `findings`; absent where none is known to. */
  readonly maskedBy?: readonly number[];
}

/**
 * What a judged run says of one requirement.
 *
 * @param mutationScore a requirement that no injected breach exposes is not verified; absent for a gate, whose cases
 * are the breaches that would show
 */
export function requirementStatus(
  requirement: Requirement,
  kind: RunKind,
  { findings, tallies }: Judged,
  mutationScore: MutationScore | undefined,
): RequirementStatus {
  const { id } = requirement;
  const { passed = 0, broken = 0, hidden = [] } = tallies.get(id) ?? {};
  const own = findings.flatMap((finding, index) =>
    finding.requirement === id || finding.also?.includes(id) ? [index] : [],
  );
  const seen = { id, passed, checks: checksOf(id, kind.checks), findings: own };
  if (broken > 0) {
    const [first = -1] = own;
    return { ...seen, status: 'violated', reason: findings[first]?.message ?? 'see the findings' };
  }
  if (passed === 0) {
    const unseen = kind.unseen(requirement);
    const masks = unseen.status === 'not-exercised' ? maskedBy(unseen.hidden ?? hidden, findings) : [];
    if (masks.length === 0) return { ...seen, status: unseen.status, reason: unseen.reason };
    const names = masks.map(position => `F${position + 1}`);
    const reason = `masked by ${AND.format(names)}: ${findings[masks[0] ?? 0]?.message}`;
    return { ...seen, status: unseen.status, reason, maskedBy: masks };
  }
  const mutations = mutationScore?.exposures.filter(exposure => exposure.requirement === id);
  if (mutations?.some(({ exposed }) => exposed > 0) ?? true) return { ...seen, status: 'verified' };
  const exempt = requirement.exempt?.mutation;
  if (mutations?.length === 0 && exempt === undefined) {
    const reason = 'it passed, but no evidence mutation is defined that would show that a breach is detected';
    return { ...seen, status: 'not-exercised', reason };
  }
  const reason = exempt ?? 'it passed, but the evidence of this target could not expose a breach';
  return { ...seen, status: 'not-testable', reason };
}

/** Names in one list: `F1`, `F1 and F2`, `F1, F2 and F3`. */
const AND = new Intl.ListFormat('en-GB');

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
  // A requirement, or a group of them: `wire.`.
  const isNamed = (id: string) => by.some(name => (name.endsWith('.') ? id.startsWith(name) : id === name));
  return evidence.some(id => ids.has(id)) && broken.some(isNamed);
}
