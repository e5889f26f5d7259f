import { beforeAll, expect, test } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import { MUTATIONS, measureMutationScore, unmeasured } from '../judgement/mutation/measure.ts';
import { performRun } from '../testing/perform-run.ts';
import { simulated } from '../testing/simulated-service.ts';
import { conclude } from './conclude.ts';

/** A whole run. Every test changes a copy of it. */
let evidence: Evidence;
beforeAll(async () => {
  evidence = await simulated(world => performRun({ world, orders: 72 }));
});

function summaryOf(change: Partial<Evidence>) {
  return conclude({ ...evidence, ...change }).summary;
}

/** The summary without the mutation score, which takes most of the time. */
function quickSummaryOf(change: Partial<Evidence>) {
  return conclude({ ...evidence, ...change }, unmeasured).summary;
}

function remote(settings: Partial<Evidence['run']['settings']> = {}): Evidence['run'] {
  const { run } = evidence;
  return { ...run, target: { kind: 'remote', url: 'http://127.0.0.1:1' }, settings: { ...run.settings, ...settings } };
}

test('A sound run is conformant, and every requirement is verified or has a reason', () => {
  const { verdict, requirements: statuses, mutationScore } = summaryOf({});
  expect(verdict).toBe('conformant');
  for (const { id, status, reason } of statuses) if (status !== 'verified') expect(reason, id).toMatch(/\S/);
  expect(statuses.filter(({ passed = 0, status }) => passed > 0 && status !== 'verified')).toEqual([]);
  expect(statuses.filter(({ status }) => status === 'verified').length).toBeGreaterThan(70);
  expect((mutationScore?.exposed ?? 0) / (mutationScore?.tried ?? 1)).toBeGreaterThan(0.9);
});

test('The conclusion of a run with a shortened plan states the number of orders', () => {
  const [plan] = evidence.plans;
  if (!plan) throw new Error('the run recorded no plan');
  const scenarios = [{ id: 'a', planned: 5, driven: 2 }];
  expect(quickSummaryOf({ plans: [{ ...plan, scenarios, cut: 'webhooks-slow' }] }).message).toBe(
    'No breach; every testable requirement was exercised, with 2 of 5 orders.',
  );
});

test('A run is incomplete if a requirement has no evidence mutation, and says so', () => {
  const others = MUTATIONS.filter(({ requirement }) => requirement !== 'response.request-id');
  const { summary } = conclude(evidence, (own, read) => measureMutationScore(own, read, [], others));
  const status = summary.requirements.find(({ id }) => id === 'response.request-id');
  expect(status).toMatchObject({ status: 'not-exercised', reason: expect.stringContaining('no evidence mutation') });
  expect(summary).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  expect(summary.message).toContain('response.request-id');
});

test('A conclusion distinguishes findings with one title by their likely causes', () => {
  const deliveries = evidence.deliveries.map((delivery, nth) => ({
    ...delivery,
    signatures: delivery.signatures.map(signature =>
      nth > 1 ? signature : { ...signature, slots: [], ...(nth === 0 && { nearMiss: 'uppercase-hex' as const }) },
    ),
  }));
  const titles = quickSummaryOf({ deliveries }).findings.map(({ message }) => message);
  expect(titles).toEqual([
    'the signature of a delivery does not verify: a v1 is the correct digest in upper case',
    'the signature of a delivery does not verify: the body changed after it was signed, or another secret signed it',
  ]);
});

test('A run is nonconformant if a step has another outcome in the lifecycle of the baseline', () => {
  const { facts, lifecycle } = conclude(evidence, unmeasured);
  const [first, ...others] = lifecycle?.transitions ?? [];
  const before = lifecycle &&
    first && { ...lifecycle, transitions: [{ ...first, answer: 418, webhooks: [] }, ...others] };
  const judged = (own = lifecycle) => conclude(evidence, unmeasured, { ...facts, ...(own && { lifecycle: own }) });
  expect(judged().summary.exitCode).toBe(0);
  const { summary, comparison } = judged(before);
  expect(comparison).toMatchObject({ breaking: true, lifecycle: { before: [], event: first?.event } });
  expect(summary).toMatchObject({
    exitCode: 1,
    findings: [{ requirement: 'states.transitions', check: 'baseline', expected: '418', evidence: first?.evidence }],
  });
});

test('If no call of an operation was answered, the conclusion says so and names no setting', () => {
  const exchanges = evidence.exchanges.map(({ response, ...exchange }) => ({
    ...exchange,
    ...(exchange.operation === 'getOnrampOrder' ? {} : response && { response }),
  }));
  const { verdict, cause, message } = quickSummaryOf({ exchanges, run: remote() });
  expect({ verdict, cause }).toEqual({ verdict: 'incomplete', cause: 'service' });
  expect(message).toMatch(/no call of getOnrampOrder was answered \(\d+ calls\)\.$/);
});

test('A run without deliveries verifies nothing about webhooks, and is no breach of a remote target', () => {
  const waits = evidence.waits.map(wait => ({ ...wait, outcome: 'missed' as const }));
  const { verdict, findings, requirements, message } = quickSummaryOf({ run: remote(), deliveries: [], waits });
  expect(findings).toEqual([]);
  expect(verdict).toBe('incomplete');
  expect(message).toContain('WEBHOOK_COMMAND');
  const webhooks = requirements.filter(({ id }) => /^(event|signature|webhook)\./.test(id));
  expect(webhooks.filter(({ status }) => status === 'verified')).toEqual([]);
});

test('A run without evidence has no mutation score and verifies nothing', () => {
  const { mutationScore, requirements } = summaryOf({ exchanges: [], deliveries: [], journeys: [], waits: [] });
  expect(mutationScore).toMatchObject({ tried: 0, exposed: 0 });
  expect(requirements.filter(({ status }) => status === 'verified')).toEqual([]);
});

test('A run whose API key is refused everywhere is incomplete, and names the key first', () => {
  const refusalOf = (operation: string | undefined) =>
    evidence.exchanges.find(other => other.operation === operation && other.response?.status === 401)?.response;
  const exchanges = evidence.exchanges.map(exchange => ({
    ...exchange,
    ...{ response: refusalOf(exchange.operation) },
  })) as Evidence['exchanges'];
  const { message, verdict } = quickSummaryOf({ run: remote(), exchanges, deliveries: [], waits: [] });
  expect(verdict).toBe('incomplete');
  expect(message).toContain('Set API_KEY');
});

test.each([
  ['names the setting', [], undefined, /not one delivery reached the receiver\. Set WEBHOOK_COMMAND\.$/],
  [
    'says what was tried and asks to check it, where the setting is given',
    ['WEBHOOK_COMMAND'],
    undefined,
    /WEBHOOK_COMMAND ran and exited 0, but \d+ accepted steps sent no webhook .* Check WEBHOOK_COMMAND\.$/,
  ],
  [
    'names no setting, where a gateway answered every step',
    [],
    503,
    /every step was answered 503, which is no answer of the service itself\.$/,
  ],
])('A run of one scenario without a delivery is incomplete, and %s', (_, given, status, said) => {
  const exchanges = evidence.exchanges.map(exchange =>
    status && exchange.response && exchange.operation === 'simulateCollectionOrder'
      ? { ...exchange, response: { ...exchange.response, status } }
      : exchange,
  );
  const run = remote({ only: ['collection/happy-path'], given });
  const { message, exitCode } = quickSummaryOf({ run, exchanges, deliveries: [], waits: [] });
  expect(message).toMatch(said);
  expect(exitCode).toBe(4);
});

test('The verdict prefers an interrupt to a breach, a breach to an outage, and an outage to a shortfall', () => {
  const exchanges = evidence.exchanges.map(exchange =>
    exchange.response ? { ...exchange, response: { ...exchange.response, headers: [] } } : exchange,
  );
  const at = evidence.end?.at ?? 0;
  const broken = { exchanges };
  for (const [change, reason, exitCode, cause] of [
    [broken, 'interrupted', 130, 'person'],
    [broken, 'unreachable', 1, 'service'],
    [{}, 'unreachable', 3, 'network'],
    [{}, 'broken', 3, 'harness'],
    [{}, 'deadline', 4, 'deadline'],
  ] as const)
    expect(quickSummaryOf({ ...change, end: { at, reason } })).toMatchObject({ exitCode, cause });
  const journeys = evidence.journeys.map(one => ({ ...one, alone: one.from }));
  const slow = quickSummaryOf({ journeys, end: { at, reason: 'deadline' } }).message;
  expect(slow).toMatch(
    /orders go one at a time, because some webhooks name no order\. Give more time with --deadline\.$/,
  );
  for (const [message, check] of [
    ['ECONNREFUSED', 'Next: check SANDBOX_URL, that the service is up, and the proxy'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'Next: for a private authority, set NODE_EXTRA_CA_CERTS'],
    ['EAI_AGAIN', 'Next: check the network of this machine.'],
  ] as const)
    expect(quickSummaryOf({ end: { at, reason: 'unreachable', message } }).message).toContain(check);
});
