import { plural } from '../base/plural.ts';
import { driftBetween } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';
import type { PastRun } from '../settings/file-schemas.ts';
import { table } from './blocks.ts';
import { page, printHtml } from './html/print-html.ts';
import { VERDICTS } from './looks.ts';
import { type Markup, markup } from './markup.ts';
import { duration, moment } from './wording.ts';

/** A run as its folder keeps it. */
export interface RunKept {
  readonly summary: PastRun;
  readonly facts: FactsFile;
  /** The address of its `report.html`, relative to the page; absent where it is not there. */
  readonly report?: string;
}

/** One run of a history, in numbers. */
export interface RunInHistory {
  readonly run: string;
  readonly target: string;
  readonly startedAt: string;
  readonly verdict: PastRun['verdict'];
  readonly verified: number;
  readonly requirements: number;
  readonly breaches: number;
  readonly advice: number;
  /** The median latency of the credit signal, in milliseconds; absent where none was seen. */
  readonly latency?: number;
  /** Facts that changed since the run before; absent for the first. */
  readonly changed?: number;
  readonly breaking?: boolean;
  readonly report?: string;
}

/** The most runs that a history shows. */
const MOST = 30;
/** The only event that every service sends. */
const SHOWN = 'disbursement.completed';

/** The last runs, the oldest first, each compared with the one before. */
export function historyOf(kept: readonly RunKept[]): readonly RunInHistory[] {
  const runs = kept.toSorted((a, b) => a.summary.startedAt.localeCompare(b.summary.startedAt)).slice(-MOST - 1);
  const all = runs.map(({ summary, facts, report }, nth): RunInHistory => {
    const { run, target, startedAt, verdict, requirements, findings, latency = [] } = summary;
    const before = runs[nth - 1];
    const drift = before && driftBetween(before.facts, facts);
    const median = latency.find(({ type }) => type === SHOWN)?.median;
    return {
      ...{
        run,
        target: target.kind === 'embedded' ? 'the embedded sandbox' : target.url,
        startedAt,
        verdict,
        requirements: requirements.length,
      },
      verified: requirements.filter(({ status }) => status === 'verified').length,
      breaches: findings.filter(({ severity }) => severity === 'breach').length,
      advice: findings.filter(({ severity }) => severity === 'advice').length,
      ...(median !== undefined && { latency: median }),
      ...(drift && { changed: drift.changes.length, breaking: drift.breaking }),
      ...(report !== undefined && { report }),
    };
  });
  return all.slice(-MOST);
}

/** One column of a chart, in its order from the bottom; `label` is what it says, in words. */
interface Column {
  readonly parts: readonly { readonly value: number; readonly tone: 'good' | 'bad' | 'warn' | 'calm' | 'plot' }[];
  readonly label: string;
  /** Below it: the day and the end of the run's id. */
  readonly below: readonly [day: string, run: string];
  /** A character in the column, which says without colour what its tone does. */
  readonly mark?: string;
}

/** The size of a chart, and the width of a bar where there is room. */
const [WIDE, TALL, BAR] = [600, 60, 40];

/** A chart of one measure over the runs, a column each; the axis begins at 0 and ends at the largest value. */
function chart(title: string, columns: readonly Column[], largest: string): Markup {
  const most = Math.max(1, ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const step = WIDE / columns.length;
  const wide = Math.min(BAR, 0.75 * step);
  const drawn = columns.map(({ parts, label, below, mark }, nth) => {
    const middle = ((nth + 0.5) * step).toFixed(1);
    let y = TALL + 4;
    const bars = parts.map(({ value, tone }) => {
      const height = (value / most) * TALL;
      y -= height;
      const size = markup`width="${wide.toFixed(1)}" height="${height.toFixed(1)}"`;
      const x = ((nth + 0.5) * step - wide / 2).toFixed(1);
      return markup`<rect class="fill-${tone}" x="${x}" y="${y.toFixed(1)}" ${size}/>`;
    });
    const labels = below.map((text, line) => {
      return markup`<text class="below" x="${middle}" y="${TALL + 12 + 8 * line}">${text}</text>`;
    });
    return markup`<g><title>${label}</title><rect class="blank" x="${(nth * step).toFixed(1)}" y="0"
width="${step.toFixed(1)}" height="${TALL + 4}"/>${bars}${
      mark !== undefined && markup`<text x="${middle}" y="${TALL}">${mark}</text>`
    }${labels}</g>`;
  });
  const summary = `${title}: ${columns.map(({ label }) => label).join('; ')}`;
  const caption = markup`<figcaption><b>${title}</b> <span class="small">${largest}</span></figcaption>`;
  return markup`<figure class="card" tabindex="0">${caption}
<svg class="history" viewBox="0 0 ${WIDE} ${TALL + 24}" role="img" aria-label="${summary}">
<path class="life" d="M0 ${TALL + 4.5}H${WIDE}"/>${drawn}</svg></figure>
`;
}

const COLUMNS = ['Run', 'Verdict', 'Verified', 'Findings', 'Latency', 'Facts changed'];

/** The history of a target as one page, in the style of a run's report; it has no script. */
export function renderHistory(runs: readonly RunInHistory[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a history has at least one run');
  const { tone, symbol } = VERDICTS[last.verdict];
  const targets = [...new Set(runs.map(({ target }) => target))];
  const body = markup`<header class="verdict ${tone}">
<p class="product">onramp-harness · history</p>
<h1><span aria-hidden="true">${symbol}</span> ${last.verdict}</h1>
<p class="message">The last of ${plural(runs.length, 'run')} from ${moment(first.startedAt)} to
${moment(last.startedAt)}.</p>
<p>${targets.map((target, nth) => markup`${nth > 0 && ', '}<code>${target}</code>`)}</p>
</header>
<main>${charts(runs)}
<h2 id="runs">Runs</h2>
${printHtml([table(COLUMNS, runs.map(row).reverse(), 'runs')])}</main>`;
  return page({ title: `History of ${plural(runs.length, 'run')}`, body });
}

function charts(runs: readonly RunInHistory[]): readonly Markup[] {
  const of = (parts: Parameters<typeof chart>[1][number]['parts'], what: string, { run, startedAt }: RunInHistory) => ({
    parts,
    label: `${startedAt.slice(0, 10)} ${run}: ${what}`,
    below: [startedAt.slice(5, 10), run.slice(-4)] as const,
  });
  const most = (values: readonly number[]) => Math.max(0, ...values);
  const latencies = runs.flatMap(({ latency = [] }) => latency);
  return [
    chart(
      'Verdict',
      runs.map(run => {
        const { tone, symbol } = VERDICTS[run.verdict];
        return { ...of([{ value: 1, tone }], run.verdict, run), mark: symbol };
      }),
      '',
    ),
    chart(
      'Requirements verified',
      runs.map(run => of([{ value: run.verified, tone: 'good' }], `${run.verified} of ${run.requirements}`, run)),
      `at most ${most(runs.map(({ verified }) => verified))}`,
    ),
    chart(
      'Findings: breaches and advice',
      runs.map(run => {
        const parts = [
          { value: run.breaches, tone: 'bad' as const },
          { value: run.advice, tone: 'warn' as const },
        ];
        return of(parts, `${plural(run.breaches, 'breach')}, ${run.advice} advice`, run);
      }),
      `at most ${most(runs.map(({ breaches, advice }) => breaches + advice))}`,
    ),
    chart(
      'Median latency of disbursement.completed',
      runs.map(run => {
        const what = run.latency === undefined ? 'not seen' : duration(run.latency);
        return of([{ value: run.latency ?? 0, tone: 'plot' }], what, run);
      }),
      latencies.length > 0 ? `at most ${duration(most(latencies))}` : 'never seen',
    ),
    chart(
      'Facts changed since the run before',
      runs.map(run =>
        of([{ value: run.changed ?? 0, tone: run.breaking ? 'bad' : 'calm' }], String(run.changed ?? 'first'), run),
      ),
      `at most ${most(runs.map(({ changed = 0 }) => changed))}`,
    ),
  ];
}

function row({ run, startedAt, verdict, report, latency, changed, breaking, ...counts }: RunInHistory) {
  const { symbol, tone } = VERDICTS[verdict];
  const name = markup`${moment(startedAt)}<br><code class="small">${run}</code>`;
  return [
    report === undefined ? name : markup`<a href="${report}">${name}</a>`,
    markup`<b class="${tone}">${symbol} ${verdict}</b>`,
    `${counts.verified} of ${counts.requirements}`,
    `${plural(counts.breaches, 'breach')}, ${counts.advice} advice`,
    latency === undefined ? '–' : duration(latency),
    changed === undefined ? '–' : markup`${changed}${breaking && markup` <b class="bad">breaking</b>`}`,
  ];
}
