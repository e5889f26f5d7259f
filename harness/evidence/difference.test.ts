import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAround, differenceAt, differencesBetween } from './difference.ts';

test('Differences between two JSON values are named by JSON Pointer, one for each place', () => {
  const expected = { id: 'a', data: { 'a/b': [1, 2, 3], same: null }, gone: { deep: true } };
  const received = { id: 'b', data: { 'a/b': [1, 4], same: null }, more: 0 };
  expect(differencesBetween(expected, received)).toEqual([
    { at: '/id', expected: '"a"', received: '"b"' },
    { at: '/data/a~1b/1', expected: '2', received: '4' },
    { at: '/data/a~1b/2', expected: '3' },
    { at: '/gone', expected: '{"deep":true}' },
    { at: '/more', received: '0' },
  ]);
});

test('Values of different kinds differ in one place, and equal values in none', () => {
  expect(differencesBetween([1], { 0: 1 }, 'statuses')).toEqual([
    { at: 'statuses', expected: '[1]', received: '{"0":1}' },
  ]);
  expect(differencesBetween({ a: [{}] }, { a: [{}] })).toEqual([]);
  expect(differencesBetween('1', 1)).toEqual([{ at: '', expected: '"1"', received: '1' }]);
});

test('Differences between two JSON values keep whole numbers of any length', () => {
  expect(differenceAt('/id', 12345678901234567890n, null)).toEqual({
    at: '/id',
    expected: '12345678901234567890',
    received: 'null',
  });
});

test('Two long texts are cut around the difference, never before it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 12, max: 80 }),
      (start, one, other, length) => {
        fc.pre(one.charAt(0) !== other.charAt(0));
        const [a, b] = cutAround(start + one, start + other, length);
        expect(a).not.toBe(b);
        expect(Math.max(a.length, b.length)).toBeLessThanOrEqual(length + 3);
        expect([a.isWellFormed(), b.isWellFormed()]).toEqual([true, true]);
      },
    ),
  );
});

test('Two texts stay whole if they are short, and keep their start if they differ there', () => {
  expect(cutAround('short', undefined, 20)).toEqual(['short', undefined]);
  expect(cutAround('x'.repeat(50), 'a verdict', 10)).toEqual([`${'x'.repeat(10)}…`, 'a verdict']);
  expect(cutAround(`${'same '.repeat(20)}A`, `${'same '.repeat(20)}B`, 12)).toEqual(['… same same A', '… same same B']);
});
