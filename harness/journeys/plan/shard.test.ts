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
  scenario('meets', 1, true),
  scenario('small', 2),
  scenario('large', 40),
  scenario('middle', 20),
];

const shares = (of: number, from = ALL) =>
  Array.from({ length: of }, (_, nth) => shareOf(from, { index: nth + 1, of }).map(({ id }) => id));

describe('the shards of a run', () => {
  test('drive every scenario once between them, and each meets the target for itself', () => {
    expect(shares(2)).toEqual([
      ['free-a', 'free-c', 'meets', 'large'],
      ['free-b', 'meets', 'small', 'middle'],
    ]);
  });

  test('are as many as are asked for: one is the whole run, and what is left without orders meets nobody', () => {
    expect(shares(1)).toEqual([ALL.map(({ id }) => id)]);
    expect(shares(5)).toEqual([
      ['free-a', 'meets', 'large'],
      ['free-b', 'meets', 'middle'],
      ['free-c', 'meets', 'small'],
      [],
      [],
    ]);
  });

  test('meet the target once where nothing else drives orders', () => {
    expect(shares(2, ALL.slice(0, 4))).toEqual([['free-a', 'free-c', 'meets'], ['free-b']]);
  });
});
