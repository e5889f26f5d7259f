import { describe, expect, it } from 'vitest';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';
import { creditsAgain } from '../lifecycle/take-step.ts';
import { type Received, verifyingSecrets } from '../testing/receiver.ts';
import { type Rig, withSandbox } from '../testing/with-sandbox.ts';
import { isKey } from './key.ts';
import { DIALECT_KEYS, drawDialect, resolveDialect } from './resolve-dialect.ts';

/** The value of a webhook at a place of the dialect. */
function at({ json, headers }: Received, place: string): unknown {
  if (place.startsWith('header:')) return headers[place.slice('header:'.length).toLowerCase()];
  const walk = (here: unknown, token: string) => (here as { [name: string]: unknown } | undefined)?.[token];
  return place.split('/').slice(1).reduce(walk, json);
}

/** Drives one order under a dialect, and checks what every conformant service does. */
async function expectConformant(dialect: Dialect) {
  const spoken = resolveDialect(dialect);
  const respond = (response: { writeHead(status: number): { end(): void } }, index: number) =>
    response.writeHead(index === 1 ? 503 : 200).end();
  const world = simulatedWorld(1);
  const drive = async ({ sandbox, receiver, orders, step, ask, control }: Rig) => {
    const [order = ''] = await orders(1);
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse', 'disburse']) {
      const { status, headers } = await step(order, event);
      expect(headers['request-id']).toMatch(/./);
      expect(status).toBeLessThan(500);
    }
    expect((await ask('/v1/onramp/orders/nothing')).json).toMatchObject({ message: expect.any(String) });
    // The counts of that very moment: a dialect may send events about no order soon after it.
    expect((await control('GET', '/outbox?until=calm')).json).toMatchObject({ pending: 0, given_up: 0 });

    const completed = receiver.received.filter(each => at(each, spoken.eventType as string) === COMPLETED);
    const credits = spoken.statuses.repeatedStep === 'fires' && creditsAgain(spoken) ? 2 : 1;
    expect(new Set(completed.map(each => at(each, spoken.eventId as string))).size).toBe(credits);
    for (const each of receiver.received) {
      expect(at(each, spoken.eventId as string)).toMatch(/./);
      expect(verifyingSecrets(each, sandbox.signingSecrets, spoken.signatureHeader)).toHaveLength(1);
    }
  };
  await world.run(() => withSandbox({ world, dialect, respond }, drive));
}

describe.concurrent('a dialect', () => {
  for (const [key, choices] of keysOf(DIALECT_KEYS)) {
    it(`is conformant with every choice of ${key}`, async () => {
      for (const choice of choices.slice(1)) {
        const dialect = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), choice);
        await expectConformant(dialect as Dialect);
      }
    });
  }

  for (let seed = 1; seed <= 20; seed++) {
    it(`is conformant if drawn with seed ${seed}`, () => {
      let state = seed;
      return expectConformant(
        drawDialect(choices => {
          state = (state * 48_271) % 2_147_483_647;
          return choices[state % choices.length] as (typeof choices)[number];
        }),
      );
    });
  }

  it('is refused with every problem', () => {
    const resolve = () => resolveDialect({ json: { spacing: 'wide' }, retry: { attempts: 1 } });
    expect(resolve).toThrow(/retry\.attempts is 1.*json\.spacing is "wide"/);
  });

  it.each<[string, Dialect]>([
    ['signatureHeader', { signatureHeader: 'two words' }],
    ['eventId', { eventId: '' }],
    ['orderId', { orderId: { 'collection.failed': 'order_id' } }],
    ['eventTypes.fail', { eventTypes: { fail: [] } }],
    ['otherEvents', { otherEvents: [''] }],
    ['simulateStatus', { simulateStatus: 302 }],
    ['statuses.unknownOrder', { statuses: { unknownOrder: 'refused' as 'ignored' } }],
    ['statuses.unknownEvent', { statuses: { unknownEvent: 'ignored' } as Dialect['statuses'] & object }],
    ['statuses.onrampErrors', { statuses: { onrampErrors: [200] } }],
    ['signature.otherPairs', { signature: { otherPairs: ['t=1'] } }],
    ['webhook.headers', { webhook: { headers: { 'X-A': 'ä' } } }],
    ['webhook.headers', { webhook: { headers: { 'X A': 'a' } } }],
    ['webhook.contentCodings', { webhook: { contentCodings: ['compress'] } }],
    ['webhook.createdAt', { webhook: { createdAt: '' } }],
    ['delivery.delayMs', { delivery: { delayMs: [2, 1] } }],
    ['delivery.delayMs', { delivery: { delayMs: [1] } }],
    ['retry.factor', { retry: { factor: 0.5 } }],
    ['retry.attempts', { retry: { attempts: 2 } }],
    ['limits', { limits: 5 }],
  ])('is refused with an invalid %s', (key, dialect) => {
    expect(() => resolveDialect(dialect)).toThrow(`the sandbox cannot speak this dialect: ${key} is `);
  });

  it('is refused if disburse is not the only step that causes disbursement.completed', () => {
    expect(() => resolveDialect({ eventTypes: { fail: COMPLETED } })).toThrow('not by disburse alone');
    expect(() => resolveDialect({ eventTypes: { disburse: 'paid' } })).toThrow('caused by no step');
  });

  it('is refused if a pointer leads through the value of another', async () => {
    await expect(withSandbox({ dialect: { eventId: '/a', eventType: '/a/b' } }, async () => {})).rejects.toThrow(
      '/a/b',
    );
  });
});

/** Every key of a table, with its choices. */
function keysOf(table: object, path = ''): [string, readonly unknown[]][] {
  return Object.entries(table).flatMap(([name, node]: [string, object]) =>
    isKey(node) ? [[path + name, node.choices]] : keysOf(node, `${path}${name}.`),
  );
}
