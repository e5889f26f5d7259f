/**
 * Judges one correct and three broken targets of each kind (service, SDK, webhook handler), alone and beside busy
 * processes, and fails where the verdict or a finding differs. `npm run prove:load` runs it; options name targets.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const MAIN = join(import.meta.dirname, '../../harness/cli/main.ts');
const SUBJECTS = join(import.meta.dirname, 'subjects.ts');
const BUSY = 8;
const SECRET = 'whsec_under_load';
const folder = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Target {
  readonly name: string;
  readonly code: 0 | 1;
  readonly args: () => Promise<readonly string[]>;
  readonly end?: () => void;
}

const service = (name: string, ...faults: string[]): Target => ({
  name: `service ${name}`,
  code: faults.length === 0 ? 0 : 1,
  args: async () => [
    'run',
    '--target',
    'embedded',
    '--suite',
    'collection',
    ...faults.flatMap(one => ['--fault', one]),
  ],
});

const sdk = (mistake: string): Target => ({
  name: `SDK ${mistake}`,
  code: mistake === 'none' ? 0 : 1,
  args: async () => ['gate', '--only', 'verify', '--', process.execPath, SUBJECTS, 'sdk', mistake],
});

let count = 0;
function handler(mistake: string): Target {
  let child: ChildProcess | undefined;
  return {
    name: `handler ${mistake}`,
    code: mistake === 'none' ? 0 : 1,
    async args() {
      const credits = join(folder, `credits-${++count}`);
      child = start([SUBJECTS, 'handler', mistake, credits]);
      const [url] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
      return ['gate', '--endpoint', String(url), '--credits', `cat '${credits}'`];
    },
    end: () => child?.kill(),
  };
}

const TARGETS = [
  ...[service('none'), service('completed-missing', 'completed-missing'), service('no-redelivery', 'no-redelivery')],
  service('signs-reserialised-body', 'signs-reserialised-body'),
  ...['none', 'no-tolerance', 'first-v1', 'no-verification'].map(sdk),
  ...['none', 'no-memory', 'credits-early', 'no-verification'].map(handler),
];

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SIGNING_SECRET: SECRET },
  });
}

/** Judges a target. @returns its exit code and the titles of its breaches: the first one, then the others by name */
async function judge({ args, end }: Target): Promise<string> {
  const [command = '', ...more] = await args();
  const out = join(folder, `run-${++count}`);
  const child = start([MAIN, command, '--seed', '1', '--json', '--out', out, ...more]);
  const [printed, [code]] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
  end?.();
  const { findings = [] } = JSON.parse(printed);
  const [first = '', ...others] = findings.flatMap((one: { severity: string; message: string }) =>
    one.severity === 'breach' ? [one.message] : [],
  );
  return [code, ...new Set<string>([first, ...others.toSorted()])].join('\n    ');
}

const asked = process.argv.slice(2);
const targets = TARGETS.filter(({ name }) => asked.length === 0 || asked.some(one => name.includes(one)));
const alone = new Map<Target, string>();
for (const target of targets) alone.set(target, await judge(target));
/** Computes until the process that started it has ended, however that ends. */
const COMPUTE = 'for (const parent = process.ppid; process.ppid === parent; ) for (let n = 0; n < 1e8; n++);';
const busy = Array.from({ length: BUSY }, () => start(['-e', COMPUTE]));
let wrong = 0;
for (const target of targets) {
  const beside = await judge(target);
  const expected = alone.get(target) ?? '';
  const isRight = beside === expected && expected.split('\n', 1)[0] === String(target.code);
  if (!isRight) wrong++;
  process.stdout.write(`${isRight ? '✓' : '✗'} ${target.name}: ${expected}\n`);
  if (beside !== expected) process.stdout.write(`  beside ${BUSY} busy processes: ${beside}\n`);
}
for (const child of busy) child.kill('SIGKILL');
process.stdout.write(`${targets.length - wrong} passed, ${wrong} failed\n`);
process.exitCode = wrong > 0 ? 1 : 0;
