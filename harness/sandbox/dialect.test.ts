import { describe, expect, it } from 'vitest';
import { COMPLETED, type Dialect } from '../core/dialect.ts';
import { drawDialect } from './dialect/draw-dialect.ts';
import { resolveDialect } from './dialect/resolve-dialect.ts';
import { DIALECT } from './dialect.ts';
import type { Received } from './testing/receiver.ts';
import { verifyingSecrets } from './testing/verifies.ts';
import { withSandbox } from './testing/with-sandbox.ts';

/** What a webhook holds at a place of the dialect. */
function at({ json, headers }: Received, place: string): unknown {
  if (place.startsWith('header:')) return headers[place.slice('header:'.length).toLowerCase()];
  const walk = (here: unknown, token: string) => (here as { [name: string]: unknown } | undefined)?.[token];
  return place.split('/').slice(1).reduce(walk, json);
}

async function drivesSoundly(dialect: Dialect) {
  const spoken = resolveDialect(dialect);
  const respond = (response: { writeHead(status: number): { end(): void } }, index: number) =>
    response.writeHead(index === 1 ? 503 : 200).end();
  await withSandbox({ dialect, respond }, async ({ sandbox, receiver, orders, step, ask, calm, control }) => {
    const [order = ''] = await orders(1);
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse', 'disburse']) {
      const { status, headers } = await step(order, event);
      expect(headers['request-id']).toMatch(/./);
      expect(status).toBeLessThan(500);
    }
    expect((await ask('/v1/onramp/orders/nothing')).json).toMatchObject({ message: expect.any(String) });
    await calm();
    expect((await control('GET', '/outbox')).json).toMatchObject({ pending: 0, given_up: 0 });

    const completed = receiver.received.filter(each => at(each, spoken.eventType as string) === COMPLETED);
    expect(new Set(completed.map(each => at(each, spoken.eventId as string))).size).toBe(1);
    for (const each of receiver.received) {
      expect(at(each, spoken.eventId as string)).toMatch(/./);
      expect(verifyingSecrets(each, sandbox.signingSecrets, spoken.signatureHeader)).toHaveLength(1);
    }
  });
}

describe.concurrent('a dialect', () => {
  for (const [key, node] of [...keysOf(DIALECT)]) {
    it(`is sound with every choice of ${key}`, async () => {
      for (const choice of node.choices.slice(1)) {
        await drivesSoundly(
          key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), choice) as Dialect,
        );
      }
    });
  }

  for (let seed = 1; seed <= 20; seed++) {
    it(`is sound as drawn with seed ${seed}`, () => {
      let state = seed;
      return drivesSoundly(
        drawDialect(choices => {
          state = (state * 48_271) % 2_147_483_647;
          return choices[state % choices.length] as (typeof choices)[number];
        }),
      );
    });
  }

  it('is refused with every problem at once', () => {
    const resolve = () => resolveDialect({ json: { spacing: 'wide' }, retry: { attempts: 1 } });
    expect(resolve).toThrow(/retry\.attempts is 1.*json\.spacing is "wide"/);
  });

  it('is refused where another step than disburse completes the disbursement', () => {
    expect(() => resolveDialect({ eventTypes: { fail: COMPLETED } })).toThrow('not by disburse alone');
    expect(() => resolveDialect({ eventTypes: { disburse: 'paid' } })).toThrow('caused by no step');
  });

  it('is refused where one pointer leads through the value of another', async () => {
    await expect(withSandbox({ dialect: { eventId: '/a', eventType: '/a/b' } }, async () => {})).rejects.toThrow(
      '/a/b',
    );
  });
});

function* keysOf(table: object, path: readonly string[] = []): Generator<[string, { choices: readonly unknown[] }]> {
  for (const [name, node] of Object.entries(table) as [string, object][]) {
    if ('choices' in node) yield [[...path, name].join('.'), node as { choices: readonly unknown[] }];
    else yield* keysOf(node, [...path, name]);
  }
}
