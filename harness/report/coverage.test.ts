import { expect, test } from 'vitest';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION, type RunBuilder, signed } from '../testing/evidence.ts';
import { TYPES } from '../testing/journey-builder.ts';
import { coverageOf } from './coverage.ts';
import { messagesOf } from './html/messages.ts';
import { RunIndex } from './run-index.ts';
import { coverageSentence, fieldRows, signatureMatrix, statusMatrix } from './sections/coverage.ts';
import { evidence, summary } from './testing/fixture.ts';

const coverage = (run: RunBuilder) => coverageOf(new View(run.evidence, INTERPRETATION));
const ofEnquiry = (run: RunBuilder) =>
  coverage(run).operations.find(({ operation }) => operation === 'resolveBankAccount');

/** A run with one enquiry that resolves, without the bank's name and with an unlisted field. */
function oneEnquiry(): RunBuilder {
  const run = aRun();
  const asks = { account_number: '1' };
  const data = { account_name: 'A', account_number: '1', bank_code: '2', score: 7 };
  run.exchange('resolveBankAccount', { method: 'POST', asks, answers: { status: true, data } });
  return run;
}

test('Coverage tells whether a field of an operation was seen, never seen, or is not documented', () => {
  expect(ofEnquiry(oneEnquiry())?.fields.slice(0, 2)).toEqual([
    { of: 'request', seen: ['/account_number'], never: ['/bank_code'], unlisted: [] },
    {
      of: '200',
      seen: ['/status', '/data', '/data/account_name', '/data/account_number', '/data/bank_code'],
      never: ['/data/bank_name'],
      unlisted: ['/data/score'],
    },
  ]);
});

test('Coverage counts deliveries and those whose signature verifies', () => {
  const run = aRun();
  const journey = run.journey({ alone: true });
  journey.step('deposit_detected');
  const deliver = (signatures: readonly ReturnType<typeof signed>[]) => journey.deliver(TYPES.fail, { signatures });
  deliver([signed(run.now, { slots: [0, 1] })]);
  deliver([]);
  deliver([signed(run.now, { slots: [], nearMiss: 'no-dot' })]);
  deliver([signed(run.now, { slots: [] })]);
  expect(coverage(run).signatures).toEqual({ deliveries: 5, verified: 2 });
});

test('The sentence on coverage counts calls and fields, and the table lists the fields never seen', () => {
  const met = coverage(oneEnquiry());
  expect(coverageSentence(met)).toMatch(/^This run called 1 of 3 operations .* verified 0 of 0 deliveries\.$/);
  expect(fieldRows(met)[1]).toEqual([
    'resolveBankAccount 200',
    '5 of 6; not documented: /data/score',
    '/data/bank_name',
  ]);
});

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
