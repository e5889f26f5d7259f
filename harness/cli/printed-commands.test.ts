import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../core/command-table.ts';
import { ownCommand } from '../core/own-command.ts';
import { ownFile } from '../core/own-files.ts';
import { callCommand } from '../testing/call-command.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { wrongCommands } from '../testing/wrong-commands.ts';

const newFolder = temporaryFolders();

/** The program of the harness itself: every line that is not a comment. */
const source = readdirSync(ownFile('harness/'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !/(^|\/)testing\/|\.test\.ts$/.test(name))
  .map(name => readFileSync(new URL(name, ownFile('harness/')), 'utf8'))
  .join('\n')
  .split('\n')
  .filter(line => !/^\s*(\/?\*|\/\/)/.test(line))
  .join('\n');

test('Every command line in the source is written by ownCommand, and parses', async () => {
  const names = Object.keys(COMMANDS).join('|');
  // In a template the backtick is escaped; in quotes it stands alone.
  const typed = new RegExp(`\\\\\`(?:${names}) [^\`]+\`|(?<=[\\s(:?+])'[^'\`]*\`(?:${names}) [^'\`]+\``, 'g');
  expect(source.match(typed)).toBeNull();
  const calls = [...source.matchAll(/ownCommand\(((?:'[^']*'(?:,\s*)?)+)\)/g)].map(([, words = '']) =>
    [...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
  );
  expect(calls.length).toBeGreaterThan(10);
  const lines = calls.map(words => ownCommand(...(words as ['run', ...string[]])));
  expect(await wrongCommands(lines.join('\n'))).toEqual([]);
});

test.each([[['--help']], [['doctor']], [['explain', 'completed-after-fail']], [['gate', '--init', 'python']]] as const)(
  '%j prints a command line that parses',
  async args => {
    const { stdout } = await callCommand(args, {}, newFolder());
    expect(stdout).toContain(`${ownCommand()} `);
    expect(await wrongCommands(stdout)).toEqual([]);
  },
);

test('A command line that does not parse is found', async () => {
  const wrong = ['drft a b', 'drift a', 'run --sed 1', 'gate --only verfy -- x', 'run --seed'];
  for (const line of wrong)
    expect(await wrongCommands(`next: \`${ownCommand()} ${line}\` does it`), line).toHaveLength(1);
});

test('A shell reads every word as it is', async () => {
  const words = ["it's", '$HOME', '`id`', '$(id)', 'a b', '"x"', '*', '!', '\\', ''];
  const line = ownCommand('gate', '--', ...words).replace(ownCommand(), 'printf "%s\\n"');
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`gate\n--\n${words.join('\n')}\n`);
});
