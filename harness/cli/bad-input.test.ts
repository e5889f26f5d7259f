import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../settings/command-table.ts';
import { callCommand } from '../testing/call-command.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { wrongCommands } from '../testing/wrong-commands.ts';

const newFolder = temporaryFolders();

let cwd = '';
beforeAll(() => {
  cwd = newFolder();
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'text'), 'not json');
  writeFileSync(join(cwd, 'facts'), '{"target":"t","facts":[{"gap":7}]}');
  writeFileSync(join(cwd, 'colliding'), '{"eventId":"/data","orderId":"/data/order_id"}');
  symlinkSync('loop', join(cwd, 'loop'));
});

test.each([
  ['nosuch', 'there is no command "nosuch"'],
  ['simulat o expire', 'there is no command "simulat"; did you mean simulate?'],
  ['help nosuch', 'there is no command "nosuch"'],
  ['run --suit contract', 'run has no option --suit; did you mean --suite?'],
  ['run extra', 'run takes no operands'],
  ['run --suite contrct', '--suite is "contrct": give one of contract, collection, gaps; did you mean contract?'],
  ['run --fault no-redelivry', 'there is no fault "no-redelivry"; did you mean no-redelivery?'],
  ['run --fault completed-after-fail --target remote', 'SANDBOX_URL is not set, but the target is remote'],
  ['run --seed -1', '--seed is "-1": give a whole number from 0 to 4294967295'],
  ['run --shard 3/2', '--shard is "3/2": give I/N, such as 2/3 for the second of three shards'],
  ['run --dialect nosuch', 'nosuch cannot be read: no such file or directory'],
  ['run --dialect text', 'text is not a dialect file: it is not JSON'],
  ['run --target embedded --dialect colliding', 'the sandbox cannot place a value at /data/order_id'],
  ['run --known folder', 'folder cannot be read: it is a directory'],
  ['run --known text', 'text: it must be an array, not string "not json"'],
  ['run --baseline folder', 'folder/facts.json cannot be read: no such file or directory'],
  ['run --baseline facts', 'facts: /facts/0/'],
  ['run --out .', 'is not empty'],
  ['API_KEY=sk_test_x run', 'SANDBOX_URL is not set, but API_KEY is set'],
  ['run --out=', '--out is empty: give a path, or leave the option out'],
  ['listen --save=', '--save is empty: give a path, or leave the option out'],
  ['run --out text', 'text cannot be written: not a directory'],
  ['run --out /proc/nosuch/run', '/proc/nosuch/run cannot be written: no such file or directory'],
  ['learn --out folder', 'folder cannot be written: it is a directory'],
  ['learn --out nosuch/file', 'nosuch/file cannot be written: no such file or directory'],
  ['sandbox --port 65536', '--port is "65536": give a whole number from 0 to 65535'],
  ['sandbox --webhook-url ftp://x', '--webhook-url is "ftp://x": give an http:// or https:// URL'],
  ['listen --forward-to localhost', '--forward-to is "localhost": give an http:// or https:// URL'],
  ['listen --save text', 'text cannot be written: file already exists'],
  ['resend text', 'resend needs --to'],
  ['resend text --to http://u:secret@h:x', '--to is "…@h:x": give an http:// or https:// URL'],
  ['simulate order', 'simulate takes ORDER_ID EVENT'],
  ['simulate order expire', 'SANDBOX_URL is not set'],
  ['SANDBOX_URL=http://h simulate o expires', 'did you mean expire?'],
  ['SANDBOX_URL=http://h simulate o fail --received-amount 1', 'goes only with deposit_detected'],
  ['SANDBOX_URL=http://h simulate .. expire', 'the id ".." cannot be in a path'],
  ['sign --body-file text', 'sign needs --secret, or SIGNING_SECRET'],
  ['verify', 'verify needs --header and --body-file, or a saved delivery'],
  ['verify text', 'text: it is not JSON'],
  ['verify text --header h', 'a saved delivery has its own header and body'],
  ['verify --header h --body-file text --secret s --now soon', '--now is "soon": use a non-negative number of seconds'],
  ['explain event-ids', 'there is no "event-ids"; did you mean event-id?'],
  ['drift text text', 'text: it is not JSON'],
  ['drift nosuch facts', 'nosuch cannot be read: no such file or directory'],
  ['drift folder', 'drift takes OLD NEW'],
  ['parity folder', 'folder has no run.ndjson'],
  ['learn --from nosuch', 'has no run.ndjson'],
  ['learn --from folder --target embedded', '--target has no effect with --from'],
  ['observe loop', 'loop cannot be read: too many symbolic links encountered'],
  ['reference nosuch', 'nosuch cannot be read: no such file or directory'],
  ['prove --only nosuch', 'there is no case "nosuch"'],
  ['prove --nights 3 --only nosuch', 'there is no case "nosuch"'],
  ['prove --with-fault', '--with-fault has no effect without --nights'],
  ['gate', 'gate needs the command line of an adapter'],
  ['gate --endpoint not-a-url', 'is not an http or https address'],
  ['gate --endpoint http://service.example/webhooks', 'is not on this machine'],
  ['gate --endpoint http://127.0.0.1:9/ --only verify', 'no part of the gate of an endpoint'],
  ['gate --endpoint http://127.0.0.1:9/ --only credit', '--only credit needs --credits'],
  ['gate --init rust', 'PROTOCOL.md describes how to write an adapter in another language'],
  ['gate --init cobol', '--init is "cobol": give one of typescript, python'],
  ['report folder', 'has no run.ndjson'],
  ['merge', 'merge takes RUN_DIR…'],
  ['merge nosuch', 'has no run.ndjson'],
  ['replay text', 'has no run.ndjson'],
  ['doctor extra', 'doctor takes no operands'],
])('`%s` exits 2 with one clear sentence', async (line, sentence) => {
  const before = readdirSync(cwd);
  const isSetting = (word: string) => /^[A-Z_]+=/.test(word);
  const env = Object.fromEntries(
    line
      .split(' ')
      .filter(isSetting)
      .map(word => word.split('=')),
  );
  const args = line.split(' ').filter(word => !isSetting(word));
  const { code, stdout, stderr } = await callCommand(args, env, cwd);
  const asJson = await callCommand([...args.filter(word => word !== '--json'), '--json'], env, cwd);
  expect({ code, stdout }).toEqual({ code: 2, stdout: line.includes('--json') ? asJson.stdout : '' });
  const { error } = JSON.parse(asJson.stdout);
  expect([asJson.code, asJson.stderr, `${error.code}: ${error.message}`]).toEqual([2, stderr, stderr.split('\n')[0]]);
  expect(stderr.split('\n')[0]).toMatch(/^[a-z-]+: /);
  expect(stderr.split('\n')[0]).toContain(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(await wrongCommands(stderr)).toEqual([]);
  expect(readdirSync(cwd)).toEqual(before);
});

test('The help lists every command', async () => {
  const { code, stdout } = await callCommand(['--help'], {}, cwd);
  expect(code).toBe(0);
  for (const name of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test.each(Object.keys(COMMANDS))('The help of %s has its usage, options and examples', async name => {
  for (const args of [
    [name, '--help'],
    [name, '-h'],
    ['help', name],
    [name, 'x', '--out', '-h'],
  ]) {
    const { code, stdout, stderr } = await callCommand(args, {}, cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run -s harness -- ${name}\\b`, 'm'));
    expect(stdout).toMatch(new RegExp(`\\nExamples:\n(  npm run -s harness -- ${name}\\b.*\n)+\nExit codes: 0`));
    expect(await wrongCommands(stdout)).toEqual([]);
    for (const text of stdout.split('\n')) expect(text.length, text).toBeLessThanOrEqual(120);
  }
});

test.each([[['run']], [['gate', '--init', 'python']]] as const)(
  '%j in a folder that cannot be written says so',
  async args => {
    const { code, stdout, stderr } = await callCommand(args, {}, '/proc');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^out-unwritable: \S+ cannot be written: /m);
  },
);

test('A run that cannot start leaves the latest run unchanged', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports/runs/earlier'), { recursive: true });
  symlinkSync('earlier', join(folder, 'reports/runs/latest'));
  const { code } = await callCommand(['run', '--dialect', join(cwd, 'colliding')], {}, folder);
  expect(code).toBe(2);
  expect(readdirSync(join(folder, 'reports/runs'))).toEqual(['earlier', 'latest']);
  expect(readlinkSync(join(folder, 'reports/runs/latest'))).toBe('earlier');
});

test('The option --debug adds the stack of an error', async () => {
  expect((await callCommand(['explain', 'nosuch', '--debug'], {}, cwd)).stderr).toMatch(/^\s+at /m);
});

test('The option --version prints the version', async () => {
  const { stdout } = await callCommand(['--version'], {}, cwd);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
