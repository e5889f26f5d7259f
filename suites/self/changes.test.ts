import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolders } from '#testing';

const ROOT = resolve(import.meta.dirname, '../..');
const newFolder = temporaryFolders();

/** A place of a change: a new file, or the position before the first `before` in a file. */
interface Place {
  readonly file: string;
  readonly text: string;
  readonly before?: string;
}

/** An addition that a row of the table in CONTRIBUTING.md describes. */
interface Change {
  readonly places: readonly Place[];
  /** The text that shows the addition, in the output of a command or in a file. Absent if only the compiler sees it. */
  readonly found?: { readonly named: string; readonly command?: string; readonly file?: string };
}

const place = (file: string, before: string, text: string): Place => ({ file, text, before });
const own = (name: string, before: string, text: string) => place(`harness/${name}`, before, text);
/** A change in one place of the harness. */
const one = (name: string, before: string, text: string, found?: Change['found']): Change => ({
  ...{ places: [own(name, before, text)], ...(found && { found }) },
});
const file = (name: string, ...lines: readonly string[]): Place => ({ file: name, text: `${lines.join('\n')}\n` });

const SERVICE = 'openapi/service.yaml';
const GENERATED = 'harness/contract/generated/';

/** The places of each change, by the first words of its row. */
const CHANGES: { readonly [thing: string]: Change } = {
  'a requirement or gap': {
    places: [
      place(
        'openapi/gaps.yaml',
        '- { id: onramp.rate,',
        '- { id: onramp.fees, section: Onramp order, text: Whether an order has fees., probe: none, why: no field }\n',
      ),
      place(SERVICE, 'request.unknown-fields, request.odd-values', 'onramp.fees, '),
    ],
    found: { named: 'onramp.fees', command: 'explain gaps' },
  },
  'a check': {
    places: [
      file(
        'harness/judgement/checks/long-answers.ts',
        "import { type Check, pass } from './check.ts';",
        '/** An example. */',
        'export const longAnswers: Check = {',
        "  ...{ id: 'long-answers', title: 'Answers are short', kind: 'safety', requirements: ['wire.json'] },",
        '  *judge({ evidence }) {',
        "    for (const { id } of evidence.exchanges) yield pass('wire.json', id);",
        '  },',
        '};',
      ),
      own('judgement/checks/index.ts', '/** Every check.', "import { longAnswers } from './long-answers.ts';\n\n"),
      own('judgement/checks/index.ts', '  snakeCase,', '  longAnswers,\n'),
    ],
    found: { named: 'long-answers', command: 'explain checks' },
  },
  'a fault': one(
    'sandbox/faults/field-faults.ts',
    "    'account-camel-case'",
    "    'onramp-shouts': renamed(ORDER, 'status', 'STATUS'),\n",
    { named: 'onramp-shouts', command: 'explain faults' },
  ),
  'an evidence mutation': one(
    'judgement/mutation/exchange-mutations.ts',
    "  ['Content-Type removed'",
    "  ['Accept of text', 'request.accept', whole, header('Accept', 'text/plain')],\n",
    { named: 'Accept of text', command: 'explain request.accept' },
  ),
  'a scenario': {
    places: [
      file(
        'suites/contract/one-read.ts',
        "import type { Scenario } from '#harness';",
        'export const oneRead: Scenario = {',
        "  ...{ id: 'contract/one-read', suite: 'contract', title: 'An example' },",
        '  orders: { least: 0, most: 0 },',
        '  drive: async () => {},',
        '};',
      ),
      place('suites/index.ts', '/** Every scenario.', "import { oneRead } from './contract/one-read.ts';\n\n"),
      place('suites/index.ts', '  unknownRoutes,', '  oneRead,\n'),
    ],
    found: { named: 'contract/one-read', command: 'explain scenarios' },
  },
  'a setting': one(
    'settings/settings-table.ts',
    '  BASE_URL: {',
    "  MOOD: { field: 'mood', parse: text, about: 'An example.' },\n",
    { named: 'MOOD=', file: '.env.example' },
  ),
  'a report section': {
    places: [
      file(
        'harness/report/sections/weather.ts',
        "import { type Section, table } from '../blocks.ts';",
        "import type { RunIndex } from '../run-index.ts';",
        '/** An example. */',
        'export function weatherSection({ summary: { verdict } }: RunIndex): Section {',
        "  return { id: 'weather', title: 'Weather', blocks: [table(['Verdict'], [[verdict]])] };",
        '}',
      ),
      own('report/sections/index.ts', '/** What is new,', "import { weatherSection } from './weather.ts';\n\n"),
      own('report/sections/index.ts', '  baselineSection,\n  journeys', '  weatherSection,\n'),
    ],
    found: {
      named: '## Weather',
      command: 'run --target embedded --suite contract --only contract/name-enquiry --out run',
      file: 'run/report.md',
    },
  },
  'a kind of evidence': {
    places: [
      file(
        'harness/evidence/weather-seen.ts',
        "import { number, object } from '../base/schema.ts';",
        '/** An example. */',
        'export const WeatherSeen = object({ at: number, degrees: number });',
      ),
      own('evidence/evidence.ts', 'export type { Body', "import { WeatherSeen } from './weather-seen.ts';\n\n"),
      own(
        'evidence/evidence.ts',
        '  malformed: kind(',
        "  weather: kind('appended', 'weather', WeatherSeen, by('at')),\n",
      ),
    ],
    found: { named: 'weather', file: `${GENERATED}file-validators.js` },
  },
  'a file that users write': {
    places: [
      own('settings/file-schemas.ts', '/** The files that users supply', 'const Forecast = list(text);\n\n'),
      own('settings/file-schemas.ts', 'EarlierRun }', 'Forecast, '),
    ],
    found: { named: 'Forecast', file: `${GENERATED}file-validators.d.ts` },
  },
  'a simulate event': {
    places: [
      own('contract/lifecycle.ts', '  fail: {', "  revert: { requirement: 'simulate.revert', path: 'failure' },\n"),
      own('sandbox/lifecycle/lifecycle.ts', "  failed: 'FAILED'", "  reverted: 'REVERTED',\n"),
      own(
        'sandbox/lifecycle/lifecycle.ts',
        '  fail: {',
        "  revert: { from: ['disbursed'], to: 'reverted', path: 'failure', types: ['collection.reverted'] },\n",
      ),
      place(SERVICE, '            - fail\n', '            - revert\n'),
      place(SERVICE, 'fail] }', 'revert, '),
      place(SERVICE, '            - simulate.fail\n', '            - simulate.revert\n'),
      place(
        'openapi/requirements.yaml',
        '- id: simulate.fail\n',
        `- id: simulate.revert
  section: 4.3 Simulate a collection order step
  text: revert returns the payout and fires its webhook.
  quote: Each call fires the real signed webhook for that transition
  consequence: loss
  leadsTo: Integrators cannot test a payout that was returned.
  suites: [collection]
`,
      ),
      own('gates/sdk/edition.ts', ';\n\n/** The digest', ' + 1'),
    ],
    found: { named: 'expire, revert, fail', command: 'simulate --help' },
  },
  'a dialect key': {
    places: [
      own('sandbox/dialect/keys/reply-keys.ts', '  mismatch: {', '  mood: oneOf(false, true),\n'),
      own('proof/twin/twin-keys.ts', '  mismatch: {', "  mood: { assumed: 'an example' },\n"),
    ],
  },
  'a case of the gate': {
    places: [
      own(
        'gates/sdk/client/error-rows.ts',
        "  orderRow('order-other-request-id'",
        "  enquiryRow('resolve-409', 'a name enquiry answered 409', { answer: enquiryError(409) }),\n",
      ),
      own('gates/sdk/edition.ts', ';\n\n/** The digest', ' + 1'),
    ],
  },
  'a known mistake of SDKs': one(
    'gates/mistakes/header-mistakes.ts',
    "  'few-pairs'",
    "  'two-pairs': ['it reads two pairs', { pairs: header => RIGHT.pairs(header).slice(0, 2) }],\n",
  ),
  'a known bug of webhook handlers': one(
    'gates/endpoint/bugs/credit-bugs.ts',
    "  'credits-before-it-remembers'",
    "  'credits-everything': ['The handler credits everything', { credits: () => true }],\n",
  ),
  'an adapter language of `gate --init`': {
    places: [
      file('harness/gates/sdk/adapters/gate_adapter.lua', '-- An example.'),
      own(
        'gates/templates.ts',
        '  go: {',
        "  lua: { file: 'gate_adapter.lua', runs: ['lua'], needs: 'Lua 5.4 or later' },\n",
      ),
    ],
    found: { named: '-- An example.', command: 'gate --init lua', file: 'gate_adapter.lua' },
  },
  'a preset of a tunnel program': one(
    'webhooks/tunnel/program-connection.ts',
    '  localtunnel: {',
    "  bore2: { command: 'bore2 {port}' },\n",
  ),
  'a command': {
    places: [
      own('settings/command-table.ts', '  sign: {', "  greet: { operands: '', about: 'greets' },\n"),
      file(
        'harness/cli/commands/greet.ts',
        "import { defineCommand, printResult } from '../command.ts';",
        '/** An example. */',
        "export const command = defineCommand('greet', {",
        "  ...{ options: {}, examples: ['greet'] },",
        '  async run(_, terminal) {',
        "    printResult<'greet'>(terminal, { words: 'Hello' }, 'Hello\\n');",
        '    return 0;',
        '  },',
        '});',
      ),
      own('cli/outputs.ts', '  readonly sign:', '  readonly greet: { readonly words: string };\n'),
    ],
    found: { named: 'Hello', command: 'greet --json' },
  },
};

/** Tests that compare tables. The changes above update everything except the digest of the gate's cases. */
const COMPARING = [
  'harness/contract/service.test.ts',
  'harness/proof/manifest.test.ts',
  'harness/gates/sdk/edition.test.ts',
];

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const NODE = join(ROOT, 'node_modules/.bin/node');
let copy = '';
/** The output of each command that shows an addition. */
let printed: { readonly [thing: string]: string } = {};

/** Runs these commands in one process. */
const COMMANDS = `
import { callCommand } from './harness/testing/call-command.ts';
const printed = {};
for (const [thing, command] of JSON.parse(process.argv[2]))
  printed[thing] = (await callCommand(command.split(' '))).stdout;
console.log(JSON.stringify(printed));
`;

/** Runs a program in the copy. @returns its output */
async function run(...words: readonly string[]): Promise<string> {
  const told = await promisify(execFile)(NODE, words, { cwd: copy }).catch((thrown: object) => thrown);
  const { stdout, stderr } = told as { stdout: string; stderr: string };
  return stdout + stderr;
}

beforeAll(async () => {
  copy = newFolder();
  const isLeftOut = (path: string) => path.endsWith('.test.ts') && !COMPARING.some(one => path.endsWith(one));
  const files = ['package.json', 'tsconfig.json', 'vitest.config.ts'];
  for (const name of ['harness', 'suites', 'openapi', 'scripts/generate', ...files])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: path => !isLeftOut(path) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { places } of Object.values(CHANGES))
    for (const { file: name, text, before } of places) {
      const path = join(copy, name);
      const old = before === undefined ? '' : readFileSync(path, 'utf8');
      if (!old.includes(before ?? '')) throw new Error(`${name} has no ${before}`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, before === undefined ? text : old.replace(before, () => text + before));
    }
  expect(await run('scripts/generate/generate.ts')).toBe('');
  writeFileSync(join(copy, 'commands.ts'), COMMANDS);
  const asked = Object.entries(CHANGES).flatMap(([thing, { found }]) =>
    found?.command ? [[thing, found.command]] : [],
  );
  printed = JSON.parse(await run('commands.ts', JSON.stringify(asked)));
});

const rows = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| a'))
  .map(line => line.split(' | '));

test.each(Object.entries(CHANGES))('CONTRIBUTING.md names the places of each change %s', (thing, { places }) => {
  const [, number, told = ''] = rows.find(([name = '']) => name.startsWith(`| ${thing}`)) ?? [];
  const files = [...new Set(places.map(({ file: name }) => name))];
  const named = [...told.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(
    files.filter(name => !named.some(one => name.startsWith(one.replace(/<.*/, '')) || name.endsWith(`/${one}`))),
  ).toEqual([]);
  expect(Number(number)).toBe(files.length);
});

test.concurrent('A copy of the sources with all changes compiles', async ({ expect: own }) => {
  own(await run('node_modules/typescript-7/bin/tsc', '--noEmit')).toBe('');
});

test.concurrent('A copy with all changes passes the tests that compare its tables', async ({ expect: own }) => {
  const output = ['--reporter=json', '--outputFile=results.json'];
  await run('node_modules/vitest/vitest.mjs', 'run', '--project=rooms', ...output, ...COMPARING);
  const { testResults } = JSON.parse(readFileSync(join(copy, 'results.json'), 'utf8')) as Results;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  own(results.filter(({ status }) => status !== 'passed').map(({ title }) => title)).toEqual([
    own.stringContaining('has exactly the cases of its digest'),
  ]);
});

test.each(Object.entries(CHANGES).filter(([, { found }]) => found))(
  'A copy with all changes has %s',
  (thing, { found }) => {
    const { named = '', file: name } = found ?? {};
    expect(name === undefined ? printed[thing] : readFileSync(join(copy, name), 'utf8')).toContain(named);
  },
);
