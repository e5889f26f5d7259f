import { expect, it } from 'vitest';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import { withSandbox } from '../testing/with-sandbox.ts';
import { resolveDialect } from './resolve-dialect.ts';

it.concurrent('A dialect is refused with every problem', () => {
  const resolve = () => resolveDialect({ json: { spacing: 'wide' }, retry: { factor: 0.5 } });
  expect(resolve).toThrow(/retry\.factor is 0\.5.*json\.spacing is "wide"/);
});

it.concurrent.each<[string, Dialect]>([
  ['signatureHeader', { signatureHeader: 'two words' }],
  ['eventId', { eventId: '' }],
  ['orderId', { orderId: { 'collection.failed': 'order_id' } }],
  ['eventTypes.fail', { eventTypes: { fail: [] } }],
  ['otherEvents', { otherEvents: [''] }],
  ['simulateStatus', { simulateStatus: 302 }],
  ['statuses.unknownOrder', { statuses: { unknownOrder: 'refused' as 'ignored' } }],
  ['errors', { errors: { 'simulate.no_such_cause': {} } }],
  ['statuses.onrampErrors', { statuses: { onrampErrors: [200] } }],
  ['signature.otherPairs', { signature: { otherPairs: ['t=1'] } }],
  ['webhook.headers', { webhook: { headers: { 'X-A': 'ä' } } }],
  ['webhook.headers', { webhook: { headers: { 'X A': 'a' } } }],
  ['webhook.contentCodings', { webhook: { contentCodings: ['compress'] } }],
  ['webhook.createdAt', { webhook: { createdAt: '' } }],
  ['delivery.delayMs', { delivery: { delayMs: [2, 1] } }],
  ['delivery.delayMs', { delivery: { delayMs: [1] } }],
  ['retry.factor', { retry: { factor: 0.5 } }],
  ['limits', { limits: 5 }],
])('A dialect is refused with an invalid %s', (key, dialect) => {
  expect(() => resolveDialect(dialect)).toThrow(`the sandbox cannot speak this dialect: ${key} is `);
});

it.concurrent('A dialect is refused if disburse is not the only step that causes disbursement.completed', () => {
  expect(() => resolveDialect({ eventTypes: { fail: COMPLETED } })).toThrow('not by disburse alone');
  expect(() => resolveDialect({ eventTypes: { disburse: 'paid' } })).toThrow('caused by no step');
});

it.concurrent('A dialect is refused if a pointer leads through the value of another', async () => {
  await expect(withSandbox({ dialect: { eventId: '/a', eventType: '/a/b' } }, async () => {})).rejects.toThrow('/a/b');
});
