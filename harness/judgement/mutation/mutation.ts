import type { Evidence } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';

/** A breach of a requirement that is injected into evidence which shows the requirement to hold. */
export interface Mutation {
  /** The change, in words. */
  readonly name: string;
  /** The requirement that the change breaks. */
  readonly requirement: string;
  /** The evidence, changed at one place after another. The view is of the same evidence. */
  readonly apply: (evidence: Evidence, view: View) => Iterable<Evidence>;
}

/** Makes a mutation. */
export function mutation(name: string, requirement: string, apply: Mutation['apply']): Mutation {
  return { name, requirement, apply };
}
