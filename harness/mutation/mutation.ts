import type { Evidence } from '../core/evidence.ts';
import type { View } from '../core/view.ts';

/** A way to break a requirement, applied to evidence that shows it holding. */
export interface Mutation {
  /** What is done, in words. */
  readonly name: string;
  /** The requirement that the changed evidence breaks. */
  readonly requirement: string;
  /** The evidence changed at one place after another. The view is of the same evidence, under the first reading. */
  apply(evidence: Evidence, view: View): Iterable<Evidence>;
}
