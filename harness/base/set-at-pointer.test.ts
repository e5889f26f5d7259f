import { expect, it } from 'vitest';
import { type MutableJson, setAtPointer } from './set-at-pointer.ts';

function built(...values: [pointer: string, value: string | null][]): MutableJson {
  const root: MutableJson = {};
  for (const [pointer, value] of values) setAtPointer(root, pointer, value);
  return root;
}

it('setAtPointer creates missing objects, also in place of null, and keeps existing members', () => {
  expect(built(['/a', null], ['/a/b', '1'])).toEqual({ a: { b: '1' } });
  expect(built(['/a/b/c', '1'], ['/a/b/d', '2'], ['/a/e', '3'])).toEqual({ a: { b: { c: '1', d: '2' }, e: '3' } });
});

it('setAtPointer creates an array for the token 0', () => {
  expect(built(['/events/0/id', '1'], ['/events/0/type', '2'])).toEqual({ events: [{ id: '1', type: '2' }] });
});

it('setAtPointer decodes the escapes of a pointer', () => {
  expect(built(['/a~1b/~0c', '1'])).toEqual({ 'a/b': { '~c': '1' } });
});

it('setAtPointer sets a member named __proto__ as an own member', () => {
  expect(JSON.stringify(built(['/__proto__/x', '1']))).toBe('{"__proto__":{"x":"1"}}');
});

it('setAtPointer refuses a pointer through a scalar', () => {
  expect(() => built(['/a', '1'], ['/a/b', '2'])).toThrow('/a/b');
});
