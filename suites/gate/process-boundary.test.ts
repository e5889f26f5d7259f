import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { callCommand, callHarness, temporaryFolders, unhurriedWorld } from '#testing';

const AWKWARD = fileURLToPath(new URL('awkward-adapter.ts', import.meta.url));
const emptyFolder = temporaryFolders();

/** Runs the gate command in this process. The adapter is a separate one. */
function gate(adapter: readonly string[], ...options: readonly string[]) {
  return gateIn(unhurriedWorld(), adapter, ...options);
}

async function gateIn(
  world: ReturnType<typeof unhurriedWorld> | undefined,
  adapter: readonly string[],
  ...options: readonly string[]
) {
  const out = emptyFolder();
  const args = ['gate', '--out', out, '--seed', '5', ...options, '--', ...adapter];
  const { code, stdout, stderr } = await callCommand(args, {}, undefined, world);
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  return { code, stdout, stderr, out, read, summary: () => JSON.parse(read('summary.json')) };
}
const awkward = (...words: readonly string[]) => [process.execPath, AWKWARD, ...words];

/** The gate of an adapter that fails instead of refusing. It is driven once, for two tests. */
let failing: ReturnType<typeof gate> | undefined;
const gateFailing = () => {
  failing ??= gate(awkward('error:verify'), '--only', 'verify');
  return failing;
};

test.concurrent('A correct adapter passes with an injected clock, whatever methods it lacks', async () => {
  const { code, summary, stdout } = await gate(awkward());
  expect(stdout).toContain('CONFORMANT');
  expect(code).toBe(0);
  const { verdict, gate: asked, requirements } = summary();
  expect([verdict, asked.edition]).toEqual(['conformant', expect.any(Number)]);
  const status = (id: string) => requirements.find((one: { id: string }) => one.id === id);
  expect(status('receiver.any-v1').status).toBe('verified');
  expect(status('receiver.dedupe')).toMatchObject({
    status: 'not-testable',
    reason: expect.stringContaining('not covered'),
  });
});

test.concurrent('An adapter that reads the system clock passes with cases signed around the current time', async () => {
  const { code, summary } = await gate(awkward('', 'system'));
  expect(code).toBe(0);
  const { counts, scenarios } = summary();
  // The number of random draws depends on the speed of the machine.
  expect(counts.passed).toBeGreaterThan(300);
  expect(scenarios.map(({ id }: { id: string }) => id)).not.toContain('verify/tolerance/300-s-ago');
});

test.concurrent('An adapter that reads the clock once, at its start, refuses a t that is 299 s ahead', async () => {
  const { code, summary } = await gate(awkward('frozen', 'system'));
  expect(code).toBe(1);
  expect(summary().findings[0]).toMatchObject({
    message: expect.stringMatching(/^the SDK keeps the time at which it started: /),
  });
});

test.concurrent.each([
  ['die:verify', 'death: it ended with exit code 7; on stderr: out of memory, say', 'exits instead of answering'],
  ['noise:verify', 'noise: on stdout, besides its answers: DEBUG verifying', 'prints something other than its answers'],
  ['twice:verify', 'twice: a second answer: {"jsonrpc"', 'answers a call twice'],
  ['error:verify', 'error: a JSON-RPC error', 'fails on a webhook that must be refused'],
])(
  'An adapter that misbehaves (%s) has one finding, which says so, and the gate continues',
  async (how, said, message) => {
    const { code, summary } = await (how === 'error:verify' ? gateFailing() : gate(awkward(how), '--only', 'verify'));
    expect(code).toBe(1);
    const { verdict, findings, counts } = summary();
    expect(verdict).toBe('nonconformant');
    expect(findings[0].received).toContain(said);
    expect(findings[0].message).toContain(message);
    expect(findings[0].next).toContain('--case verify/');
    expect(findings.filter(({ severity }: { severity: string }) => severity === 'breach')).toHaveLength(1);
    expect(counts.failed).toBeGreaterThan(1);
  },
);

test.concurrent('An adapter that floods stdout has one finding, about that', async () => {
  const { code, summary } = await gate(awkward('flood:verify'), '--case', 'verify/tolerance/now');
  expect(code).toBe(1);
  expect(summary().findings).toMatchObject([
    { message: expect.stringContaining('prints more than 8 MiB for one call') },
  ]);
  expect(summary().findings[0].received).toContain('flood: more than 8 MiB on stdout');
});

test.concurrent('An adapter that hangs gives a finding, and is not called again after two hangs', async () => {
  const { code, summary } = await gateIn(undefined, awkward('hang:verify'), '--only', 'verify');
  expect(code).toBe(1);
  const { findings, counts, scenarios } = summary();
  expect(findings[0].received).toContain('hang: no answer within 10 s');
  expect(findings[0].message).toBe('the adapter does not answer within 10 s');
  expect(counts.failed).toBe(2);
  expect(scenarios.at(-1).reason).toContain('hung twice');
});

test.concurrent.each([
  ['cannot start', ['/no/such/adapter'], 'there is no program /no/such/adapter'],
  ['is no program', [import.meta.filename], 'is not a program, or may not be executed'],
  ['ends at once', [process.execPath, '-e', 'process.exit(3)'], 'it ended with exit code 3'],
  ['describes nothing', awkward('nonsense:describe'), 'received: '],
])('An adapter that %s is a usage error', async (_, adapter, said) => {
  const { code, stderr } = await gate(adapter);
  expect(stderr).toContain('adapter-unusable');
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test.concurrent('An adapter that lists no known method makes the gate incomplete', async () => {
  const { code, summary } = await gate(awkward('', 'injected', 'frobnicate'));
  expect(code).toBe(4);
  expect(summary().verdict).toBe('incomplete');
});

test.concurrent('A case can be repeated by the id in its finding, even if it was shrunk', async () => {
  const { summary } = await gateFailing();
  const ids: string[] = summary()
    .scenarios.filter(({ status }: { status: string }) => status === 'failed')
    .map(({ id }: { id: string }) => id);
  const shrunk = ids.find(id => id.includes('@')) ?? '';
  expect(shrunk).toMatch(/^verify\/generated\/[a-z0-9-]+@5:[\d:]+$/);
  for (const id of [ids[0] ?? '', shrunk]) {
    const again = await gate(awkward('error:verify'), '--case', id);
    expect(again.summary().scenarios.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(again.summary().findings[0].likely).toContain(summary().findings[0].likely);
    expect(again.code).toBe(1);
    const right = await gate(awkward(), '--case', id);
    expect(right.code).toBe(0);
    expect(right.summary().message).toContain('repeat the whole gate');
  }
});

test.concurrent('An unknown case id is refused with the nearest known one', async () => {
  const { code, stderr } = await gate(awkward(), '--case', 'verify/tolerance/nov');
  expect(stderr).toContain('did you mean verify/tolerance/now?');
  expect(code).toBe(2);
});

test('A gate that is interrupted exits 130, with a record up to the interruption', async () => {
  const out = emptyFolder();
  const called = callHarness(['gate', '--out', out, '--', ...awkward('hang:verify')]);
  await called.said(/Gate of awkward/);
  called.child.kill('SIGINT');
  const { code, stdout } = await called.ended;
  expect(stdout).toContain('INTERRUPTED');
  expect(code).toBe(130);
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({
    verdict: 'interrupted',
    findings: [],
  });
});

test('The gate reports a pact that requires what the contract does not promise', async () => {
  const file = join(emptyFolder(), 'sdk.json');
  const request = { method: 'GET', path: '/v2/onramp/orders/1' };
  const interactions = [{ description: 'reads an order', request, response: { status: 200 } }];
  writeFileSync(
    file,
    JSON.stringify({ consumer: { name: 'sdk' }, provider: { name: 'service' }, interactions, metadata: {} }),
  );
  const { code, summary } = await gate(awkward(), '--case', 'verify/tolerance/now', '--pact', file);
  expect(code).toBe(1);
  expect(summary().findings[0]).toMatchObject({ check: 'pact', requirement: 'onramp.route' });
  const alone = await callCommand(['gate', '--json', '--pact', file], {}, dirname(file));
  expect(JSON.parse(alone.stdout).findings[0]).toMatchObject({ check: 'pact', requirement: 'onramp.route' });
  expect(alone.code).toBe(1);
});

test('gate --init under npm --prefix writes into the folder of the caller, and prints where', async () => {
  const [prefix, caller] = [emptyFolder(), emptyFolder()];
  const env = { INIT_CWD: caller, npm_package_json: join(prefix, 'package.json') };
  const { stdout } = await callCommand(['gate', '--init', 'python', '--json'], env, prefix);
  const file = join(caller, 'gate_adapter.py');
  expect(JSON.parse(stdout)).toMatchObject({ file, command: `gate -- python3 ${file}` });
  expect(readdirSync(caller)).toEqual(['gate_adapter.py']);
  expect(readdirSync(prefix)).toEqual([]);
  // A program started by npm may start the harness in another folder.
  const elsewhere = emptyFolder();
  await callCommand(['gate', '--init', 'python'], env, elsewhere);
  expect(readdirSync(elsewhere)).toEqual(['gate_adapter.py']);
});
