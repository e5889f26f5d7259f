import { code, strong, table } from '../blocks.ts';
import { page, printHtml } from '../html/print-html.ts';
import { markup } from '../markup.ts';
import { printMarkdown } from '../print-markdown.ts';
import { VERDICTS } from '../wording.ts';
import { BUILD, type Statement } from './statement.ts';

/** A verdict file: its path and its statement. */
export interface VerdictFound {
  /** The path of the file, as given by the user. */
  readonly path: string;
  /** SHA-256 of its file. */
  readonly digest: string;
  readonly statement: Statement;
}

/** A row of the table: one verdict on one version of an SDK, or on a service. */
export interface LeagueRow {
  readonly name: string;
  /** The version of the SDK; absent for a service. */
  readonly version?: string;
  /** `edition 12` of a gate; absent for a service. */
  readonly edition?: string;
  readonly verdict: Statement['predicate']['onrampHarness']['verdict'];
  readonly violated: readonly string[];
  readonly verified: number;
  /** Whether the league has a verdict of a newer edition. */
  readonly outdated: boolean;
  /** SHA-256 of its `verdict.json`. */
  readonly digest: string;
  /** The command that recomputes it. */
  readonly again: string;
}

/** Compares names and versions naturally: 1.10.0 follows 1.9.0. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The rows of the table, by name, version and edition. */
export function leagueOf(entries: readonly VerdictFound[]): readonly LeagueRow[] {
  const all = entries
    .map(entry => ({ ...entry, ...subjectOf(entry.statement) }))
    .sort(
      (a, b) =>
        compare(a.name, b.name) ||
        compare(a.version ?? '', b.version ?? '') ||
        compare(a.edition ?? '', b.edition ?? '') ||
        compare(a.path, b.path),
    );
  const newest = all
    .map(({ edition }) => edition ?? '')
    .sort(compare)
    .at(-1);
  return all.map(({ path, digest, statement, name, version, edition }) => {
    const { onrampHarness, failedTests, configuration } = statement.predicate;
    const judged = configuration.find(one => one.name === BUILD)?.annotations?.version;
    return {
      ...{ name, digest, verdict: onrampHarness.verdict, violated: failedTests },
      ...(version !== undefined && { version }),
      ...(edition !== undefined && { edition }),
      verified: onrampHarness.requirements.filter(({ status }) => status === 'verified').length,
      outdated: edition !== undefined && edition !== newest,
      again: `npx ${BUILD}@${judged} verify-run ${path}`,
    };
  });
}

const HEAD = ['SDK or service', 'Version', 'Edition', 'Verdict', 'Verified', 'Violated', 'Digest', 'Recompute'];

/** The league as an HTML page and as Markdown. Rows older than the newest edition are grey. */
export function renderLeague(rows: readonly LeagueRow[]): { readonly html: string; readonly markdown: string } {
  const cells = rows.map(({ name, version, edition, verdict, outdated, verified, violated, digest, again }) => {
    const { tone, symbol } = VERDICTS[verdict];
    return [
      ...[name, version, [edition, outdated && ' (outdated)']],
      ...[strong(`${symbol} ${verdict}`, outdated ? 'calm' : tone), verified, violated.join(', ')],
      ...[code(digest.slice(0, 12)), code(again)],
    ];
  });
  const blocks = [table(HEAD, cells, 'league')];
  const body = markup`<main><h1>League</h1>${printHtml(blocks)}</main>`;
  return {
    html: page('League of verdicts', body),
    markdown: `${printMarkdown(blocks).join('\n\n')}\n`,
  };
}

/**
 * `badge.json`: the endpoint of a shields.io badge. Only a breach is red. Requirements that were not shown or do not
 * apply never look failed.
 */
export function badgeOf(statement: Statement) {
  const { result, onrampHarness, failedTests } = statement.predicate;
  const subject = subjectOf(statement);
  const violated = result === 'FAILED' ? `: ${failedTests.length} violated` : '';
  return {
    schemaVersion: 1,
    label: 'onramp-harness',
    message:
      `${[subject.version, subject.edition].filter(Boolean).join(' ')} ${onrampHarness.verdict}${violated}`.trim(),
    color: result === 'FAILED' ? 'red' : 'brightgreen',
  };
}

/** The subject of a statement: the name and version of an SDK, or a URL; for a gate also its edition. */
function subjectOf({ predicate }: Statement): Pick<LeagueRow, 'name' | 'version' | 'edition'> {
  const options = predicate.configuration.find(({ name }) => name === 'options')?.annotations as
    | {
        target?: { url: string };
        gate?: { edition: number; adapter?: { name: string; version: string } };
      }
    | undefined;
  const { target, gate } = options ?? {};
  const { adapter } = gate ?? {};
  return {
    name: adapter?.name ?? target?.url ?? '',
    ...(adapter && { version: adapter.version }),
    ...(gate && { edition: `edition ${gate.edition}` }),
  };
}
