import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGE_NAMES, templateOf } from '#harness';
import { callProgram, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MEBIBYTE = 2 ** 20;

/** The oldest release of each line of Node that runs the package, and one that does not. */
const RELEASES = { old: '20.19.2', node22: '22.18.0', node24: '24.11.0' };

/** The environment for npm and linters: the settings of the machine, without what npm says of the project itself. */
const MACHINE = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^npm_(package|lifecycle|config_.*prefix)/i.test(name),
  ),
) as { readonly [name: string]: string };

let tarball = '';
/** A folder in which somebody has installed the package, beside the releases of Node. */
let home = '';

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

beforeAll(async () => {
  const packed = newFolder();
  const stdout = await succeed(['npm', 'pack', '--silent', '--pack-destination', packed], ROOT);
  tarball = join(packed, stdout.trim().split('\n').at(-1) ?? '');
  home = newFolder();
  const nodes = Object.entries(RELEASES).map(
    ([name, version]) => `${name}@npm:node-${process.platform}-${process.arch}@${version}`,
  );
  const install = ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await succeed([...install, tarball, ...nodes], home);
}, 180_000);

const MODULES = 'node_modules';
const ADAPTERS = 'harness/gate/adapters';
const nodeOf = (name: string) => (name === 'own' ? process.execPath : join(home, MODULES, name, 'bin', 'node'));
/** The installed program in an empty folder of its user. */
const call = (node: string, args: readonly string[], cwd: string) =>
  callProgram([nodeOf(node), join(home, MODULES, '.bin', 'onramp-harness'), ...args], {}, cwd).ended;

describe('the package', () => {
  test('is small: below 1 MB, below 30 MB with fewer than 30 packages installed', async ({ annotate }) => {
    expect(statSync(tarball).size).toBeLessThan(MEBIBYTE);
    const names = readdirSync(join(home, MODULES)).flatMap(name =>
      name.startsWith('@') ? readdirSync(join(home, MODULES, name)).map(own => `${name}/${own}`) : [name],
    );
    const packages = names.filter(name => !name.startsWith('.') && !(name in RELEASES));
    expect(packages.length).toBeLessThan(30);
    const bytes = packages.reduce((sum, name) => sum + sizeOf(join(home, MODULES, name)), 0);
    expect(bytes).toBeLessThan(30 * MEBIBYTE);
    const inMebibytes = (size: number) => `${(size / MEBIBYTE).toFixed(1)} MiB`;
    await annotate(
      `the tarball has ${inMebibytes(statSync(tarball).size)}, ${packages.length} packages ${inMebibytes(bytes)}`,
    );
  });

  test('holds the adapter of every language', () => {
    const files = LANGUAGE_NAMES.map(language =>
      join(home, MODULES, 'onramp-harness', ADAPTERS, templateOf(language).file),
    );
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  test('passes the linters of packages', async () => {
    await succeed([join(ROOT, MODULES, '.bin', 'publint'), '--strict', tarball], home);
    const attw = [join(ROOT, MODULES, '.bin', 'attw'), '--profile', 'esm-only', '--exclude-entrypoints', 'openapi'];
    await succeed([...attw, '--', tarball], home);
  });

  test('is imported by its name', async () => {
    const program = "const { verifySignature } = await import('onramp-harness'); console.log(typeof verifySignature)";
    expect(await succeed([nodeOf('node22'), '--input-type=module', '-e', program], home)).toBe('function\n');
  });

  test('names what a command needs that the package does not bring', async () => {
    const { code, stderr } = await call('own', ['reference', join(ROOT, 'reports/observed/embedded')], newFolder());
    expect(code).toBe(3);
    expect(stderr).toContain('redocly-missing: @redocly/cli is not installed');
  });

  test('says in one sentence that a release of Node is too old', async () => {
    const { code, stdout, stderr } = await call('old', ['run'], newFolder());
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^onramp-harness needs Node .* this is Node 20\.19\.2\.\n$/);
  });
});

describe('the action that gates an SDK', () => {
  const SCRIPT = join(ROOT, '.github/actions/gate/gate.sh');
  /** Runs the script of the action as a step does. */
  async function step(inputs: { readonly [name: string]: string }, sdk: string) {
    const runner = newFolder();
    const files = { GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: join(runner, 'summary') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const unset = { VERSION: '1.0.0', TARBALL: tarball, ONLY: 'verify', PACT: '', REPORT: join(runner, 'report') };
    const env = { ...MACHINE, ...files, RUNNER_TEMP: runner, ...unset, ...inputs };
    const { code, stdout, stderr } = await callProgram(['bash', SCRIPT], env, sdk).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('    at ') });
    const [output, summary] = Object.values(files).map(file => readFileSync(file, 'utf8'));
    return { stdout, output, summary };
  }

  test('installs the package, annotates each breach, and writes the summary', async () => {
    const sdk = newFolder();
    const { url, file } = templateOf('python');
    const sound = readFileSync(url, 'utf8');
    const careless = sound.replace(' or abs(now - int(t)) > toleranceSeconds', '');
    expect(careless).not.toBe(sound);
    writeFileSync(join(sdk, file), careless);
    const { stdout, output, summary } = await step({ ADAPTER: `python3 ${file}` }, sdk);
    expect(output).toBe('exit-code=1\n');
    expect(stdout).toMatch(/^::error title=receiver\.tolerance::/m);
    expect(summary).toContain('receiver.tolerance');
  });

  test('names a tarball that is none', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'harness.tgz'), 'not a tarball');
    const { stdout, output } = await step({ ADAPTER: 'true', TARBALL: join(folder, 'harness.tgz') }, folder);
    expect(output).toBe('exit-code=2\n');
    expect(stdout).toMatch(/^::error::The input tarball is not a packed onramp-harness: .*harness\.tgz$/m);
  });
});

describe.each([
  ['node22', 'typescript'],
  ['node24', 'python'],
  ['own', 'perl'],
] as const)('on %s', (node, language) => {
  test('it drives the embedded sandbox, and writes into the folder of its user', async () => {
    const folder = newFolder();
    const { code, stdout, stderr } = await call(node, ['run', '--suite', 'collection'], folder);
    expect(stderr).not.toContain('Warning');
    expect(stdout).toContain('CONFORMANT');
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'reports/runs/latest/report.html'))).toBe(true);
  });

  test(`it gates an adapter in ${language}, and prints commands that work there`, async () => {
    expect(LANGUAGE_NAMES).toContain(language);
    const folder = newFolder();
    const { stdout } = await call(node, ['gate', '--init', language], folder);
    expect(stdout).toContain('npx onramp-harness gate -- ');
    const words = templateOf(language).command.map(word => (word === 'node' ? nodeOf(node) : word));
    const gate = await call(node, ['gate', '--only', 'verify', '--', ...words], folder);
    expect(gate.stdout).toContain('CONFORMANT');
    expect(gate.code).toBe(0);
  });
});
