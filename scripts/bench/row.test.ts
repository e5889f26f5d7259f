import { expect, test } from 'vitest';
import { median, type Row, tableOf } from './row.ts';

const row: Row = {
  ...{ benchmark: 'Digest', unit: 'per second', against: 'bare', ours: [2_000, 3_000, 1_000] },
  ...{ theirs: [1_000, 1_000, 1_000], goal: { least: 1.5 } },
};

test('The median is the figure in the middle, or between the two in the middle', () => {
  expect([[3, 1, 2], [4, 1, 2, 3], [7]].map(median)).toEqual([2, 2.5, 7]);
});

test('A row states the median ratio, its spread, its goal and the figures', () => {
  const [, , first, second] = tableOf([row, { ...row, goal: { most: 1.5 } }]).split('\n');
  expect(first).toBe('| Digest | bare | **2.00** (1.00 to 3.00) | ≥ 1.5 met | 2,000 to 1,000 | per second |');
  expect(second).toContain('| ≤ 1.5 **missed** |');
});
