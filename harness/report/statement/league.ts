import { table } from '../blocks.ts';
import { page, printHtml } from '../html/print-html.ts';
import { code, strong } from '../line.ts';
import { VERDICTS } from '../looks.ts';
import { markup } from '../markup.ts';
import { printMarkdown } from '../print-markdown.ts';
import { BUILD, type Statement } from './statement.ts';

/** A verdict that was found: where, and what it states. */
export interface VerdictFound {
  /** The path of its file, as the person named its folder. */
  readonly path: string;
  /** SHA-256 of its file. */
  readonly digest: string;
  readonly statement: Statement;
}

/** One row of the table: one verdict on one version of an SDK, or on one service. */
export interface LeagueRow {
  readonly name: string;
  /** The version of the SDK; absent for a service. */
  readonly version?: string;
  /** `edition 12` of a gate; absent for a service. */
  readonly edition?: string;
  readonly verdict: Statement['predicate']['onrampHarness']['verdict'];
  readonly violated: readonly string[];
  readonly verified: number;
  /** Whether a newer edition has judged somebody since. */
  readonly outdated: boolean;
  /** SHA-256 of its `verdict.json`. */
  readonly digest: string;
  /** The command that recomputes it. */
  readonly again: string;
}

/** Compares names and versions as a person sorts them: 1.10.0 comes after 1.9.0. */
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

/** The league as a page in the style of a report, and as Markdown; a row older than the newest edition is grey. */
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
 * `badge.json`: the endpoint of a shields.io badge. Only a breach is red: what was not shown or does not apply never
 * reads as failed.
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

/** Whom a statement is about: the name and version of an SDK, or an address; of a gate also its edition. */
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
