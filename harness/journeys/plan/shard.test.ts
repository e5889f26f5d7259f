import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { shareOf } from './shard.ts';

const scenario = (id: string, most?: number, calibrates?: true): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  ...(most !== undefined && { orders: { least: 1, most } }),
  ...(calibrates && { calibrates }),
  drive: async () => undefined,
});

const ALL = [
  scenario('free-a'),
  scenario('free-b'),
  scenario('free-c'),
  scenario('calibrates', 1, true),
  scenario('small', 2),
  scenario('large', 40),
  scenario('middle', 20),
];

const shares = (of: number, from = ALL) =>
  Array.from({ length: of }, (_, nth) => shareOf(from, { index: nth + 1, of }).map(({ id }) => id));

describe('The shards of a run', () => {
  test('drive every scenario once between them, and each calibrates', () => {
    expect(shares(2)).toEqual([
      ['free-a', 'free-c', 'calibrates', 'large'],
      ['free-b', 'calibrates', 'small', 'middle'],
    ]);
  });

  test('are as many as requested: one is the whole run, and one without orders does not calibrate', () => {
    expect(shares(1)).toEqual([ALL.map(({ id }) => id)]);
    expect(shares(5)).toEqual([
      ['free-a', 'calibrates', 'large'],
      ['free-b', 'calibrates', 'middle'],
      ['free-c', 'calibrates', 'small'],
      [],
      [],
    ]);
  });

  test('calibrate once where nothing else drives orders', () => {
    expect(shares(2, ALL.slice(0, 4))).toEqual([['free-a', 'free-c', 'calibrates'], ['free-b']]);
  });
});
