import { describe, expect, test } from 'vitest';
import { documentedStatuses, isDocumented, type OperationId, operationOf } from './operations.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly string[];
}

const ENDPOINTS: { readonly [id in OperationId]: Endpoint } = {
  resolveBankAccount: { method: 'POST', path: '/v1/banks/resolve', statuses: ['200', '400', '401', '500'] },
  getOnrampOrder: { method: 'GET', path: '/v1/onramp/orders/order-1', statuses: ['200', '4XX', '5XX'] },
  simulateCollectionOrder: {
    method: 'POST',
    path: '/sandbox/collection-orders/order%2F1/simulate',
    statuses: ['2XX', 'default'],
  },
  getClientSession: { method: 'GET', path: '/v1/client/session', statuses: ['default'] },
  refreshClientSessionQuote: { method: 'POST', path: '/v1/client/session/refresh_quote', statuses: ['default'] },
  selectClientSession: { method: 'POST', path: '/v1/client/session/select', statuses: ['default'] },
  recordClientTelemetry: { method: 'POST', path: '/v1/client/telemetry', statuses: ['default'] },
};

describe.each(Object.entries(ENDPOINTS) as [OperationId, Endpoint][])('%s', (id, { method, path, statuses }) => {
  test('is found by its method and path', () => {
    expect(operationOf(method, path)).toBe(id);
    expect(operationOf(method.toLowerCase(), path)).toBe(id);
    expect(operationOf('DELETE', path)).toBeUndefined();
  });

  test('has the statuses of the specification', () => expect(documentedStatuses(id)).toEqual(statuses));
});

test.each(['/v1/banks', '/v1/banks/resolve/', '/v1/onramp/orders/', '/v1/onramp/orders/a/b', '/x/v1/banks/resolve'])(
  'finds no operation for %s',
  path => expect([operationOf('GET', path), operationOf('POST', path)]).toEqual([undefined, undefined]),
);

test.each<[OperationId, number, boolean]>([
  ['resolveBankAccount', 200, true],
  ['resolveBankAccount', 201, false],
  ['resolveBankAccount', 404, false],
  ['getOnrampOrder', 404, true],
  ['getOnrampOrder', 503, true],
  ['getOnrampOrder', 202, false],
  ['getOnrampOrder', 302, false],
  ['simulateCollectionOrder', 202, true],
  ['simulateCollectionOrder', 409, true],
])('%s %i is documented: %s', (id, status, documented) => expect(isDocumented(id, status)).toBe(documented));
