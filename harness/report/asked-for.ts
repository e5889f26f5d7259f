import { requirements } from '../contract/requirements.ts';
import type { Evidence } from '../core/evidence.ts';

/** Whether a suite that was asked for exercises a requirement; a shard by itself is asked for nothing. */
export function isAskedFor({ run }: Evidence, requirement: string): boolean {
  const { suites, shards } = run.settings;
  if (shards && !run.merged) return false;
  return (
    suites.length === 0 ||
    requirements()
      .get(requirement)
      ?.suites.some(suite => suites.includes(suite)) === true
  );
}
