import { expect, test } from 'vitest';
import { messagesOf } from './html/messages.ts';
import { RunIndex } from './run-index.ts';
import { type Matrix, signatureMatrix, statusMatrix, transitionMatrix } from './sections/coverage.ts';
import { evidence, summary } from './testing/fixture.ts';

const operation = 'simulateCollectionOrder';
const exchanges = evidence.exchanges.map(exchange => ({ ...exchange, ...(exchange.journey && { operation }) }));
const messages = messagesOf(new RunIndex({ ...evidence, exchanges }, summary));

/** A cell by its row and column. */
function cell({ rows, columns }: Matrix, row: string, column: string) {
  const { count, look } = rows.find(({ name }) => name === row)?.cells[columns.indexOf(column)] ?? expect.unreachable();
  return { count, look };
}

test('An answer is seen, never seen, or not documented', () => {
  const matrix = statusMatrix(messages);
  expect(cell(matrix, operation, '202')).toEqual({ count: 1, look: 'seen' });
  expect(cell(matrix, 'resolveBankAccount', '401')).toEqual({ count: 0, look: 'open' });
  expect(cell(matrix, 'resolveBankAccount', '202')).toEqual({ count: 0, look: 'none' });
  expect(cell(matrix, 'none', 'none')).toEqual({ count: 1, look: 'seen' });
  const [first, ...others] = messages.filter(({ kind }) => kind === 'call');
  const odd = { ...(first ?? expect.unreachable()), operation: 'resolveBankAccount', http: '418' };
  expect(cell(statusMatrix([odd, ...others]), 'resolveBankAccount', '418')).toEqual({ count: 1, look: 'odd' });
});

test('A webhook counts by its type and by what became of its signature', () => {
  const matrix = signatureMatrix(messages);
  expect(cell(matrix, 'collection.deposit_detected', 'verified')).toEqual({ count: 2, look: 'seen' });
  expect(matrix.columns).toEqual(['verified', 'no-dot']);
});

test('A step counts by the last accepted step before it', () => {
  expect(cell(transitionMatrix(messages), 'created', 'fail')).toEqual({ count: 1, look: 'seen' });
  expect(cell(transitionMatrix(messages), 'created', 'expire')).toEqual({ count: 0, look: 'open' });
});
