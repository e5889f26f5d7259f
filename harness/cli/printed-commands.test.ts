import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFile } from '../base/own-files.ts';
import { COMMANDS } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';
import { callCommand } from '../testing/call-command.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { printedCommands, wrongCommands } from '../testing/wrong-commands.ts';

const newFolder = temporaryFolders();

/** The source code of the harness without comment lines. */
const source = readdirSync(ownFile('harness/'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !/(^|\/)testing\/|\.test\.ts$/.test(name))
  .map(name => readFileSync(new URL(name, ownFile('harness/')), 'utf8'))
  .join('\n')
  .split('\n')
  .filter(line => !/^\s*(\/?\*|\/\/)/.test(line))
  .join('\n');

/** The command lines that the source writes, without those of variable words. */
const WRITTEN = [...source.matchAll(/ownCommand\(((?:'[^']*'(?:,\s*)?)+)\)/g)].map(([, words = '']) =>
  ownCommand(...([...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word) as ['run', ...string[]])),
);

test('Every command line in the source is written by ownCommand, and parses', async () => {
  const names = Object.keys(COMMANDS).join('|');
  // In a template the backtick is escaped; in quotes it is not.
  const typed = new RegExp(`\\\\\`(?:${names}) [^\`]+\`|(?<=[\\s(:?+])'[^'\`]*\`(?:${names}) [^'\`]+\``, 'g');
  expect(source.match(typed)).toBeNull();
  expect(WRITTEN.length).toBeGreaterThan(10);
  expect(await wrongCommands(WRITTEN.join('\n'))).toEqual([]);
});

/** Commands that other tests execute: they serve, need another program, or drive orders. */
const ELSEWHERE: readonly (readonly [line: RegExp, test: string])[] = [
  [/^listen/, 'suites/self/listen.test.ts'],
  [/^sandbox/, 'suites/self/json-outputs.test.ts'],
  [/^(learn|parity|prove|simulate)/, 'suites/self/commands.test.ts'],
  [/^(resend|verify saved)/, 'suites/self/saved-deliveries.test.ts'],
  [/^merge/, 'suites/self/shards.test.ts'],
  [/^(doctor|run$|run --suite)/, 'suites/self/doctor-and-run.test.ts'],
  [/^run --(only collection|target embedded(?! --only))/, 'suites/self/doctor-and-run.test.ts'],
  [/^gate --endpoint/, 'suites/self/endpoint.test.ts'],
  [/^gate --pact/, 'suites/gate/process-boundary.test.ts'],
  [/^gate --(case| )/, 'suites/self/package.test.ts'],
];
/** Values for the placeholders of commands. */
const FILLED: { readonly [word: string]: string } = {
  RUN_DIR: 'reports/runs/latest',
  OLD: 'reports/runs/latest',
  NEW: 'reports/runs/latest',
  GAP: 'event.names',
  'reports/observed/embedded': 'observed',
};

const isRun = (line: string) => line.startsWith('run ');

test('Every printed command line works after a run', async () => {
  const here = newFolder();
  const call = (words: readonly string[]) => callCommand(words, {}, here);
  const fault = 'request-id-missing-on-errors';
  await call(['run', '--only', 'contract/unknown-routes', '--target', 'embedded', '--fault', fault]);
  await call(['observe', 'reports/runs/latest', '--into', 'observed']);
  writeFileSync(join(here, 'body.json'), '{}');
  const { stdout: header } = await call(['sign', '--body-file', 'body.json', '--secret', 'whsec_1']);
  const explained = ['F1', 'contract/unknown-routes', fault, 'response.request-id'].map(id => call(['explain', id]));
  const helps = Object.keys(COMMANDS).map(name => call([name, '--help']));
  const said = (await Promise.all([...explained, ...helps])).map(({ stdout }) => stdout);
  const lines = new Map(printedCommands([...said, ...WRITTEN].join('\n')).map(words => [words.join(' '), words]));
  let executed = 0;
  // The run changes what `latest` means, so it comes last.
  for (const [line, words] of [...lines].sort(([one], [other]) => Number(isRun(one)) - Number(isRun(other)))) {
    const elsewhere = ELSEWHERE.find(([which]) => which.test(line));
    if (elsewhere) {
      expect(readFileSync(ownFile(elsewhere[1]), 'utf8'), line).toContain(`'${words[0]}'`);
      continue;
    }
    const { code, stderr } = await call(
      words.map(word => FILLED[word] ?? (word.startsWith('t=') ? header.trim() : word)),
    );
    expect([0, 1], `${line}: ${stderr}`).toContain(code);
    executed++;
  }
  expect(executed).toBeGreaterThan(20);
});

test('The test finds a command line that does not parse', async () => {
  const wrong = ['drft a b', 'drift a', 'run --sed 1', 'gate --only verfy -- x', 'run --seed'];
  for (const line of wrong)
    expect(await wrongCommands(`next: \`${ownCommand()} ${line}\` does it`), line).toHaveLength(1);
});

test('A shell reads every word of a printed command line unchanged', async () => {
  const words = ["it's", '$HOME', '`id`', '$(id)', 'a b', '"x"', '*', '!', '\\', ''];
  const line = ownCommand('gate', '--', ...words).replace(ownCommand(), 'printf "%s\\n"');
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`gate\n--\n${words.join('\n')}\n`);
});
