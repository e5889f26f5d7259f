import { expect, test } from 'vitest';
import type { CaseProblem, CaseRecord, HistoryStep } from '../../evidence/evidence.ts';
import { aRun, writeDefault } from '../../testing/evidence.ts';
import { conclude } from '../conclude.ts';
import { RunIndex } from '../run-index.ts';
import { evidence, HOSTILE, index } from '../testing/fixture.ts';
import { rowsOf } from './drawing-row.ts';
import { pageData } from './page-data.ts';

test('A journey is drawn with calls, answers, redeliveries, refusals, missed webhooks and trouble, in order', () => {
  const [j1, j2] = evidence.journeys.map(({ id }) =>
    rowsOf(id, index).map(({ from, to, label, note }) => [from, to, label.split(' "')[0], ...(note ? [note] : [])]),
  );
  expect(j1).toEqual([
    ['harness', 'service', 'deposit_detected', 'received 99.00'],
    ['service', 'harness', '202 · 12 ms'],
    ['service', 'receiver', 'collection.deposit_detected'],
    ['receiver', 'service', '503, refused on purpose'],
    ['service', 'receiver', 'collection.deposit_detected', '↻ again, delivery 2 of this event'],
    ['service', 'service', 'this machine stood still for 50 ms'],
  ]);
  expect(j2).toEqual([
    ['harness', 'service', 'fail'],
    ['service', 'receiver', 'disbursement.completed', expect.stringContaining('signature does not verify')],
    ['receiver', 'service', 'dropped, on purpose'],
    ['service', 'service', 'this machine stood still for 50 ms'],
    ['receiver', 'receiver', 'no redelivery in 400 ms'],
    ['service', 'harness', '200 · 5.00 s'],
  ]);
});

const ID = 'credit.duplicate/same-bytes';

const delivery = (at: number, more: Partial<HistoryStep & { type: 'delivery' }> = {}): HistoryStep => ({
  ...{ type: 'delivery', at, to: at + 5, order: 'co_1', event: 'evt_1', eventType: 'disbursement.completed' },
  ...{ answer: '200', ...more },
});

/** The gate of a backend that credits a duplicate. One of its cases has this history. */
function gated(history: readonly HistoryStep[]) {
  const gate = { edition: 1, endpoint: { credits: true, restart: true, options: [] } };
  const { evidence } = aRun(writeDefault, { target: { kind: 'endpoint', url: 'http://127.0.0.1:3000/' }, gate });
  const problem: CaseProblem = {
    ...{ requirement: 'credit.duplicate', severity: 'breach' as const, cause: `${ID}: credited-again` },
    ...{ message: 'An order is credited more than once', expected: '1 credit', received: '2 credits of co_1' },
  };
  const seen: CaseRecord = { id: ID, method: 'credit', passed: [], problems: [problem], history };
  const scenario = { ...{ id: ID, suite: 'credit', title: 'Credits once', from: 0, to: 1 }, outcome: 'done' } as const;
  const whole = { ...evidence, cases: [seen], scenarios: [scenario] };
  return new RunIndex(whole, conclude(whole).summary);
}

test('A history is drawn with its deliveries, their answers, disturbances and credits', () => {
  const index = gated([
    delivery(1_000, { forged: true, what: 'forged', answer: '400' }),
    { type: 'disturbance', at: 1_010, what: 'killed and restarted (1)' },
    delivery(1_020),
    { type: 'credits', at: 1_050, order: 'co_1', count: 1, due: 1 },
    delivery(1_060, { what: 'the same bytes', wrong: true }),
    { type: 'credits', at: 1_090, order: 'co_1', count: 2, due: 1 },
  ]);
  const rows = rowsOf(ID, index);
  expect(rows.map(({ at, from, to, label, mark = '' }) => [at, from, to, label, mark])).toEqual([
    [0, 'sender', 'handler', 'forged disbursement.completed', ''],
    [5, 'handler', 'sender', '400 · 5 ms', ''],
    [10, 'handler', 'handler', 'killed and restarted (1)', ''],
    [20, 'sender', 'handler', 'disbursement.completed', ''],
    [25, 'handler', 'sender', '200 · 5 ms', ''],
    [50, 'handler', 'credits', '1 credit', '✓'],
    [60, 'sender', 'handler', 'disbursement.completed', '✗'],
    [65, 'handler', 'sender', '200 · 5 ms', ''],
    [90, 'handler', 'credits', '2 credits, 1 due', '✗'],
  ]);
  const offending = rows.filter(({ findings = [] }) => findings.length > 0);
  expect(offending.map(({ at, note }) => [at, note])).toEqual([
    [60, 'the same bytes · event 1'],
    [90, ''],
  ]);
});

test('A drawing distinguishes several orders and shows a missing credit among the credits', () => {
  const rows = rowsOf(
    ID,
    gated([
      delivery(0),
      delivery(9, { order: 'co_2', event: 'evt_2' }),
      { type: 'credits', at: 30, order: 'co_2', count: 0, due: 1 },
    ]),
  );
  expect(rows.map(({ note = '' }) => note)).toEqual(['event 1 · order 1', '', 'event 2 · order 2', '', 'order 2']);
  expect(rows.at(-1)).toMatchObject({ from: 'credits', to: 'credits', label: 'no credit, 1 due' });
});

test('Output of a backend or its commands cannot end the script element of the drawing', () => {
  const data = pageData(gated([delivery(0, { order: `co_</script>${HOSTILE}`, answer: `</script>${HOSTILE}` })]));
  expect(data).not.toContain('<');
  expect(JSON.parse(data).strings).toEqual(expect.arrayContaining(['sender', 'handler', 'credits']));
});
