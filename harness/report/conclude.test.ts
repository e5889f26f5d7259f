import { beforeAll, describe, expect, test } from 'vitest';
import { loadScenarios } from '../cli/load-scenarios.ts';
import type { Evidence } from '../core/evidence.ts';
import { realWorld } from '../core/real-world.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { perform } from '../journeys/perform.ts';
import { conclude } from './conclude.ts';

/** A whole run, over real HTTP, that every test below changes a copy of. */
let evidence: Evidence;
beforeAll(async () => {
  const world = realWorld({ seed: 1 });
  const gathered = await perform({
    world,
    target: () => embeddedTarget({ world, settings: {} }),
    run: 'test',
    seed: 1,
    harness: 'test',
    scenarios: await loadScenarios(),
    suites: [],
    receiverHost: '127.0.0.1',
    receiverPort: 0,
    maxInFlight: 16,
    secrets: [],
    sink: () => undefined,
    pseudonymKey: world.randomBytes(32),
  });
  const { run, scenarios, journeys, exchanges, deliveries, waits, troubles, malformed, end } = gathered;
  evidence = { run, scenarios, journeys, exchanges, deliveries, waits, troubles, malformed, ...(end && { end }) };
}, 60_000);

function summaryOf(change: Partial<Evidence>) {
  return conclude({ ...evidence, ...change }).summary;
}

function remote(settings: Partial<Evidence['run']['settings']> = {}): Evidence['run'] {
  const { run } = evidence;
  return { ...run, target: { kind: 'remote', url: 'http://127.0.0.1:1' }, settings: { ...run.settings, ...settings } };
}

describe('a conclusion', () => {
  test('of a sound run is conformant, and every requirement is verified or has a reason', () => {
    const { verdict, requirements, strength } = summaryOf({});
    expect(verdict).toBe('conformant');
    for (const { id, status, reason } of requirements) if (status !== 'verified') expect(reason, id).toMatch(/\S/);
    expect(requirements.filter(({ status }) => status === 'verified').length).toBeGreaterThan(70);
    expect(strength.exposed / strength.tried).toBeGreaterThan(0.95);
  });

  test('of an empty inbox verifies nothing about webhooks, and is no breach of a remote target', () => {
    const waits = evidence.waits.map(wait => ({ ...wait, outcome: 'missed' as const }));
    const { verdict, findings, requirements, message } = summaryOf({ run: remote(), deliveries: [], waits });
    expect(findings).toEqual([]);
    expect(verdict).toBe('incomplete');
    expect(message).toContain('WEBHOOK_COMMAND');
    const webhooks = requirements.filter(({ id }) => /^(event|signature|webhook)\./.test(id));
    expect(webhooks.filter(({ status }) => status === 'verified')).toEqual([]);
  });

  test('of nothing at all has no strength and verifies nothing', () => {
    const { strength, requirements } = summaryOf({ exchanges: [], deliveries: [], journeys: [], waits: [] });
    expect(strength).toMatchObject({ tried: 0, exposed: 0 });
    expect(requirements.filter(({ status }) => status === 'verified')).toEqual([]);
  });

  test('of a key that is refused everywhere is incomplete, and names the key first', () => {
    const refusalOf = (operation: string | undefined) =>
      evidence.exchanges.find(other => other.operation === operation && other.response?.status === 401)?.response;
    const exchanges = evidence.exchanges.map(exchange => ({
      ...exchange,
      ...{ response: refusalOf(exchange.operation) },
    })) as Evidence['exchanges'];
    const { message, verdict } = summaryOf({ run: remote(), exchanges, deliveries: [], waits: [] });
    expect(verdict).toBe('incomplete');
    expect(message).toContain('Set API_KEY');
  });

  test('puts an interrupt before a breach, a breach before an outage, an outage before what is missing', () => {
    const exchanges = evidence.exchanges.map(exchange =>
      exchange.response ? { ...exchange, response: { ...exchange.response, headers: [] } } : exchange,
    );
    const at = evidence.end?.at ?? 0;
    expect(summaryOf({ exchanges, end: { at, reason: 'interrupted' } })).toMatchObject({
      exitCode: 130,
      cause: 'person',
    });
    expect(summaryOf({ exchanges, end: { at, reason: 'unreachable' } })).toMatchObject({
      exitCode: 1,
      cause: 'service',
    });
    expect(summaryOf({ end: { at, reason: 'unreachable' } })).toMatchObject({ exitCode: 3, cause: 'network' });
    expect(summaryOf({ end: { at, reason: 'broken' } })).toMatchObject({ exitCode: 3, cause: 'harness' });
    expect(summaryOf({ end: { at, reason: 'deadline' } })).toMatchObject({ exitCode: 4, cause: 'deadline' });
  });

  test('is the same for the same evidence', () => {
    expect(summaryOf({})).toEqual(summaryOf({}));
  });
});
