import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { keepBody, MOST_KEPT } from './keep-body.ts';

test('A body up to the limit is kept as it is', () => {
  for (const text of ['', '{"a": 1}', `"${'x'.repeat(MOST_KEPT - 2)}"`, 'x'.repeat(MOST_KEPT)])
    expect(keepBody(text)).toEqual({ text, cut: 0 });
});

test('A longer text that is not JSON keeps its beginning', () => {
  const text = 'abc'.repeat(MOST_KEPT);
  expect(keepBody(text)).toEqual({ text: text.slice(0, MOST_KEPT), cut: 2 * MOST_KEPT });
});

const LONG = 'x'.repeat(2 * MOST_KEPT);

test.each<[string, Json]>([
  ['a long string', LONG],
  ['many strings', Array(1_000).fill('x'.repeat(1_000))],
  ['many numbers', Array(300_000).fill(1)],
  ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [`k${nth}`, nth]))],
  ['a long name', { [LONG]: 1 }],
  ['objects below each other', nested(2_000)],
  ['members of special names', { __proto__: 1, constructor: LONG, toString: [LONG] } as Json],
])('Longer JSON stays JSON and keeps the values near its root: beside %s', (_, filler) => {
  const data = '{"order":{"id":"co_1","at":1234567890123456789}}';
  const text = `{"filler":${JSON.stringify(filler)},"data":${data},"amount":"100.00"}`;
  const kept = keepBody(text.padEnd(MOST_KEPT + 1));
  expect(kept.text.length).toBeLessThanOrEqual(MOST_KEPT);
  expect(kept.cut).toBe(Math.max(text.length, MOST_KEPT + 1) - kept.text.length);
  expect(kept.text).toContain('"order":{"id":"co_1","at":1234567890123456789}');
  expect(JSON.parse(kept.text)).toMatchObject({ amount: '100.00' });
});

test('JSON of a hundred thousand levels keeps the values near its root', () => {
  const text = `{"filler":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":"co_1"}`;
  expect(JSON.parse(keepBody(text).text)).toMatchObject({ id: 'co_1' });
});

function nested(depth: number): Json {
  let value: Json = LONG;
  for (let level = 0; level < depth; level++) value = { a: value, b: 'x'.repeat(500) };
  return value;
}
