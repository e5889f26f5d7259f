import { expect, test } from 'vitest';
import { KNOWN_BUGS } from './known-bugs.ts';
import { gate } from './testing/gate.ts';
import { WRONG_BACKENDS } from './testing/wrong-backends.ts';

/** What neither number nor chance shows needs no more. A bug that does says so in its row. */
const BRIEF = { otherEvents: 10, kills: 1, histories: 3 };

test('Every known bug is tried', () => {
  const tried = new Set(WRONG_BACKENDS.map(([bug]) => bug));
  expect(KNOWN_BUGS.filter(({ name }) => !tried.has(name))).toEqual([]);
});

const ROWS = WRONG_BACKENDS.map(([bug, how, parts, options]) => ({ bug, how, parts, options }));

test.each(ROWS)('A known bug is found, and nothing else: $bug: $how', async ({ bug, parts, options }) => {
  const { bugs, found } = await gate(parts, { seed: 1, effort: BRIEF, ...options });
  expect(found.filter(([name]) => name !== bug)).toEqual([]);
  expect(bugs).toEqual([bug]);
});
