import { expect, test } from 'vitest';
import { resolveDialect } from '../dialect/resolve-dialect.ts';
import { composeEvent } from './compose-event.ts';

const DRAFT = { id: '7001', type: 'paid', orderId: '42', createdAt: 0, data: { status: 'PAID' } };

test('An example body may be an array, with the id, the type and the order id at their places', () => {
  const dialect = resolveDialect({
    ...{ eventId: '/0/id', eventType: '/0/type', orderId: '/0/order' },
    webhook: { bodies: { paid: [{ state: '{state}', order: '{order}' }] } },
  });
  expect(composeEvent(DRAFT, dialect).body).toEqual([{ id: '7001', type: 'paid', order: '42', state: 'PAID' }]);
});

test('Ids are numbers where an example body has numbers', () => {
  const bodies = { paid: { id: 1, data: { of: '{order:number}', order_id: '{order:number}' } } };
  const dialect = resolveDialect({ webhook: { bodies } });
  const { body } = composeEvent(DRAFT, dialect);
  expect(body).toEqual({ id: 7001, type: 'paid', data: { of: 42, order_id: 42 } });
  const text = { ...DRAFT, orderId: 'co_42' };
  expect(composeEvent(text, dialect).body).toMatchObject({ data: { of: 'co_42', order_id: 'co_42' } });
});
