import { expect, test } from 'vitest';
import { FULL_EFFORT } from './bench.ts';
import { KNOWN_BUGS } from './bugs/known-bugs.ts';
import { gate } from './testing/gate.ts';

/** What neither number nor chance shows needs no more. */
const BRIEF = { otherEvents: 10, kills: 1, histories: 3 };
const NEED_MORE = ['forgets-after-many', 'credits-before-it-remembers', 'acknowledges-a-copy'];

/** One way of each bug is enough but for a change of the table: `ENDPOINT_WAYS=all` tries every way, for minutes. */
const isEvery = process.env.ENDPOINT_WAYS === 'all';

const ROWS = KNOWN_BUGS.map(({ name, parts }, nth) => ({
  name,
  parts,
  way: KNOWN_BUGS.slice(0, nth).filter(other => other.name === name).length + 1,
})).filter(({ way }) => isEvery || way === 1);

test.each(ROWS)('A known bug is found, and nothing else: $name, way $way', async ({ name, parts }) => {
  const { bugs, found } = await gate(parts, { seed: 1, effort: NEED_MORE.includes(name) ? FULL_EFFORT : BRIEF });
  expect(found.filter(([bug]) => bug !== name)).toEqual([]);
  expect(bugs).toEqual([name]);
});
