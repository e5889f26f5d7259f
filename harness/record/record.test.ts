import { expect, test } from 'vitest';
import type { RunInfo } from '../core/evidence.ts';
import { Gathered, type RecordLine } from './record.ts';

const RUN = { schema: 1, run: 'r1' } as RunInfo;
const gathered = (...lines: readonly RecordLine[]) => {
  const evidence = new Gathered(RUN);
  for (const line of lines) evidence.add(line);
  return evidence;
};

const journey = { id: 'j1', scenario: 's1', order: 'o1', from: 1 };
const step = { journey: 'j1', event: 'disburse', exchange: 'x1', at: 2 } as const;

test('every kind of line is gathered where it belongs, without its type', () => {
  const body = { size: 0, sha256: '' };
  const exchange = {
    id: 'x1',
    attempt: 0,
    sentAt: 1,
    endedAt: 2,
    request: { method: 'GET', url: 'u', headers: [] },
  };
  const delivery = {
    id: 'd1',
    at: 1,
    method: 'POST',
    path: '/',
    headers: [],
    body,
    complete: true,
    ours: true,
    answer: { kind: 'drop', refused: true },
    signatures: [],
    connection: 1,
  } as const;
  const wait = { journey: 'j1', kind: 'event', since: 'x1', from: 0, to: 1, allowed: 1, outcome: 'came' } as const;
  const trouble = { kind: 'stall', from: 0, to: 1, message: 'm' } as const;
  const malformed = { at: 1, code: 'c', packet: body };
  const evidence = gathered(
    { type: 'exchange', ...exchange },
    { type: 'delivery', ...delivery },
    { type: 'wait', ...wait },
    { type: 'trouble', ...trouble },
    { type: 'malformed', ...malformed },
    { type: 'end', lines: 5, at: 9, reason: 'done' },
  );
  expect(evidence.exchanges).toEqual([exchange]);
  expect(evidence.deliveries).toEqual([delivery]);
  expect(evidence.waits).toEqual([wait]);
  expect(evidence.troubles).toEqual([trouble]);
  expect(evidence.malformed).toEqual([malformed]);
  expect(evidence.end).toEqual({ at: 9, reason: 'done' });
  expect(evidence.run).toBe(RUN);
});

test('a record without a footer has no end', () => {
  expect(gathered().end).toBeUndefined();
});

test('a later line about a run, a scenario or a journey completes the earlier one', () => {
  const scenario = { id: 's1', suite: 'collection', title: 't', from: 0 };
  const evidence = gathered(
    { type: 'run', ...RUN, seed: 7 },
    { type: 'scenario', ...scenario },
    { type: 'scenario', ...scenario, id: 's2' },
    { type: 'journey', ...journey },
    { type: 'step', ...step },
    { type: 'journey', ...journey, to: 5, alone: 2 },
    { type: 'step', ...step, at: 6 },
    { type: 'scenario', ...scenario, to: 9, outcome: 'done' },
  );
  expect(evidence.run).toEqual({ ...RUN, seed: 7 });
  expect(evidence.scenarios).toEqual([
    { ...scenario, to: 9, outcome: 'done' },
    { ...scenario, id: 's2' },
  ]);
  expect(evidence.journeys).toEqual([{ ...journey, to: 5, alone: 2, steps: [step, { ...step, at: 6 }] }]);
});

test('a step of a journey that is not known is passed over', () => {
  expect(gathered({ type: 'step', ...step }, { type: 'journey', ...journey }).journeys).toEqual([
    { ...journey, steps: [] },
  ]);
});
