import type { TunnelSeen } from '../core/evidence.ts';
import { plural } from '../core/plural.ts';
import type { RunIndex } from './run-index.ts';
import { after, duration } from './wording.ts';

/** Something that makes a pass mean less than it seems, with what would mend it. */
export interface Caveat {
  /** What to do, or what happened. */
  readonly remedy: string;
  readonly what: readonly string[];
}

/** Clocks that differ by less are as good as the same: `Date` has whole seconds. */
const CLOCKS_DIFFER_MS = 5_000;

/**
 * What makes a pass weak, the most far-reaching first: a record that was cut off, trouble of ours or the network's,
 * then what was not shown, by the setting that would mend it.
 */
export function caveats({ evidence, summary }: RunIndex): readonly Caveat[] {
  const { run, end, troubles, malformed } = evidence;
  const all: Caveat[] = [];
  if (end === undefined) all.push({ remedy: 'The record was cut off: how the run ended is not known.', what: [] });
  else if (end.reason !== 'done')
    all.push({ remedy: 'The run did not get to its end.', what: [end.message ?? end.reason] });
  if (troubles.length > 0) {
    all.push({
      remedy: 'There was trouble during the run; what was missing meanwhile counts as no breach.',
      what: troubles.map(
        ({ kind, from, to, message }) => `${kind} at ${after(run.at, from)} for ${duration(to - from)}: ${message}`,
      ),
    });
  }
  const ahead = summary.clock?.aheadMs ?? 0;
  if (Math.abs(ahead) > CLOCKS_DIFFER_MS) {
    const what = `the service's is ${duration(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead'}, as the Date of its answers says; t is judged by this machine's`;
    all.push({ remedy: 'The clocks differ: set both by NTP.', what: [what] });
  }
  const changed = changedHeaders(evidence.tunnels);
  if (changed.length > 0) all.push({ remedy: 'The tunnel changes headers; not observable here:', what: changed });
  const { suites } = run.settings;
  if (suites.length > 0) {
    const left = summary.requirements.filter(({ status }) => status === 'not-exercised').length;
    all.push({
      remedy: `Only ${suites.join(' and ')} ran, as asked.`,
      what: [`${plural(left, 'requirement')} not exercised; run without --suite to try them all`],
    });
  }
  const bySetting = new Map<string | undefined, string[]>();
  for (const { what, setting } of summary.shortfalls) {
    bySetting.set(setting, [...(bySetting.get(setting) ?? []), what]);
  }
  const named = [...bySetting].sort(([a], [b]) => Number(a === undefined) - Number(b === undefined));
  for (const [setting, what] of named)
    all.push({
      remedy: setting === undefined ? 'Not shown, and no setting mends it:' : `Set ${setting} to show:`,
      what,
    });
  if (malformed.length > 0) {
    all.push({
      remedy: `${plural(malformed.length, 'request')} to the receiver could not be read as HTTP.`,
      what: malformed.map(({ at, code }) => `${code} at ${after(run.at, at)}`),
    });
  }
  return all;
}

/** What cannot be said about the headers of webhooks, because the way that they came changes them. */
function changedHeaders(tunnels: readonly TunnelSeen[]): readonly string[] {
  const some = (changes: (tunnel: TunnelSeen) => boolean) => tunnels.some(changes);
  const added = [...new Set(tunnels.flatMap(({ headers }) => headers.added))];
  return [
    ...(some(({ headers }) => !headers.caseKept) ? ['the case in which the service writes header names'] : []),
    ...(some(({ headers }) => !headers.linesKept) ? ['whether it sends several lines of one header'] : []),
    ...(added.length > 0 ? [`headers that the tunnel adds: ${added.join(', ')}`] : []),
  ];
}
