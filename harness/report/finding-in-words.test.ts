import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Evidence, Exchange } from '../evidence/evidence.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { ownCommand } from '../settings/own-command.ts';
import { aRun } from '../testing/evidence.ts';
import { conclude } from './conclude.ts';
import { curlOf, requestOf } from './finding-in-words.ts';
import { againOf } from './reproduce.ts';
import { RunIndex } from './run-index.ts';
import { body, HOSTILE } from './testing/fixture.ts';

/** A run whose third step credits an order that failed. */
function evidenceOf(info: Partial<Evidence['run']>): Evidence {
  const run = aRun(undefined, { seed: 7, ...info });
  const journey = run.journey({ scenario: 'collection/failure' });
  journey.step('deposit_detected', { amount: '1 000', sends: ['collection.deposit_detected'] });
  journey.step('fail', { sends: ['collection.failed', 'disbursement.completed'] });
  journey.end();
  return run.evidence;
}

/** A failed case of a backend's gate. */
function aCase(id: string): Partial<Evidence> {
  const problem = {
    requirement: 'credit.once',
    severity: 'breach' as const,
    cause: 'twice',
    message: 'credited twice',
  };
  const problems = [{ ...problem, expected: '1 credit', received: '2 credits' }];
  return { cases: [{ id, method: 'credit', passed: [], problems }] };
}

function commandsFor(info: Partial<Evidence['run']>, more: Partial<Evidence> = {}) {
  const evidence = { ...evidenceOf(info), ...more };
  const index = new RunIndex(evidence, conclude(evidence, unmeasured).summary);
  const [first] = index.findings;
  return first === undefined ? [] : [againOf(first, index), requestOf(first, index)];
}

test('A finding on the embedded sandbox names its scenario, seed, faults and dialect, and no request', () => {
  const target = { kind: 'embedded', url: 'https://sandbox.test' } as const;
  const faults = ['completed-after-fail', 'no-redelivery'];
  const [again, send] = commandsFor({ target, faults, dialectFile: "it's mine.json" });
  const deviations = `--fault completed-after-fail --fault no-redelivery --dialect 'it'\\''s mine.json'`;
  expect(again).toBe(`${ownCommand()} run --target embedded --only collection/failure --seed 7 ${deviations}`);
  expect(send).toBeUndefined();
});

test('A finding that no scenario shows by itself is reproduced by the whole run', () => {
  const run = aRun(undefined, { seed: 7 });
  const failed = run.journey({ scenario: 'collection/failure' });
  failed.step('fail', { sends: ['collection.failed'] });
  failed.end();
  const paid = run.journey({ scenario: 'collection/happy-path' });
  paid.happyPath();
  paid.deliver('collection.failed');
  paid.end();
  const index = new RunIndex(run.evidence, conclude(run.evidence, unmeasured).summary);
  const [first] = index.findings;
  expect(first?.finding.message).toContain('about an order that is disbursed');
  expect(first && againOf(first, index)).toMatch(/ run --target remote --seed 7$/);
});

test.each([
  [3, 'collection/happy-path'],
  // Seen once, a finding may be chance.
  [1, 'collection/many-at-once'],
])(
  'Among scenarios that show a finding equally often, the shortest is driven again: it shows %i webhooks',
  (count, scenario) => {
    const run = aRun();
    for (const [own, webhooks] of Object.entries({ 'happy-path': [count], 'many-at-once': [3, 3, 3] }))
      for (const most of webhooks) {
        const journey = run.journey({ scenario: `collection/${own}` });
        for (let nth = 0; nth < most; nth++)
          journey.deliver('order.updated', {
            json: { id: `evt_${journey.id}_${nth}`, data: { order_id: journey.order, amount: 1.5 } },
          });
        journey.end();
      }
    const index = new RunIndex(run.evidence, conclude(run.evidence, unmeasured).summary);
    const finding = index.findings.find(({ finding: { check } }) => check === 'decimal-strings');
    expect(finding && againOf(finding, index)).toContain(`--only ${scenario} `);
  },
);

test('A finding on a remote target takes its address and its key from the environment', () => {
  const [again, send] = commandsFor({ target: { kind: 'remote', url: 'https://sandbox.test' } });
  expect(again).toBe(`${ownCommand()} run --target remote --only collection/failure --seed 7`);
  expect(send).toMatch(/"\$SANDBOX_URL"'\/sandbox\/collection-orders\/\w+\/simulate'/);
  expect(send).not.toContain('sandbox.test');
});

test('A finding on a backend is reproduced by its gate, with the same options and seed', () => {
  const endpoint = { credits: true, restart: false, options: ['--credits', 'cat credits'] };
  const target = { kind: 'endpoint', url: 'http://127.0.0.1:3000/webhooks' } as const;
  const [again, send] = commandsFor({ target, seed: 7, gate: { edition: 1, endpoint } }, aCase('credit.once'));
  expect(again).toBe(
    `${ownCommand()} gate --endpoint ${target.url} --credits 'cat credits' --case credit.once --seed 7`,
  );
  expect(send).toBeUndefined();
});

/** The arguments and the standard input of cURL after a POSIX shell has read the command. */
function pasted(request: Exchange['request']): { words: string[]; input: Buffer } {
  const shell = 'curl() { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\0"; test -t 0 || cat; }\n';
  const { stdout, stderr } = spawnSync('sh', ['-c', shell + curlOf({ request })], {
    env: { API_KEY: 'sk_test_1', PATH: process.env.PATH },
    input: '',
  });
  expect(stderr.toString()).toBe('');
  const end = stdout.indexOf('\0\0');
  return { words: stdout.subarray(0, end).toString().split('\0'), input: stdout.subarray(end + 2) };
}

const url = "https://sandbox.invalid/v1/x?a='b'&c=$(id)";

test('A shell passes every word as recorded, and the key from the environment', () => {
  const text = `{"it's": "$HOME \`id\` \\"x\\"\n"}`;
  const { words } = pasted({
    method: 'POST',
    url,
    headers: [
      ['X-API-Key', '[redacted API_KEY]'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '20'],
      ['X-Empty', ''],
    ],
    body: body(text),
  });
  expect(words).toEqual([
    ...['--include', '--request', 'POST', url],
    ...['--header', 'X-API-Key: sk_test_1', '--header', 'Content-Type: application/json', '--header', 'X-Empty;'],
    ...['--data-raw', text],
  ]);
});

test('A GET has neither a method option nor a body, and brackets in a URL are literal', () => {
  const { words } = pasted({ method: 'GET', url: 'https://sandbox.invalid/a/../x?id=[1]', headers: [] });
  expect(words).toEqual(['--include', '--globoff', '--path-as-is', 'https://sandbox.invalid/a/../x?id=[1]']);
});

test('A body with invisible characters is sent from base64, byte for byte', () => {
  for (const content of [Buffer.from([0xff, 0x00, 0x27]), HOSTILE.toWellFormed()]) {
    const { words, input } = pasted({ method: 'PUT', url, headers: [], body: body(content) });
    expect(words.slice(-4)).toEqual(['--header', 'Content-Type:', '--data-binary', '@-']);
    expect(input.equals(Buffer.from(content))).toBe(true);
  }
});

test('The command holds no invisible characters', () => {
  const request = { method: 'GET', url: `https://sandbox.invalid/${HOSTILE}`, headers: [['X-Evil', HOSTILE]] } as const;
  expect(curlOf({ request })).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(pasted(request).words).toHaveLength(5);
});
