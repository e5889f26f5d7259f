import { plural } from '../base/plural.ts';
import type { Evidence, Trouble } from '../evidence/evidence.ts';
import { shardOfId } from '../evidence/shard-of-id.ts';
import { list, moment, startSentence } from './wording.ts';

/** What trouble was, in words. Absent where its own message says that. */
export const TROUBLES: { readonly [kind in Trouble['kind']]?: string } = {
  'target-unreachable': 'the service could not be reached',
  stall: 'this machine stood still',
  'tunnel-down': 'the tunnel was down',
};

/** So many webhooks that trouble touched are named. */
const MOST_NAMED = 8;

/** The times of trouble: `from 03:12:05 to 03:12:31 UTC`. */
export function periodOf({ from, to }: Pick<Trouble, 'from' | 'to'>): string {
  const [begin, end] = [from, to].map(at => moment(at).slice('2026-11-03 '.length));
  return begin === end ? `at ${begin}` : `from ${begin?.replace(' UTC', '')} to ${end}`;
}

/** Trouble as the terminal and the report tell it: what, when, why, and which webhooks were awaited meanwhile. */
export function troubleInWords(trouble: Trouble, { waits, journeys }: Evidence): string {
  const { kind, from, to, message, shard = '' } = trouble;
  const period = periodOf(trouble);
  const what = TROUBLES[kind] === undefined ? period : `${TROUBLES[kind]} ${period}`;
  const touched = waits.flatMap(wait => {
    if (wait.kind === 'quiet' || wait.from > to || wait.to < from || shardOfId(wait.since) !== shard) return [];
    const journey = journeys.find(({ id }) => id === wait.journey);
    return journey ? { ...journey, why: journey.steps.find(step => step.exchange === wait.since)?.event } : [];
  });
  const names = touched.map(({ order, why = 'redelivery' }) => `${order} (${why})`);
  const awaited = `${plural(names.length, 'webhook')} awaited meanwhile: ${list(names, MOST_NAMED)}`;
  return `${startSentence(what)}: ${message}${names.length > 0 ? `; ${awaited}` : ''}`;
}
