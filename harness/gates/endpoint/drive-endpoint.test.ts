import { expect, test } from 'vitest';
import { header } from '../../base/json.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { creditOnce, type HandlerParts, type Received } from '../mistakes/handler.ts';
import { FULL_EFFORT } from './bench.ts';
import { KNOWN_BUGS } from './bugs/known-bugs.ts';
import type { TestParts } from './testing/backend.ts';
import { breachesIn, EACH, gate, gatesOf, wholeBackend } from './testing/gate.ts';

test.each(gatesOf([{ how: '', parts: {}, options: { effort: FULL_EFFORT } }]))(
  'The gate of a webhook endpoint passes a right backend in every case: seed $seed',
  EACH,
  async ({ gated }) => {
    const { lines, cases } = await gated();
    expect(cases.flatMap(({ problems }) => problems)).toEqual([]);
    expect(lines.filter(line => line.type === 'scenario' && line.outcome !== 'done')).toEqual([]);
    expect(cases.length).toBeGreaterThan(60);
  },
);

test('The gate of a webhook endpoint judges a backend without --credits by what it acknowledges alone', async () => {
  const [right, wrong] = await Promise.all([
    gate({}, { backend: {} }),
    gate({ accepts: () => true }, { backend: {}, only: 'signature' }),
  ]);
  expect(breachesIn(right.cases)).toEqual([]);
  expect(right.cases.map(({ id }) => id)).not.toContain('credit.once');
  expect(wrong.bugs).toEqual(['verifies-nothing']);
});

test('The endpoint gate gives no advice to a handler that processes an event when it comes again', async () => {
  const { cases } = await gate({
    credits: () => true,
    process(said, key, running) {
      const tried = `tried:${key}`;
      if (!running.stored.seen.has(tried)) return running.stored.seen.add(tried).size === 0;
      return said.type !== COMPLETED || creditOnce(said, key, running);
    },
  });
  expect(cases.flatMap(({ problems }) => problems)).toEqual([]);
});

test('The gate of a webhook endpoint does not judge tolerance if the clocks differ by two minutes', async () => {
  const { cases } = await gate({ aheadMs: 120_000 }, { only: 'signature' });
  expect(breachesIn(cases)).toEqual([]);
  const timed = cases.filter(({ id }) => /^signature\.(tolerance|old|new)/.test(id));
  expect(timed).toEqual([]);
});

test('The gate of a webhook endpoint repeats one case by its id, with the same diagnosis', async () => {
  const { bugs, lines, cases } = await gate(
    { process: ({ order }, _, { stored }) => stored.credits.push(order) > 0 },
    { caseId: 'credit.duplicate/same-bytes' },
  );
  expect(bugs).toEqual(['never-dedupes']);
  expect(lines.filter(({ type }) => type === 'case')).toHaveLength(1);
  // The credits are read after each step, so the second delivery is known to be the cause.
  const [{ history = [] } = {}] = cases;
  expect(history.map(step => (step.type === 'credits' ? step.count : step.type))).toEqual([
    'delivery',
    1,
    'delivery',
    2,
  ]);
  const noRestart = { caseId: 'credit.crash', backend: { credits: async () => [] } };
  await expect(gate({}, noRestart)).rejects.toThrow('the case credit.crash needs --restart');
  await expect(gate({}, { caseId: 'credit.once', backend: {} })).rejects.toThrow('needs --credits');
  await expect(gate({}, { caseId: 'credit.twice' })).rejects.toMatchObject({ code: 'case-unknown', kind: 'usage' });
});

test('The gate of a webhook endpoint reports a case that fails if it is run alone', async () => {
  const name = 'acknowledges-before-it-stores';
  const { parts = {} } = KNOWN_BUGS.find(bug => bug.name === name) ?? {};
  const whole = await gate(parts, { seed: 1 });
  const caseId = whole.cases.find(({ problems }) => problems.length > 0)?.id ?? '';
  const alone = await gate(parts, { seed: 1, caseId });
  expect(whole.bugs).toEqual([name]);
  // Only all cases together show the cause.
  expect(alone.found.length).toBeGreaterThan(0);
});

test('The gate of a webhook endpoint notices a restart command that restarts nothing', async () => {
  const { lines, cases } = await gate(
    {},
    {
      seed: 1,
      caseId: 'credit.crash',
      effort: FULL_EFFORT,
      backend: own => ({ ...wholeBackend(own), restart: async () => {} }),
    },
  );
  expect(lines.find(line => line.type === 'scenario' && line.id === 'credit.crash')).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/^nothing shows that --restart stops the backend, which answered all \d+ webhooks /),
  });
  expect(cases.flatMap(({ problems }) => problems)).toEqual([]);
});

test('An endpoint is not called unreachable if there are no orders to send webhooks about', async () => {
  const { lines } = await gate({}, { backend: { orders: async () => [] } });
  expect(lines.at(-1)).toMatchObject({ type: 'end', reason: 'done' });
  const scenarios = lines.filter(line => line.type === 'scenario');
  expect(new Set(scenarios.map(({ reason }) => reason))).toEqual(
    new Set(['no order was left: --orders printed too few']),
  );
});

test('The endpoint gate finds a bug that only a mix of orders shows, and a seed repeats its mix', async () => {
  // Credits again if an order is named in two consecutive events of different types.
  const odd: HandlerParts = {
    credits: () => true,
    process: ({ id, type, order }, _, { stored, memory }) => {
      const twice = memory.seen.has(`other:${order}`) && type === 'disbursement.completed' && memory.seen.has(id);
      if (type !== 'disbursement.completed' && memory.seen.has(`credited:${order}`)) memory.seen.add(`other:${order}`);
      if (type !== 'disbursement.completed') return true;
      memory.seen.add(id).add(`credited:${order}`);
      if (!stored.seen.has(id) || twice) stored.credits.push(order);
      stored.seen.add(id);
      return true;
    },
  };
  for (const options of [{ only: 'credit' }, { caseId: 'credit.isolation' }] as const) {
    const { found } = await gate(odd, { seed: 11, ...options });
    expect(found.map(([, id]) => id)).toContain('credit.isolation');
  }
});

const isJson = ({ headers }: Received) => header(headers, 'content-type')?.includes('json') === true;
const hasNumber = ({ signature = '' }: Received) => /(?:^|,)t=\d{1,18},/.test(signature);

test.each<[string, TestParts]>([
  ['other-media-type', { accepts: (verified, received) => verified || !isJson(received) }],
  ['large', { accepts: (verified, { body }) => verified || body.length > 16_384 }],
  ['unreadable-header', { accepts: (verified, received) => verified || !hasNumber(received) }],
  ['other-address', { unguarded: (method, path) => method === 'POST' && path === '/webhooks/' }],
  ['other-method', { unguarded: method => method === 'PUT' }],
])('A handler that credits unusual forgeries is a breach: %s', async (name, parts) => {
  const { cases } = await gate(parts, { caseId: `signature.${name}` });
  expect(breachesIn(cases)).toHaveLength(1);
});

test.each<[string, (nth: number) => boolean, readonly string[]]>([
  ['one in nine is a breach, although all are credited', nth => nth % 9 === 0, ['refused-at-times']],
  ['two may be an accident', nth => nth === 20 || nth === 40, []],
])('Genuine webhooks that a handler refuses at first: %s', async (_, refuses, causes) => {
  let asked = 0;
  const { cases } = await gate({ accepts: verified => verified && !refuses(++asked) });
  expect(breachesIn(cases).map(({ cause }) => cause)).toEqual(causes);
});
