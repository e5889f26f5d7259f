import type { Evidence } from '../evidence/evidence.ts';
import { shardOfId } from '../evidence/shard-of-id.ts';

/**
 * What contradicts itself in the record of a run that ended, in words: it has its footer, the ids of exchanges and
 * deliveries count up without a gap in each shard, and what names another item names one that is there. No service can
 * cause any of it.
 */
export function inconsistencies({ exchanges, deliveries, journeys, waits, end }: Evidence): readonly string[] {
  const ids = [...exchanges, ...deliveries].map(({ id }) => id);
  const known = new Set([...ids, ...journeys.map(({ id }) => id)]);
  const gaps = [...Map.groupBy(ids, shardOfId)].flatMap(([shard, own]) => {
    const most = Math.max(...own.map(id => Number(/\d+$/.exec(id)?.[0])));
    return most === own.length
      ? []
      : [`${own.length} exchanges and deliveries of ${most} are recorded ${shard}`.trim()];
  });
  const lost = [
    ...waits.flatMap(({ kind, journey, since }) => [journey, since].map(id => [`a wait for ${kind}`, id] as const)),
    ...journeys.flatMap(({ steps }) => steps.map(({ event, exchange }) => [`the step ${event}`, exchange] as const)),
  ].filter(([, id]) => !known.has(id));
  const footer = end === undefined ? ['the footer is missing'] : [];
  return [...footer, ...gaps, ...lost.map(([what, id]) => `${what} names ${id || 'nothing'}, which is not recorded`)];
}
