import { expect, test } from 'vitest';
import { parseDialect } from '../../evidence/dialect.ts';
import { isKey } from '../../sandbox/dialect/key.ts';
import { DIALECT_KEYS, resolveDialect } from '../../sandbox/dialect/resolve-dialect.ts';
import { aBusyRun } from '../../testing/busy-run.ts';
import { writeDefault } from '../../testing/evidence.ts';
import { observe } from './observed.ts';
import { twinDialect } from './twin-keys.ts';

/** Every key of the dialect with its path. */
function keysOf(table: object, path = ''): readonly string[] {
  return Object.entries(table).flatMap(([name, node]: [string, object]) =>
    isKey(node) ? [path + name] : keysOf(node, `${path}${name}.`),
  );
}

const valueAt = (dialect: object, key: string) =>
  key.split('.').reduce<unknown>((here, name) => (here as { [name: string]: unknown } | undefined)?.[name], dialect);

test('Every key of a learned dialect either has evidence and a value, or is assumed without one', async () => {
  const { evidence } = aBusyRun(writeDefault, {
    types: { disburse: ['disbursement.initiated', 'disbursement.completed'] },
  });
  const dialect = await twinDialect(observe(evidence), []);
  const keys = keysOf(DIALECT_KEYS);
  expect(Object.keys(dialect.evidence).sort()).toEqual(keys.toSorted());
  for (const key of keys) {
    const isAssumed = dialect.evidence[key] === 'assumed';
    expect(valueAt(dialect, key) === undefined, key).toBe(isAssumed);
    if (!isAssumed) expect(dialect.evidence[key], key).toMatch(/^\d+ of \d+: [a-z]\w*(, \w+){0,2}$/);
  }
  expect(dialect).toMatchObject({
    eventId: '/id',
    orderId: '/data/order_id',
    eventTypes: { disburse: ['disbursement.initiated', 'disbursement.completed'] },
  });
  const read = parseDialect(JSON.stringify(dialect), 'dialect.json');
  expect(resolveDialect(read)).toMatchObject({ eventTypes: dialect.eventTypes });
});

test('A value that the sandbox does not support is marked as not modelled, and the twin has the default', async () => {
  const { evidence } = aBusyRun(writeDefault);
  const exchanges = evidence.exchanges.map(({ response, ...exchange }) => ({
    ...exchange,
    ...(response && {
      response: { ...response, headers: [...response.headers, ['Content-Encoding', 'zstd'] as const] },
    }),
  }));
  const dialect = await twinDialect(observe({ ...evidence, exchanges }), []);
  expect(valueAt(dialect, 'responses.compression')).toBeUndefined();
  expect(dialect.evidence['responses.compression']).toMatch(/^not modelled, \d+ of \d+: x\d+/);
  expect(() => resolveDialect(parseDialect(JSON.stringify(dialect), 'dialect.json'))).not.toThrow();
});

test('Events in another form than that of the sandbox become examples that reveal nothing', async () => {
  const { evidence } = aBusyRun(({ id, type, order, at }) => ({
    body: {
      ...{ id, type, created: Math.floor(at / 1000), livemode: false },
      data: {
        order_id: order,
        status: 'PAID',
        amount: '125.50',
        payer: { name: 'Ada Lovelace', iban: 'GB33BUKB2020' },
      },
    },
  }));
  const dialect = await twinDialect(observe(evidence), []);
  expect(dialect.webhook).toMatchObject({
    bodies: {
      'collection.expired': {
        ...{ id: 'example', type: 'example', created: '{time:epoch-s-number}', livemode: false },
        data: {
          order_id: '{order}',
          status: '{state}',
          amount: '{amount:decimal}',
          payer: { name: 'example', iban: 'example' },
        },
      },
    },
  });
  const text = JSON.stringify(dialect);
  const ids = evidence.deliveries.map(({ body }) => JSON.parse(body.text ?? '').id);
  for (const secret of ['Ada', 'GB33', '125.50', ...evidence.journeys.map(({ order }) => order), ...ids])
    expect(text).not.toContain(secret);
});
