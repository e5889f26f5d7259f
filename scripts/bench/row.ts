/** One comparison: what was measured of ours and of a peer in the same rounds, in turn. */
export interface Row {
  /** What is compared. */
  readonly benchmark: string;
  /** What the figures count, such as `per second`. */
  readonly unit: string;
  /** The peer or the limit. */
  readonly against: string;
  /** A figure for each round. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** What the median ratio of ours to theirs has to be. Default: anything; it is only stated. */
  readonly goal?: { readonly least: number } | { readonly most: number };
}

/** The middle of some figures; of an even number the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half - 0.5)] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** The ratio of ours to theirs in each round. */
export function ratiosOf({ ours, theirs }: Row): readonly number[] {
  return ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));
}

/** Rows as one Markdown table. The ratio is the median of the rounds, with the lowest and the highest. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(row => {
    const ratios = ratiosOf(row);
    const ratio = `**${short(median(ratios))}** (${short(Math.min(...ratios))} to ${short(Math.max(...ratios))})`;
    const [ours, theirs] = [short(median(row.ours)), short(median(row.theirs))];
    return `| ${[row.benchmark, row.against, ratio, goalOf(row), `${ours} to ${theirs}`, row.unit].join(' | ')} |`;
  });
  return [
    '| what | against | ratio | goal | figures | unit |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

function goalOf(row: Row): string {
  if (row.goal === undefined) return '–';
  const ratio = median(ratiosOf(row));
  const isMet = 'least' in row.goal ? ratio >= row.goal.least : ratio <= row.goal.most;
  return `${'least' in row.goal ? `≥ ${row.goal.least}` : `≤ ${row.goal.most}`} ${isMet ? 'met' : '**missed**'}`;
}

function short(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3);
}
