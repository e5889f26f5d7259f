import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGE_NAMES, templateOf } from '#harness';
import { callProgram, schemaProblems, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MEBIBYTE = 2 ** 20;

/** The oldest Node release that runs the package, and one that does not. */
const RELEASES = { old: '20.19.2', oldest: '22.18.0' };

/** The environment for npm and linters: the machine's settings without npm's variables about the project. */
const MACHINE = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^npm_(package|lifecycle|config_.*prefix)/i.test(name),
  ),
) as { readonly [name: string]: string };

let tarball = '';
/** A folder with the installed package. */
let home = '';
/** A folder for the Node releases. */
let releases = '';

async function succeed(words: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await callProgram(words, MACHINE, cwd).ended;
  expect(code, `${words.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

/** The number of bytes of all files in a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Packs a folder, or fetches a package. @returns the tarball */
async function pack(what: string, folder: string): Promise<string> {
  const options = ['--silent', '--prefer-offline', '--pack-destination', folder];
  const stdout = await succeed(['npm', 'pack', ...options, what], ROOT);
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Unpacks only the program, because npm would write thousands of header files. */
async function fetchNode([name, version]: readonly [name: string, version: string]): Promise<void> {
  const folder = join(releases, name);
  mkdirSync(folder);
  const packed = await pack(`node-${process.platform}-${process.arch}@${version}`, folder);
  await succeed(['tar', '-xzf', packed, 'package/bin/node'], folder);
  rmSync(packed);
}

/** The result of the action that gates an SDK. */
let judged: Awaited<ReturnType<typeof gateCareless>>;

/** Runs the script of the action like a step: it installs the package and gates a careless SDK. */
async function gateCareless() {
  const runner = newFolder();
  home = join(runner, 'onramp-harness');
  tarball = await pack('.', newFolder());
  const sdk = join(home, 'sdk');
  mkdirSync(sdk, { recursive: true });
  const { url, file } = templateOf('python');
  const sound = readFileSync(url, 'utf8');
  const careless = sound.replace(' or abs(now - int(t)) > toleranceSeconds', '');
  expect(careless).not.toBe(sound);
  writeFileSync(join(sdk, file), careless);
  const files = { GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: join(runner, 'summary') };
  for (const name of Object.values(files)) writeFileSync(name, '');
  const inputs = { VERSION: '1.0.0', TARBALL: tarball, ONLY: 'verify', PACT: '', ADAPTER: `python3 ${file}` };
  const report = join(runner, 'report');
  const env = { ...MACHINE, ...files, ...inputs, GITHUB_ACTIONS: 'true', RUNNER_TEMP: runner, REPORT: report };
  const { code, stdout, stderr } = await callProgram(['bash', join(ROOT, '.github/actions/gate/gate.sh')], env, sdk)
    .ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('    at ') });
  const [output, summary] = Object.values(files).map(name => readFileSync(name, 'utf8'));
  return { sdk, stdout, output, summary, report };
}

beforeAll(async () => {
  releases = newFolder();
  [judged] = await Promise.all([gateCareless(), ...Object.entries(RELEASES).map(fetchNode)]);
});

const MODULES = 'node_modules';
const nodeOf = (name: string) => (name === 'own' ? process.execPath : join(releases, name, 'package/bin/node'));
/** The path of a file of the installed package. */
const installed = (path: string) => join(home, MODULES, 'onramp-harness', path);
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
/** Calls the installed program in a folder of its user. */
const call = (node: string, args: readonly string[], cwd: string, env = {}) =>
  callProgram([nodeOf(node), join(home, MODULES, '.bin', 'onramp-harness'), ...args], env, cwd).ended;

/** The summary of the newest run in a folder. It must match the schema in the package. */
function summaryIn(folder: string) {
  const summary = readJson(join(folder, 'summary.json'));
  expect(schemaProblems(readJson(installed('harness/contract/generated/summary.schema.json')), summary)).toBeNull();
  return summary;
}

test.concurrent('The package is small: below 1 MB, below 30 MB with fewer than 30 packages installed', async ({
  annotate,
}) => {
  expect(statSync(tarball).size).toBeLessThan(MEBIBYTE);
  const packages = readdirSync(join(home, MODULES)).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(home, MODULES, name)).map(own => `${name}/${own}`) : [name],
  );
  const names = packages.filter(name => !name.startsWith('.'));
  expect(names.length).toBeLessThan(30);
  const bytes = names.reduce((sum, name) => sum + sizeOf(join(home, MODULES, name)), 0);
  expect(bytes).toBeLessThan(30 * MEBIBYTE);
  const inMebibytes = (size: number) => `${(size / MEBIBYTE).toFixed(1)} MiB`;
  await annotate(
    `the tarball has ${inMebibytes(statSync(tarball).size)}, ${names.length} packages ${inMebibytes(bytes)}`,
  );
});

test.concurrent('The package contains every document that its README links to', () => {
  const links = [...readFileSync(installed('README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  // The two pictures are larger than the rest of the package.
  const documents = links.map(([, file = '']) => file).filter(file => !file.endsWith('.png'));
  expect(documents.length).toBeGreaterThan(5);
  expect(documents.filter(file => !existsSync(installed(file)))).toEqual([]);
});

test.concurrent('The package contains the unchanged adapter of every language', () => {
  for (const { url, file } of LANGUAGE_NAMES.map(templateOf))
    expect(readFileSync(installed(`harness/gates/sdk/adapters/${file}`)), file).toEqual(readFileSync(url));
});

test.concurrent('The package passes the linter of packages', async () => {
  await succeed([join(ROOT, 'scripts/tools/node_modules/.bin/publint'), '--strict', tarball], home);
});

test.concurrent('The package contains the signature cases as data, and its verifier answers them right', async () => {
  const program = `
    import vectors from 'onramp-harness/vectors' with { type: 'json' };
    import schema from 'onramp-harness/vectors.schema.json' with { type: 'json' };
    import { verifySignature } from 'onramp-harness';
    const wrong = vectors.cases.filter(({ now, body, expected, choice = expected, ...question }) => {
      const read = { ...question, now: now * 1000, body: Buffer.from(body, 'base64') };
      return verifySignature(read).accepted !== (choice === 'accept');
    });
    console.log(JSON.stringify({ vectors, schema, wrong }));`;
  const stdout = await succeed([nodeOf('oldest'), '--input-type=module', '-e', program], home);
  const { vectors, schema, wrong } = JSON.parse(stdout);
  expect(wrong).toEqual([]);
  expect(vectors.cases.length).toBeGreaterThan(300);
  expect(schemaProblems(schema, vectors)).toBeNull();
  const [{ now: _, ...incomplete }] = vectors.cases;
  expect(schemaProblems(schema, { ...vectors, cases: [incomplete] })).not.toBeNull();
});

test.concurrent('The package writes the reference', async () => {
  const folder = newFolder();
  const { code, stderr } = await call('own', ['reference', join(ROOT, 'reports/observed/embedded')], folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readFileSync(join(folder, 'reference.yaml'), 'utf8')).toContain('/v1/onramp/orders');
});

test.concurrent('The package refuses an old Node release with one sentence', async () => {
  const { code, stdout, stderr } = await call('old', ['run'], newFolder());
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(
    /^onramp-harness needs Node .* this is Node 20\.19\.2\. This works: npx -p node@24 -p onramp-harness .*\n$/,
  );
});

test.concurrent('The action installs the package, annotates each breach, and writes the summary', async () => {
  const { sdk, stdout, output, summary, report } = judged;
  expect(output, stdout).toBe('exit-code=1\n');
  const { verdict, findings } = summaryIn(report);
  expect(verdict).toBe('nonconformant');
  // The next command of a finding works in the SDK's repository, where the package is installed.
  const [, next] = findings[0].next.split('repeat the case: ');
  const again = await callProgram(['sh', '-c', next], MACHINE, sdk).ended;
  // One case shows the effect, but only all cases together show its cause.
  const effect = findings[0].message.split(': ').at(-1);
  expect(again.stdout).toContain(`F1 ${effect.replace(/^it /, 'the SDK ')}`);
  expect(again.code).toBe(1);
  expect(stdout).toMatch(/^::error title=receiver\.tolerance::/m);
  expect(summary).toContain('receiver.tolerance');
});

test.concurrent('The package drives the embedded sandbox, and writes into the folder of its user', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await call('oldest', ['run', '--suite', 'collection', '--orders', '24'], folder);
  expect(stderr).not.toContain('Warning');
  expect(stdout).toContain('CONFORMANT');
  expect(code).toBe(0);
  const report = join(folder, 'reports/runs/latest');
  expect(existsSync(join(report, 'report.html'))).toBe(true);
  expect(summaryIn(report)).toMatchObject({ verdict: 'conformant', target: { kind: 'embedded' } });
});

test.concurrent('The package gates the adapter in TypeScript, and prints commands that work there', async () => {
  const folder = newFolder();
  const { stdout } = await call('oldest', ['gate', '--init', 'typescript'], folder);
  expect(stdout).toContain('npx onramp-harness gate -- node gate-adapter.ts');
  const gate = await call(
    'oldest',
    ['gate', '--case', 'verify/tolerance/now', '--', nodeOf('oldest'), 'gate-adapter.ts'],
    folder,
  );
  expect(gate.stdout).toContain('CONFORMANT');
  expect(gate.code).toBe(0);
  const { edition } = readJson(installed('dist/vectors.json'));
  expect(summaryIn(join(folder, 'reports/runs/latest'))).toMatchObject({ verdict: 'conformant', gate: { edition } });
});
