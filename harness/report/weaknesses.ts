import { after, duration, plural } from './in-words.ts';
import type { RunIndex } from './run-index.ts';

/** Something that makes a pass mean less than it seems, with what would mend it. */
export interface Weakness {
  /** What to do, or what happened. */
  readonly remedy: string;
  readonly what: readonly string[];
}

/**
 * What makes a pass weak, the most far-reaching first: a record that was cut off, trouble of ours or the network's,
 * then what was not shown, by the setting that would mend it.
 */
export function weaknesses({ evidence, summary }: RunIndex): readonly Weakness[] {
  const { run, end, troubles, malformed } = evidence;
  const all: Weakness[] = [];
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
