import { describe, expect, test } from 'vitest';
import { attribute } from '../core/attribution.ts';
import type { Evidence } from '../core/evidence.ts';
import { View } from '../core/view.ts';
import { aRun, INTERPRETATION, type RunMade, writeDefault } from '../testing/evidence.ts';
import { linesOf } from './lines-of.ts';
import { mergeEvidence } from './merge-evidence.ts';
import { parseRecord } from './read-record.ts';

/** A shard that drove one order along the happy path. */
function shard(index: number, more: Parameters<typeof aRun>[1] = {}, order = `co_of_${index}`): RunMade {
  const shards = { of: 2, have: [index] };
  const run = aRun(writeDefault, { run: `run-${index}`, ...more, settings: { shards, ...more.settings } });
  run.journey({ order }).happyPath().end();
  return run;
}

function merged(...runs: readonly RunMade[]): Evidence {
  return mergeEvidence('whole', runs.map(({ evidence }) => evidence) as [Evidence, ...Evidence[]]);
}

const problem = (...runs: readonly RunMade[]) => {
  try {
    merged(...runs);
  } catch (thrown) {
    return (thrown as { code?: string }).code;
  }
  return undefined;
};

describe('a merged run', () => {
  test('holds all of its shards, each thing under an id of its own, and what belongs together still does', () => {
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
    expect(new Set(attribute(whole, '/data/order_id').values()).size).toBe(2);
  });

  test('says of which runs it was made, and which shards it has', () => {
    const { run } = merged(shard(2), shard(1));
    expect(run).toMatchObject({
      run: 'whole',
      merged: ['run-2', 'run-1'],
      settings: { shards: { of: 2, have: [1, 2] } },
    });
  });

  test('is read back from its lines as it is', () => {
    const spared = (nth: number) => ({ ...shard(nth).evidence, orders: [`co_spare_${nth}`] });
    const whole = mergeEvidence('whole', [spared(1), spared(2)]);
    const text = linesOf(whole)
      .map(line => JSON.stringify(line))
      .join('\n');
    const { run, scenarios, orders, journeys, exchanges, deliveries, waits, troubles, tunnels, malformed, end } =
      parseRecord(text, 'x');
    expect(orders).toEqual(['co_spare_1', 'co_spare_2']);
    expect({
      ...{ run, scenarios, orders, journeys, exchanges, deliveries, waits, troubles, tunnels, malformed, end },
    }).toEqual(whole);
  });

  test('excuses nothing in one shard by the trouble of another', () => {
    const [one, two] = [shard(1).trouble(0, 9e15), shard(2)];
    const view = new View(merged(one, two), INTERPRETATION);
    expect([view.troubled(1, 2, 's1.x1'), view.troubled(1, 2, 's2.x1')]).toEqual([true, false]);
  });

  test('gives a delivery that names no order to the journey that was alone in its own shard', () => {
    const runs = [1, 2].map(index => {
      const run = aRun(writeDefault, { run: `run-${index}` });
      const journey = run.journey({ alone: true, order: `co_of_${index}` });
      journey.deliver('a', { json: { nothing: 'named' } });
      journey.end();
      return run;
    });
    const whole = merged(...runs);
    const owners = [...attribute(whole, undefined)].map(([delivery, journey]) => [delivery.slice(0, 2), journey.id]);
    expect(owners.toSorted()).toEqual([
      ['s1', 's1.j1'],
      ['s2', 's2.j1'],
    ]);
  });

  test('ends as the run did that ended worst, and not at all where a record was cut off', () => {
    const [one, two] = [shard(1).evidence, shard(2).evidence];
    const at = one.end?.at ?? 0;
    const ended = (reason: 'interrupted' | 'unreachable'): Evidence => ({ ...two, end: { at: at + 9, reason } });
    expect(mergeEvidence('w', [one, ended('unreachable')]).end).toEqual({ at: at + 9, reason: 'unreachable' });
    expect(mergeEvidence('w', [ended('interrupted'), one]).end).toEqual({ at: at + 9, reason: 'interrupted' });
    const { end: _, ...cut } = two;
    expect(mergeEvidence('w', [one, cut])).not.toHaveProperty('end');
  });
});

describe('merging refuses', () => {
  test('runs of different targets, or of one that was held or broken otherwise', () => {
    const elsewhere = { target: { kind: 'remote', url: 'https://other.test' } } as const;
    expect(problem(shard(1), shard(2, elsewhere))).toBe('targets-differ');
    expect(problem(shard(1), shard(2, { dialect: { timestampUnit: 'ms' } }))).toBe('targets-differ');
    expect(problem(shard(1), shard(2, { faults: ['amount-as-number'] }))).toBe('targets-differ');
  });

  test('no runs on the embedded sandbox, which has another port in each', () => {
    const on = (port: number) => ({ target: { kind: 'embedded', url: `http://127.0.0.1:${port}` } }) as const;
    expect(problem(shard(1, on(1)), shard(2, on(2)))).toBeUndefined();
  });

  test('a run that is named twice, an order that was driven twice, and shards of different numbers', () => {
    expect(problem(shard(1), shard(1))).toBe('run-twice');
    expect(problem(shard(1), shard(2, {}, 'co_of_1'))).toBe('order-twice');
    expect(problem(shard(1), shard(2, { settings: { shards: { of: 3, have: [2] } } }))).toBe('shards-differ');
  });
});
