import { expect, test } from 'vitest';
import type { RecordLine, RunInfo } from './evidence.ts';
import { emptyEvidence, gather, itemsOf, LINE_TYPES, linesOf } from './evidence-lines.ts';

const RUN = { schema: 1, run: 'r1' } as RunInfo;
const gathered = (...lines: readonly RecordLine[]) => {
  const evidence = emptyEvidence(RUN);
  for (const line of lines) gather(evidence, line);
  return evidence;
};

const BODY = { size: 0, sha256: '' };
const STEP = { type: 'step', journey: 'j1', event: 'disburse', exchange: 'x1', at: 2 } as const;
const ANSWER = { kind: 'drop', refused: true } as const;
const REQUEST = { method: 'GET', url: 'u', headers: [] };

/** A line of each type, in the order in which they are written. */
const LINES: { readonly [T in RecordLine['type']]: RecordLine & { readonly type: T } } = {
  run: { type: 'run', ...RUN },
  scenario: { type: 'scenario', id: 's1', suite: 'collection', title: 't', from: 0 },
  orders: { type: 'orders', orders: ['o1', 'o2'] },
  plan: {
    type: 'plan',
    id: 'plan',
    at: 1,
    atOnce: 2,
    slowestMs: 3,
    scenarios: [{ id: 's1', least: 1, planned: 2, driven: 2 }],
  },
  journey: { type: 'journey', id: 'j1', scenario: 's1', order: 'o1', from: 1 },
  step: STEP,
  exchange: { type: 'exchange', id: 'x1', attempt: 0, sentAt: 1, endedAt: 2, request: REQUEST },
  delivery: {
    ...{ type: 'delivery', id: 'd1', at: 1, method: 'POST', path: '/', headers: [], body: BODY, complete: true },
    ...{ ours: true, answer: ANSWER, signatures: [], connection: 1 },
  },
  wait: { type: 'wait', journey: 'j1', kind: 'event', since: 'x1', from: 0, to: 1, allowed: 1, outcome: 'came' },
  trouble: { type: 'trouble', kind: 'stall', from: 0, to: 1, message: 'm' },
  tunnel: {
    ...{ type: 'tunnel', at: 1, kind: 'ssh', name: 'n', url: 'u' },
    headers: { caseKept: true, linesKept: true, added: [] },
  },
  malformed: { type: 'malformed', at: 1, code: 'c', packet: BODY },
  case: { type: 'case', id: 'verify/one', method: 'verify', passed: [], problems: [] },
  end: { type: 'end', at: 9, reason: 'done', lines: 13 },
};

test('Evidence gives back the lines that it was gathered from', () => {
  expect(LINE_TYPES).toEqual(Object.keys(LINES));
  expect(linesOf(gathered(...Object.values(LINES)))).toEqual(Object.values(LINES));
});

test('Each line is gathered where it belongs, without its type', () => {
  const evidence = gathered(...Object.values(LINES));
  const without = ({ type: _, ...item }: RecordLine) => item;
  expect(evidence).toEqual({
    run: RUN,
    scenarios: [without(LINES.scenario)],
    orders: ['o1', 'o2'],
    plans: [without(LINES.plan)],
    journeys: [{ ...without(LINES.journey), steps: [without(STEP)] }],
    exchanges: [without(LINES.exchange)],
    deliveries: [without(LINES.delivery)],
    waits: [without(LINES.wait)],
    troubles: [without(LINES.trouble)],
    tunnels: [without(LINES.tunnel)],
    malformed: [without(LINES.malformed)],
    cases: [without(LINES.case)],
    end: without(LINES.end),
  });
});

test('A record without a footer has no end, and evidence without an end has no footer', () => {
  const evidence = gathered(LINES.scenario);
  expect(evidence).not.toHaveProperty('end');
  expect(linesOf(evidence)).toEqual([LINES.run, LINES.scenario]);
});

test('A later line about a run, a scenario or a journey replaces the earlier one', () => {
  const { type: _, ...scenario } = LINES.scenario;
  const { type: __, ...journey } = LINES.journey;
  const { type: ___, ...step } = STEP;
  const evidence = gathered(
    { ...LINES.run, seed: 7 },
    LINES.scenario,
    { ...LINES.scenario, id: 's2' },
    LINES.journey,
    STEP,
    { ...LINES.journey, to: 5, alone: 2 },
    { ...STEP, at: 6 },
    { ...LINES.scenario, to: 9, outcome: 'done' },
  );
  expect(evidence.run).toEqual({ ...RUN, seed: 7 });
  expect(evidence.scenarios).toEqual([
    { ...scenario, to: 9, outcome: 'done' },
    { ...scenario, id: 's2' },
  ]);
  expect(evidence.journeys).toEqual([{ ...journey, to: 5, alone: 2, steps: [step, { ...step, at: 6 }] }]);
});

test('A step of an unknown journey is left out', () => {
  expect(itemsOf(gathered(STEP, LINES.journey), 'step')).toEqual([]);
});

test('Several lines of orders add up', () => {
  const evidence = gathered(LINES.orders, { type: 'orders', orders: ['o3'] });
  expect(itemsOf(evidence, 'orders')).toEqual([{ orders: ['o1', 'o2', 'o3'] }]);
});
