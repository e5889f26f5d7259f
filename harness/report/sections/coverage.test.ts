import { expect, test } from 'vitest';
import { messagesOf } from '../html/messages.ts';
import { RunIndex } from '../run-index.ts';
import { evidence, summary } from '../testing/fixture.ts';
import { signatureMatrix, statusMatrix } from './coverage.ts';

const simulate = 'simulateCollectionOrder';
const exchanges = evidence.exchanges.map(exchange => ({
  ...exchange,
  ...(exchange.journey && { operation: simulate }),
}));
const messages = messagesOf(new RunIndex({ ...evidence, exchanges }, summary));

function cell({ rows, columns }: ReturnType<typeof statusMatrix>, row: string, column: string) {
  return rows.find(({ name }) => name === row)?.cells[columns.indexOf(column)];
}

const found = (line: string, search: string) => ({ kind: 'link', to: `q=${encodeURIComponent(search)}`, line });

test('The status matrix tells whether an answer was seen, never seen, or is not documented', () => {
  const matrix = statusMatrix(messages);
  expect(cell(matrix, simulate, '202')).toEqual(found('1', `operation:${simulate} http:202`));
  expect(cell(matrix, 'resolveBankAccount', '401')).toBe('○');
  expect(cell(matrix, 'resolveBankAccount', '202')).toBe('');
  expect(cell(matrix, 'none', 'none')).toEqual(found('1', 'operation:none http:none'));
  const [first, ...others] = messages.filter(({ kind }) => kind === 'call');
  const odd = { ...(first ?? expect.unreachable()), operation: 'resolveBankAccount', http: '418' };
  const search = 'operation:resolveBankAccount http:418';
  expect(cell(statusMatrix([odd, ...others]), 'resolveBankAccount', '418')).toEqual(found('! 1', search));
});

test('The signature matrix counts webhooks by type and by the state of their signature', () => {
  const matrix = signatureMatrix(messages);
  const type = 'collection.deposit_detected';
  expect(cell(matrix, type, 'verified')).toEqual(found('2', `event:${type} signature:verified`));
  expect(matrix.columns).toEqual(['verified', 'no-dot']);
});
