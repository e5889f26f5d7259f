import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type Called,
  callCommand,
  callHarness,
  openSandbox,
  openService,
  runSimulated,
  schemaProblems,
  temporaryFolders,
} from '#testing';

const ROOT = new URL('../../', import.meta.url);
const OWN_ADAPTER = 'harness/testing/own-adapter.ts';
const newFolder = temporaryFolders();
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
const { exports } = readJson('package.json');

/** The schema in the package for the `--json` output of a command. */
function schemaOf(name: string): object {
  const path = exports[`./output-${name}.schema.json`] ?? exports['./output-*.schema.json'].replace('*', name);
  return readJson(path);
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysIn)];
}

const shared = { run: '', printed: '', file: '', delivery: '' };
beforeAll(async () => {
  const ended = await runSimulated({ args: ['--only', 'collection/happy-path', '--json'], folder: newFolder() });
  shared.run = ended.out;
  shared.printed = ended.stdout;
  const folder = newFolder();
  shared.file = join(folder, 'body');
  shared.delivery = join(folder, 'delivery.json');
  writeFileSync(shared.file, '{}');
  const at = new Date().toISOString();
  const saved = { savedDelivery: 1, at, method: 'POST', path: '/', headers: [], body: 'e30=' };
  writeFileSync(shared.delivery, JSON.stringify(saved));
});

const printed = async (args: readonly string[], env = {}, cwd?: string) =>
  (await callCommand([...args, '--json'], env, cwd)).stdout;
const inFolder = (...args: readonly string[]) => printed(args, {}, newFolder());
const signed = () => ['--header', 't=1,v1=00', '--body-file', shared.file, '--secret', 's'];

/** The lines that a command prints until it is interrupted. */
async function linesOf(called: Called, act: (url: string) => Promise<unknown>): Promise<string> {
  onTestFinished(() => void called.child.kill('SIGKILL'));
  await act(JSON.parse(await called.said(/^\{.*\}$/m)).url);
  called.child.kill('SIGINT');
  return (await called.ended).stdout;
}

/** The calls by the name of their schema, and their outputs. */
const CALLS: { readonly [name: string]: () => Promise<string> } = {
  run: async () => shared.printed,
  sandbox: () => linesOf(callHarness(['sandbox', '--json']), async () => undefined),
  listen: () => linesOf(callHarness(['listen', '--json']), url => fetch(url, { method: 'POST', body: '{}' })),
  async resend() {
    const app = await openService();
    onTestFinished(app.close);
    return printed(['resend', shared.delivery, '--to', app.url], { SIGNING_SECRET: 's' });
  },
  async simulate() {
    const { url, close } = await openSandbox();
    onTestFinished(close);
    return printed(['simulate', 'no-such-order', 'expire'], { SANDBOX_URL: url });
  },
  sign: () => printed(['sign', '--body-file', shared.file, '--secret', 's']),
  verify: () => printed(['verify', ...signed()]),
  explain: () => printed(['explain', 'event.id', '--run', shared.run]),
  learn: () => printed(['learn', '--from', shared.run]),
  parity: () => printed(['parity', shared.run]),
  drift: () => printed(['drift', shared.run, shared.run]),
  observe: () => inFolder('observe', shared.run),
  reference: () => inFolder('reference', shared.run),
  prove: () => printed(['prove', '--nights', '1', '--only', 'night 0']),
  gate: () => {
    const args = ['gate', '--only', 'receive', '--json', '--', process.execPath, OWN_ADAPTER];
    return callCommand(args.toSpliced(3, 0, '--out', newFolder())).then(({ stdout }) => stdout);
  },
  'gate-init': () => inFolder('gate', '--init', 'python'),
  report: () => printed(['report', shared.run]),
  merge: () => inFolder('merge', shared.run),
  replay: () => printed(['replay', shared.run]),
  'verify-run': () => printed(['verify-run', join(shared.run, 'verdict.json')]),
  league: () => inFolder('league', shared.run),
  doctor: () => printed(['doctor']),
  error: () => printed(['run', '--no-such-option']),
};

test('Every schema of an output is tested by a call', () => {
  const files = readdirSync(new URL('harness/contract/generated', ROOT));
  const generated = files.flatMap(file => /^output-(.*)\.schema\.json$/.exec(file)?.[1] ?? []);
  expect(Object.keys(CALLS).sort()).toEqual([...generated, 'run', 'gate', 'merge', 'replay'].sort());
});

test.each(Object.keys(CALLS))(
  'The output of %s with --json is as its schema says, and no key has a space',
  async name => {
    const stdout = (await CALLS[name]?.()) ?? '';
    const isLines = ['sandbox', 'listen'].includes(name);
    const values = isLines
      ? stdout
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
      : [JSON.parse(stdout)];
    expect(values).toHaveLength(name === 'listen' ? 2 : 1);
    for (const value of values) {
      expect(schemaProblems(schemaOf(name), value)).toBeNull();
      expect(schemaProblems(schemaOf(name), [value])).not.toBeNull();
      expect(keysIn(value).filter(key => key.includes(' '))).toEqual([]);
    }
  },
);
