import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../../base/errors.ts';
import { code, table } from '../../report/blocks.ts';
import { printMarkdown } from '../../report/print-markdown.ts';
import { BUILD, type LeagueRow, sha256, subjectOf } from '../../report/statement/statement.ts';
import { LOOKS } from '../../report/wording.ts';
import { defineCommand, printResult } from '../command.ts';
import { isFolder, makeFolder, readFile, writeFile } from '../files.ts';
import { writtenPath } from '../options.ts';
import { readStatement, VERDICT_FILE } from '../verdict-file.ts';

/** `league`: writes one table of the verdicts in some folders. */
export const command = defineCommand('league', {
  options: { out: { value: 'DIR', parse: writtenPath, about: 'folder of the table; default: league' } },
  examples: ['league reports/runs --out league'],
  async run({ operands, options: { out = 'league' } }, terminal) {
    const { cwd } = terminal;
    const entries = operands.flatMap(folder => verdictsIn(folder, cwd));
    if (entries.length === 0)
      throw new HarnessError('league-empty', 'usage', `${operands.join(', ')}: no ${VERDICT_FILE} found`, {
        next: 'name run folders, or folders that contain them, of runs that are conformant or nonconformant',
      });
    const rows = leagueOf(entries);
    makeFolder(cwd, out);
    const file = join(out, 'league.md');
    writeFile(cwd, file, leagueAsMarkdown(rows));
    printResult<'league'>(terminal, { rows }, `${file}\n`);
    return 0;
  },
});

/** The verdicts in a folder and its subfolders, without following links. */
function verdictsIn(folder: string, cwd: string) {
  if (!isFolder(cwd, folder)) {
    throw new HarnessError('file-unreadable', 'usage', `${folder} is not a folder`, { next: 'name a folder of runs' });
  }
  return globSync(`**/${VERDICT_FILE}`, { cwd: resolve(cwd, folder) }).map(name => {
    const path = join(folder, name);
    return { path, digest: sha256(readFile(cwd, path)), statement: readStatement(cwd, path) };
  });
}

/** Compares names and versions naturally: 1.10.0 follows 1.9.0. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The rows of the table, by name, version and edition. */
function leagueOf(entries: ReturnType<typeof verdictsIn>): readonly LeagueRow[] {
  const all = entries.map(entry => ({ ...entry, ...subjectOf(entry.statement) }));
  const keyOf = ({ name, version, edition, path }: (typeof all)[number]) => [name, version, edition, path].join('\n');
  all.sort((one, other) => compare(keyOf(one), keyOf(other)));
  return all.map(({ path, digest, statement, name, version, edition }) => {
    const { onrampHarness, failedTests, configuration } = statement.predicate;
    const judged = configuration.find(one => one.name === BUILD)?.annotations?.version;
    return {
      ...{ name, digest, verdict: onrampHarness.verdict, violated: failedTests },
      ...(version !== undefined && { version }),
      ...(edition !== undefined && { edition }),
      verified: onrampHarness.requirements.filter(({ status }) => status === 'verified').length,
      again: `npx ${BUILD}@${judged} verify-run ${path}`,
    };
  });
}

const HEAD = ['SDK or service', 'Version', 'Edition', 'Verdict', 'Verified', 'Violated', 'Digest', 'Recompute'];

function leagueAsMarkdown(rows: readonly LeagueRow[]): string {
  const cells = rows.map(({ name, version, edition, verdict, verified, violated, digest, again }) => {
    const { symbol } = LOOKS[verdict];
    return [
      ...[name, version, edition, `${symbol} ${verdict}`, verified, violated.join(', ')],
      ...[code(digest.slice(0, 12)), code(again)],
    ];
  });
  return `${printMarkdown([table(HEAD, cells)]).join('\n\n')}\n`;
}
