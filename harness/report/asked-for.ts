import { shownBy } from '../contract/shown-by.ts';
import type { Evidence } from '../core/evidence.ts';

/** Whether a suite that was asked for is made to show a requirement; of a shard by itself, nothing is asked. */
export function isAskedFor({ run }: Evidence, requirement: string): boolean {
  const { suites, shards } = run.settings;
  if (shards && !run.merged) return false;
  return suites.length === 0 || shownBy(requirement).some(suite => suites.includes(suite));
}
