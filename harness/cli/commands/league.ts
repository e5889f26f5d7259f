import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../../base/errors.ts';
import { leagueOf, renderLeague, type VerdictFound } from '../../report/statement/league.ts';
import { sha256 } from '../../report/statement/statement.ts';
import { defineCommand, printResult } from '../command.ts';
import { isFolder, makeFolder, readFile, writeFile, writing } from '../files.ts';
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
    const { html, markdown } = renderLeague(rows);
    const files = { 'league.html': html, 'league.md': markdown };
    for (const [name, text] of Object.entries(files)) writeFile(cwd, join(out, name), text);
    const written = Object.keys(files).map(name => `${join(out, name)}\n`);
    printResult<'league'>(terminal, { rows }, written.join(''));
    return 0;
  },
});

/** The verdicts in a folder and its subfolders, without following links. */
function verdictsIn(folder: string, cwd: string): readonly VerdictFound[] {
  if (!isFolder(cwd, folder)) {
    throw new HarnessError('file-unreadable', 'usage', `${folder} is not a folder`, { next: 'name a folder of runs' });
  }
  const path = join(folder, VERDICT_FILE);
  const own = existsSync(resolve(cwd, path))
    ? [{ path, digest: sha256(readFile(cwd, path)), statement: readStatement(cwd, path) }]
    : [];
  const inside = writing(folder, () => readdirSync(resolve(cwd, folder), { withFileTypes: true }));
  const below = inside.filter(entry => entry.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...own, ...below.flatMap(({ name }) => verdictsIn(join(folder, name), cwd))];
}
