import { expect, it } from 'vitest';
import type { Arrival } from '../../evidence/delivery.ts';
import { observeSignatures } from '../../evidence/record/observer.ts';
import { realWorld } from '../../world/real-world.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';
import { typeIn, withSandbox } from '../testing/with-sandbox.ts';

const refuseFirst = (index: number) => (index === 0 ? 500 : 200);
const signatureIn = ({ headers, body }: Arrival, secrets: readonly string[]) =>
  observeSignatures(headers, body, secrets, undefined)[0];

it('The outbox redelivers after a timeout', () => {
  const world = simulatedWorld(1);
  const respond = (index: number) => (index === 0 ? undefined : 200);
  return world.run(() =>
    withSandbox({ world, respond, dialect: { delivery: { timeoutMs: 777 } } }, async rig => {
      await rig.failOne();
      const [first, second] = rig.receiver.arrivals;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(777);
    }),
  );
});

it.concurrent('The outbox signs every attempt again, unless the dialect keeps signatures', async () => {
  for (const renewed of [true, false]) {
    const dialect = { signature: { renewed }, timestampUnit: 'ns' as const };
    await withSandbox({ dialect, respond: refuseFirst }, async ({ failOne, receiver, sandbox }) => {
      await failOne();
      const [first, second] = receiver.arrivals.map(arrival => signatureIn(arrival, sandbox.signingSecrets));
      expect(first?.t[0] === second?.t[0]).toBe(!renewed);
      expect(second?.slots).toHaveLength(1);
    });
  }
});

it.concurrent('The outbox replaces a kept signature before it is stale', () => {
  const real = realWorld();
  let ahead = 0;
  const world = { ...real, now: () => real.now() + ahead };
  const respond = (index: number) => {
    ahead = 241_000;
    return refuseFirst(index);
  };
  return withSandbox({ world, respond, dialect: { signature: { renewed: false } } }, async rig => {
    await rig.failOne();
    const [first, second] = rig.receiver.arrivals.map(each => Number(signatureIn(each, [])?.t[0]));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(240);
  });
});

it.concurrent('The outbox delays only the next event of the same order if the dialect delivers in order', () =>
  withSandbox({ respond: refuseFirst, dialect: { delivery: { inOrder: true } } }, async rig => {
    const [first = '', other = ''] = await rig.orders(2);
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse']) await rig.step(first, event);
    await rig.step(other, 'fail');
    await rig.idle();
    const types = rig.receiver.arrivals.map(typeIn).filter(type => type !== 'collection.failed');
    expect(types).toEqual([
      'collection.deposit_detected',
      'collection.deposit_detected',
      'collection.deposit_confirmed',
      'disbursement.completed',
    ]);
  }));

it.concurrent('The outbox delivers a duplicate with the same body', () =>
  withSandbox({ dialect: { delivery: { duplicateEvery: 1 } } }, async ({ failOne, receiver }) => {
    await failOne();
    const [first, second, ...more] = receiver.arrivals.map(({ body }) => body.toString());
    expect([second, more]).toEqual([first, []]);
  }));

it.concurrent.each([
  ['an event up', {}, 1],
  ['an event up together with its duplicate', { inOrder: true, duplicateEvery: 1 }, 2],
])('The outbox gives %s after the last attempt', (_, delivery, given_up) =>
  withSandbox(
    {
      respond: () => 500,
      faults: ['no-second-redelivery'],
      dialect: { delivery, retry: { firstMs: 1 } },
    },
    async ({ failOne, receiver, control }) => {
      await failOne();
      expect(receiver.arrivals).toHaveLength(2);
      expect((await control('GET', '/outbox')).json).toEqual({ pending: 0, delivered: 0, given_up });
    },
  ),
);
