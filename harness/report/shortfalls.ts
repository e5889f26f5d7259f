import { requirements } from '../contract/requirements.ts';
import type { Evidence } from '../core/evidence.ts';
import { isAskedFor } from './asked-for.ts';
import { keyRefused } from './key-refused.ts';
import { type RequirementStatus, settingFor } from './requirement-status.ts';

/** Something that this target could have shown and did not, and the setting that would mend it. */
export interface Shortfall {
  readonly what: string;
  readonly setting?: string;
}

/** Everything that is missing for a whole verdict, each said once. */
export function shortfallsOf(evidence: Evidence, statuses: readonly RequirementStatus[]): readonly Shortfall[] {
  const { scenarios } = evidence;
  const all: Shortfall[] = keyRefused(evidence)
    ? [{ what: 'the API key is refused everywhere', setting: 'API_KEY' }]
    : [];
  const skipped = scenarios
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ reason, setting }) => ({
      what: reason ?? 'a scenario was skipped',
      ...(setting !== undefined && { setting }),
    }));
  all.push(...skipped);
  if (evidence.run.merged) all.push(...missingShards(evidence.run));
  for (const { id, status, reason } of statuses) {
    if (status !== 'not-exercised' || !isAskedFor(evidence, id)) continue;
    const setting = settingFor(evidence, requirements().get(id)?.needs);
    all.push({ what: `${id}: ${reason}`, ...(setting !== undefined && { setting }) });
  }
  return all.filter(({ what }, index) => all.findIndex(other => other.what === what) === index);
}

function missingShards({ settings: { shards } }: Evidence['run']): readonly Shortfall[] {
  return Array.from({ length: shards?.of ?? 0 }, (_, nth) => nth + 1)
    .filter(index => !shards?.have.includes(index))
    .map(index => ({ what: `shard ${index} of ${shards?.of} is not among the runs that were merged` }));
}
