import { expect, test } from 'vitest';
import { aRun, INTERPRETATION, type RunBuilder, writeDefault } from '../testing/evidence.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { attribute } from './attribution.ts';
import type { Evidence, GateInfo, RecordLine, RunInfo } from './evidence.ts';
import { emptyEvidence, gather, itemsOf, LINE_TYPES, linesOf, mergeEvidence } from './evidence-lines.ts';
import { Chain } from './record/chain.ts';
import { parseRecord } from './record/read-record.ts';
import { View } from './view.ts';

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
    slowestMs: 3,
    scenarios: [{ id: 's1', planned: 2, driven: 2 }],
  },
  journey: { type: 'journey', id: 'j1', scenario: 's1', order: 'o1', from: 1 },
  step: STEP,
  exchange: { type: 'exchange', id: 'x1', attempt: 0, sentAt: 1, endedAt: 2, request: REQUEST },
  delivery: {
    ...{ type: 'delivery', id: 'd1', at: 1, method: 'POST', path: '/', headers: [], body: BODY, complete: true },
    ...{ ours: true, answer: ANSWER, signatures: [] },
  },
  wait: { type: 'wait', journey: 'j1', kind: 'event', since: 'x1', from: 0, to: 1, allowed: 1, outcome: 'came' },
  trouble: { type: 'trouble', kind: 'stall', from: 0, to: 1, message: 'm' },
  tunnel: {
    ...{ type: 'tunnel', at: 1, kind: 'ssh', name: 'n', url: 'u' },
    addedHeaders: [],
  },
  malformed: { type: 'malformed', at: 1, code: 'c', packet: BODY },
  case: { type: 'case', id: 'verify/one', method: 'verify', passed: [], problems: [] },
  end: { type: 'end', at: 9, reason: 'done', lines: 13 },
};

test('Evidence gives back the lines that it was gathered from', () => {
  expect(LINE_TYPES).toEqual(Object.keys(LINES));
  expect(linesOf(gathered(...Object.values(LINES)))).toEqual(Object.values(LINES));
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

/** A shard that drove one order along the happy path. */
function shard(index: number, more: Parameters<typeof aRun>[1] = {}, order = `co_of_${index}`): RunBuilder {
  const shards = { of: 2, have: [index] };
  const run = aRun(writeDefault, { run: `run-${index}`, ...more, settings: { shards, ...more.settings } });
  run.journey({ order }).happyPath().end();
  return run;
}

function merged(...runs: readonly RunBuilder[]): Evidence {
  return mergeEvidence('whole', runs.map(({ evidence }) => evidence) as [Evidence, ...Evidence[]]);
}

const problem = (...runs: readonly RunBuilder[]) => thrownBy(() => merged(...runs)).code;

test('A merged run prefixes every id with its shard, and keeps references intact', () => {
  const whole = merged(shard(1), shard(2));
  const ids = [...whole.journeys, ...whole.exchanges, ...whole.deliveries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(whole.journeys.map(({ id }) => id).toSorted()).toEqual(['s1.j1', 's2.j1']);
  const exchanges = new Set(whole.exchanges.map(({ id }) => id));
  for (const { id, steps } of whole.journeys) {
    expect(steps).toHaveLength(3);
    for (const step of steps) expect([step.journey, exchanges.has(step.exchange)]).toEqual([id, true]);
  }
  for (const { journey, since } of whole.waits)
    expect([journey?.slice(0, 3), exchanges.has(since)]).toEqual([since.slice(0, 3), true]);
  expect(new Set(attribute(whole, { orderId: '/data/order_id' }).values()).size).toBe(2);
});

test('A merged run names the runs it was merged from, and its shards', () => {
  const { run } = merged(shard(2), shard(1));
  expect(run).toMatchObject({
    run: 'whole',
    merged: ['run-2', 'run-1'],
    settings: { shards: { of: 2, have: [1, 2] } },
  });
});

test('A merged run reads back from its lines unchanged', () => {
  const spared = (nth: number) => ({ ...shard(nth).evidence, orders: [`co_spare_${nth}`] });
  const whole = mergeEvidence('whole', [spared(1), spared(2)]);
  const text = Chain.textOf(linesOf(whole).map(line => JSON.stringify(line)));
  const read = parseRecord(text, 'x');
  expect(read.orders).toEqual(['co_spare_1', 'co_spare_2']);
  expect(read).toEqual({ ...whole, end: { ...whole.end, lines: linesOf(whole).length - 1 } });
});

test('A merged run can be merged again: ids and trouble name both merges', () => {
  const once = mergeEvidence('once', [shard(1).trouble(0, 9e15).evidence]);
  const twice = mergeEvidence('twice', [once, shard(2).evidence]);
  expect(twice.journeys.map(({ id }) => id).toSorted()).toEqual(['s1.s1.j1', 's2.j1']);
  expect(twice.troubles).toMatchObject([{ shard: 's1.s1' }]);
  expect(new View(twice, INTERPRETATION).troubled(1, 2, 's1.s1.x1')).toBe(true);
});

test('A merged run does not excuse one shard by the trouble of another', () => {
  const [one, two] = [shard(1).trouble(0, 9e15), shard(2)];
  const view = new View(merged(one, two), INTERPRETATION);
  expect([view.troubled(1, 2, 's1.x1'), view.troubled(1, 2, 's2.x1')]).toEqual([true, false]);
});

test('A merged run attributes a nameless delivery to the journey that was alone in the same shard', () => {
  const runs = [1, 2].map(index => {
    const run = aRun(writeDefault, { run: `run-${index}` });
    const journey = run.journey({ alone: true, order: `co_of_${index}` });
    journey.deliver('a', { json: { nothing: 'named' } });
    journey.end();
    return run;
  });
  const whole = merged(...runs);
  const owners = [...attribute(whole, {})].map(([delivery, journey]) => [delivery.slice(0, 2), journey.id]);
  expect(owners.toSorted()).toEqual([
    ['s1', 's1.j1'],
    ['s2', 's2.j1'],
  ]);
});

test('A merged run ends like its worst run, and has no end if a record was cut off', () => {
  const [one, two] = [shard(1).evidence, shard(2).evidence];
  const at = one.end?.at ?? 0;
  const ended = (reason: 'interrupted' | 'unreachable'): Evidence => ({ ...two, end: { at: at + 9, reason } });
  expect(mergeEvidence('w', [one, ended('unreachable')]).end).toEqual({ at: at + 9, reason: 'unreachable' });
  expect(mergeEvidence('w', [ended('interrupted'), one]).end).toEqual({ at: at + 9, reason: 'interrupted' });
  const { end: _, ...cut } = two;
  expect(mergeEvidence('w', [one, cut])).not.toHaveProperty('end');
});

test('Merging refuses gates, which have no shards', () => {
  const gate: GateInfo = { edition: 3 };
  expect(problem(shard(1, { gate }), shard(2, { gate }))).toBe('gate-merged');
});

test('Merging refuses runs of different targets, dialects or faults', () => {
  const elsewhere = { target: { kind: 'remote', url: 'https://other.test' } } as const;
  expect(problem(shard(1), shard(2, elsewhere))).toBe('targets-differ');
  expect(problem(shard(1), shard(2, { dialect: { timestampUnit: 'ms' } }))).toBe('targets-differ');
  expect(problem(shard(1), shard(2, { faults: ['amount-as-number'] }))).toBe('targets-differ');
});

test('Merging accepts the embedded sandbox on another port', () => {
  const on = (port: number) => ({ target: { kind: 'embedded', url: `http://127.0.0.1:${port}` } }) as const;
  expect(problem(shard(1, on(1)), shard(2, on(2)))).toBeUndefined();
});

test('Merging refuses a run named twice, an order driven twice, and shards of different runs', () => {
  expect(problem(shard(1), shard(1))).toBe('run-twice');
  expect(problem(shard(1), shard(2, {}, 'co_of_1'))).toBe('order-twice');
  expect(problem(shard(1), shard(2, { settings: { shards: { of: 3, have: [2] } } }))).toBe('shards-differ');
});
