import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { callProgram } from '#testing';

const ROOT = resolve(import.meta.dirname, '../..');

/** The rooms from the ground up (ARCHITECTURE.md, "Rooms"). A room imports itself and rooms before it in this list. */
const ROOMS = [
  ...['base', 'contract', 'world', 'evidence', 'order', 'settings', 'sandbox', 'facts', 'judgement', 'webhooks'],
  ...['journeys', 'gates', 'report', 'proof', 'cli', 'testing'],
];

/** Earlier rooms that a room must not import. */
const MAY_NOT: { readonly [room: string]: readonly string[] } = {
  // The sandbox is an independent service, so it shares nothing with what judges it.
  sandbox: ['order'],
  facts: ['settings', 'sandbox'],
  judgement: ['settings', 'sandbox', 'facts'],
  webhooks: ['order', 'sandbox', 'facts', 'judgement'],
  journeys: ['order', 'judgement'],
  report: ['sandbox', 'webhooks'],
  testing: ['order', 'facts', 'proof'],
};

const OWNED: { readonly [name: string]: readonly string[] } = {
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  'node:sqlite': ['sandbox'],
  'openapi-fetch': ['journeys'],
  dotenv: ['cli'],
  '@pactflow/openapi-pact-comparator': ['gates'],
  '@pact-foundation/pact': ['testing'],
};

/** What suites may import in addition to each other. */
const FOR_SUITES = /^(#harness|#testing|vitest|fast-check|node:.*)$/;

/** The tools of suites that are named for one. */
const TOOLS: { readonly [suite: string]: string } = { pact: '@pact-foundation/pact' };

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'))
    .map(name => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)(?:import|export)\s[^;]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|import\('([^']+)'\)/g,
    ),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}

function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** Examples to copy are not part of the harness. */
const isExample = (file: string) => file.includes('/examples/');

const files = sources('harness').filter(file => roomOf(file) !== 'index.ts' && !isExample(file));

test('Every room is in the list of rooms', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(new Set(files.map(roomOf))).toEqual(new Set(ROOMS));
});

test('The top level contains only the folders of the project, and nothing that a command wrote', async () => {
  const { stdout } = await callProgram(['git', 'ls-files'], {}, ROOT).ended;
  const files = stdout.trim().split('\n');
  const folders = new Set(files.flatMap(file => (file.includes('/') ? [file.split('/')[0]] : [])));
  expect([...folders].sort()).toEqual(['.ci', '.github', 'harness', 'openapi', 'reports', 'scripts', 'suites']);
  const written = files.filter(file => /^[^/]+\.(ya?ml|html|ndjson|har)$/.test(file));
  expect(written).toEqual(['known-failures.yaml', 'redocly.yaml']);
});

test('A room imports only rooms before it', () => {
  const mayImport = (from: string, to: string) =>
    ROOMS.indexOf(to) < ROOMS.indexOf(from) && !MAY_NOT[from]?.includes(to) && to !== 'cli';
  const wrong = files
    .filter(file => !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .flatMap(file =>
      importsOf(file)
        .filter(name => name.startsWith('.'))
        .map(name => relative(ROOT, resolve(ROOT, dirname(file), name)))
        .filter(
          target =>
            target.startsWith('harness/') &&
            roomOf(target) !== roomOf(file) &&
            !mayImport(roomOf(file), roomOf(target)),
        )
        .map(target => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('The sandbox and the judging side each have their own lifecycle table', () => {
  const wrong = files.filter(
    file =>
      roomOf(file) === 'sandbox' &&
      /import (?!type )[^;]*contract\/lifecycle\.ts'/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('A package is imported only by the rooms that own it', () => {
  const wrong = files.flatMap(file =>
    importsOf(file)
      .filter(name => OWNED[name] && !OWNED[name].includes(roomOf(file)))
      .map(name => `${file} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('Suites import the harness through its public surface', () => {
  const wrong = sources('suites').flatMap(file =>
    importsOf(file)
      .filter(name => name !== TOOLS[roomOf(file)])
      .filter(name => !FOR_SUITES.test(name) && !resolve(ROOT, dirname(file), name).startsWith(join(ROOT, 'suites')))
      .map(name => `${file} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('Clock, randomness, network and processes are used through the world only', () => {
  const REACHES = new RegExp(
    [
      String.raw`\b(Date\.now|performance\.now|Math\.random|setTimeout|setInterval|randomUUID|AbortSignal\.timeout)\(`,
      String.raw`new Date\(\)|\bnew Agent\(`,
      String.raw`from 'node:child_process'|^import \{ (?!type |isIP \})[^}]*\} from 'node:(?:net|https?|tls|dgram)'`,
    ].join('|'),
    'm',
  );
  const allowed = new Set(['harness/world/real-world.ts', 'harness/world/world.ts']);
  const wrong = files.filter(
    file =>
      !file.endsWith('.test.ts') &&
      // Adapters and examples are templates for programs outside this repository. A simulation is a world.
      !/\/(testing|sdk\/adapters|endpoint\/examples|simulated)\//.test(file) &&
      !allowed.has(file) &&
      REACHES.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('No import cycles exist', () => {
  const graph = new Map(
    [...sources('harness'), ...sources('suites')].map(file => [
      file,
      importsOf(file)
        .filter(name => name.startsWith('.'))
        .map(name => relative(ROOT, resolve(ROOT, dirname(file), name))),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test('The help loads no package except dotenv, because commands are loaded when they are called', () => {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:^|\n)(?:import|export) (?!type )[^;]*?from '([^']+)'/g))
      if (name.startsWith('.')) load(relative(ROOT, resolve(ROOT, dirname(file), name)));
      else if (!name.startsWith('node:')) loaded.add(name);
  };
  for (const file of ['harness/cli/dispatch.ts', 'harness/cli/supervise.ts']) load(file);
  expect([...loaded].filter(name => !name.includes('/'))).toEqual(['dotenv']);
  expect([...loaded].filter(name => name.startsWith('harness/cli/commands/'))).toEqual([]);
});

test('No line is longer than 120 columns', () => {
  const long = [...sources('harness'), ...sources('suites')]
    .filter(file => !file.startsWith('harness/contract/generated/'))
    .flatMap(file =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 120 ? `${file}:${index + 1} has ${line.length} columns` : [])),
    );
  expect(long).toEqual([]);
});
