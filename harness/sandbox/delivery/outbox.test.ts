import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realWorld } from '../../world/real-world.ts';
import { startSandbox } from '../start-sandbox.ts';
import { type Received, readSignature, verifyingSecrets } from '../testing/receiver.ts';
import { manualTimers, withSandbox } from '../testing/with-sandbox.ts';

const refuseFirst = (response: { writeHead(status: number): { end(): void } }, index: number) =>
  response.writeHead(index === 0 ? 500 : 200).end();
const headerOf = ({ headers }: Received) => headers['service-signature'];

it.concurrent('The outbox redelivers after a timeout', () => {
  const world = manualTimers(777);
  const respond = (response: { writeHead(status: number): { end(): void } }, index: number) => {
    if (index === 0) world.fire();
    else response.writeHead(200).end();
  };
  return withSandbox({ world, respond, dialect: { delivery: { timeoutMs: 777 } } }, async rig => {
    await rig.failOne();
    expect(rig.receiver.received).toHaveLength(2);
  });
});

it.concurrent('The outbox signs every attempt again, unless the dialect keeps signatures', async () => {
  for (const renewed of [true, false]) {
    const dialect = { signature: { renewed }, timestampUnit: 'ns' as const };
    await withSandbox({ dialect, respond: refuseFirst }, async ({ failOne, receiver, sandbox }) => {
      await failOne();
      const [first, second] = receiver.received as [Received, Received];
      expect(headerOf(first) === headerOf(second)).toBe(!renewed);
      expect(verifyingSecrets(second, sandbox.signingSecrets)).toHaveLength(1);
    });
  }
});

it.concurrent('The outbox replaces a kept signature before it is stale', () => {
  const real = realWorld();
  let ahead = 0;
  const world = { ...real, now: () => real.now() + ahead };
  const respond = (response: { writeHead(status: number): { end(): void } }, index: number) => {
    if (index === 0) ahead = 241_000;
    refuseFirst(response, index);
  };
  return withSandbox({ world, respond, dialect: { signature: { renewed: false } } }, async rig => {
    await rig.failOne();
    const [first, second] = rig.receiver.received.map(each => Number(readSignature(each).t));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(240);
  });
});

it.concurrent('The outbox delays only the next event of the same order if the dialect delivers in order', () =>
  withSandbox({ respond: refuseFirst, dialect: { delivery: { inOrder: true } } }, async rig => {
    const [first = '', other = ''] = await rig.orders(2);
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse']) await rig.step(first, event);
    await rig.step(other, 'fail');
    await rig.idle();
    const types = rig.receiver.received.map(({ json }) => json.type).filter(type => type !== 'collection.failed');
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
    expect(receiver.received.map(({ body }) => body.toString())).toEqual(
      Array(2).fill(receiver.received[0]?.body.toString()),
    );
  }));

it.concurrent.each([
  ['an event up', {}, 1],
  ['an event up together with its duplicate', { inOrder: true, duplicateEvery: 1 }, 2],
])('The outbox gives %s after the number of attempts in the dialect', (_, delivery, given_up) =>
  withSandbox(
    {
      respond: response => response.writeHead(500).end(),
      dialect: { delivery, retry: { attempts: 3, firstMs: 1 } },
    },
    async ({ failOne, receiver, control }) => {
      await failOne();
      expect(receiver.received).toHaveLength(3);
      expect((await control('GET', '/outbox')).json).toEqual({ pending: 0, delivered: 0, given_up });
    },
  ),
);

it.concurrent('The outbox continues after a restart with the same secrets and webhook URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const db = join(folder, 'sandbox.db');
  await withSandbox({ db, respond: refuseFirst, dialect: { retry: { firstMs: 60_000 } } }, async first => {
    await expect(startSandbox({ world: realWorld(), db })).rejects.toMatchObject({ code: 'db-unusable' });
    const [id = ''] = await first.orders(1);
    await first.step(id, 'fail');
    await first.receiver.until(all => all.length === 1);
    const { signingSecrets } = first.sandbox;
    await first.sandbox.close();
    const second = await startSandbox({ world: realWorld(), db });
    expect(second.signingSecrets).toEqual(signingSecrets);
    const [before, after] = await first.receiver.until(all => all.length === 2);
    expect(after?.body).toEqual(before?.body);
    await second.close();
  });
  await rm(folder, { recursive: true });
});
