import type { Requirement } from '../contract/requirements.ts';
import { checksOf } from '../judgement/checks/index.ts';
import type { Finding, HiddenPlace, Judged } from '../judgement/checks/judge.ts';
import type { MutationScore } from '../judgement/mutation/measure.ts';
import type { RunKind } from './kinds/run-kind.ts';

/** The status of a requirement. */
export interface RequirementStatus {
  readonly id: string;
  readonly status: 'verified' | 'violated' | 'not-exercised' | 'not-testable';
  /** Why it is not verified. */
  readonly reason?: string;
  /** The number of passes. */
  readonly passed: number;
  /** Every check that judges it, even without anything to judge. */
  readonly checks: readonly string[];
  /** Breaches and advice on it, by their position in `findings`. */
  readonly findings: readonly number[];
  /** The breaches that hide it, by their position in `findings`; absent if none are known. */
  readonly maskedBy?: readonly number[];
}

/**
 * The status of one requirement in a judged run.
 *
 * @param mutationScore a requirement without a detected evidence mutation is not verified; absent for a gate, whose
 * cases serve the same purpose
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

/** The most masking findings. More would explain nothing. */
const MOST = 6;

/**
 * The breaches that hide a requirement, by their position in the summary: the fewest that cover every place in which it
 * was due but could not be judged. Empty if they do not cover all.
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
  // `wire.` names a group of requirements.
  const isNamed = (id: string) => by.some(name => (name.endsWith('.') ? id.startsWith(name) : id === name));
  return evidence.some(id => ids.has(id)) && broken.some(isNamed);
}
