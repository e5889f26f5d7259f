import { plural } from '../../base/plural.ts';
import { CLOCKS_DIFFER_MS } from '../../evidence/clock-skew.ts';
import { askForSetting } from '../../settings/settings.ts';
import { list, type Section, strong } from '../blocks.ts';
import { cutInWords, troubleInWords } from '../run-in-words.ts';
import type { RunIndex } from '../run-index.ts';
import { after, duration, startSentence } from '../wording.ts';

/** How many items are visible. The rest of a long list opens. */
const MOST_AT_ONCE = 4;

/** What weakens a pass. It comes before the findings, because no findings in weak evidence prove nothing. */
export function caveatsSection(index: RunIndex): Section | undefined {
  const all = caveats(index).map(({ remedy, what }) => ({
    line: strong(remedy),
    below: [list(what, { most: MOST_AT_ONCE })],
  }));
  if (all.length === 0) return undefined;
  const blocks = [list(all, { look: 'weak' })];
  return { id: 'weak', title: 'What this result does not show', short: 'Not shown', blocks };
}

/** A reason why a pass means less than it seems, and its remedy. */
interface Caveat {
  /** What to do, or what happened. */
  readonly remedy: string;
  readonly what: readonly string[];
}

/**
 * What weakens a pass, the most far-reaching first: a cut-off record, trouble of the harness or the network, then what
 * was not shown, by the setting that would show it.
 */
export function caveats({ evidence, summary }: RunIndex): readonly Caveat[] {
  const { run, end, scenarios, journeys, troubles, malformed, tunnels, plans } = evidence;
  const why = `the run was stopped: ${end?.message ?? end?.reason}`;
  const unshownBy = (reason: string) =>
    summary.shortfalls.flatMap(({ what }) => (what.endsWith(`: ${reason}`) ? [what.slice(0, -reason.length - 2)] : []));
  const all: Caveat[] = [];
  const add = (remedy: string, what: readonly string[]) => all.push({ remedy, what });
  if (run.unverified !== undefined)
    add('The record is not verified: all that follows may differ from what happened.', [run.unverified]);
  if (end === undefined) add('The record was cut off: how the run ended is not known.', []);
  else if (end.reason !== 'done') add(`The run was stopped (${end.message ?? end.reason}). Not shown:`, unshownBy(why));
  if (troubles.length > 0)
    add(
      'There was trouble during the run; a webhook that was missing in that time may not be a breach.',
      troubles.map(trouble => troubleInWords(trouble, evidence)),
    );
  const hidden = journeys.filter(journey => journey.hidden !== undefined);
  if (hidden.length > 0)
    add(
      `${plural(hidden.length, 'journey')} ended early: whether the service took the last step is not known.`,
      hidden.map(journey => `${journey.id} (${journey.order}): ${journey.hidden}`),
    );
  const ahead = summary.clock?.aheadMs ?? 0;
  if (Math.abs(ahead) > CLOCKS_DIFFER_MS) {
    const differ = `${duration(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead'}`;
    add('The clocks differ: synchronize both by NTP.', [
      `the clock of the service is ${differ}, as its Date headers show; t is judged by the clock of this machine`,
    ]);
  }
  const added = [...new Set(tunnels.flatMap(({ addedHeaders = [] }) => addedHeaders))];
  if (added.length > 0) add('The tunnel adds headers to webhooks; facts may name them:', added);
  const { suites, only } = run.settings;
  const asked = only ?? suites;
  if (asked.length > 0) {
    const open = summary.requirements.filter(({ status }) => status === 'not-exercised').length;
    const option = only || run.gate ? '--only' : '--suite';
    const what = `${plural(open, 'requirement')} not exercised; run without ${option} to try them all`;
    add(`Only ${asked.join(' and ')} ran, as requested.`, [what]);
  }
  const others = summary.shortfalls.filter(({ what }) => !what.endsWith(why));
  const bySetting = [...Map.groupBy(others, ({ setting }) => setting)];
  for (const [setting, own] of bySetting.sort(([a], [b]) => Number(a === undefined) - Number(b === undefined)))
    add(
      setting === undefined
        ? 'Not shown, and no setting shows it:'
        : `${startSentence(askForSetting(setting, run))} to show:`,
      own.map(({ what }) => what),
    );
  for (const cut of plans.flatMap(plan => cutInWords(plan) ?? [])) add(cut.what, cut.scenarios);
  const left = scenarios.flatMap(({ outcome, reason }) => (outcome === 'done' ? (reason ?? []) : []));
  if (left.length > 0) add('With more orders, the run would also try:', left);
  if (malformed.length > 0)
    add(
      `${plural(malformed.length, 'request')} to the receiver could not be read as HTTP.`,
      malformed.map(({ at, code }) => `${code} at ${after(run.at, at)}`),
    );
  return all;
}
