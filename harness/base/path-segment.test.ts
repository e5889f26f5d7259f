import { expect, test } from 'vitest';
import { HarnessError } from './errors.ts';
import { pathSegment } from './path-segment.ts';

test.each([
  ['co_1', 'co_1'],
  ['a/b?c#d', 'a%2Fb%3Fc%23d'],
  ['...', '...'],
  ['%2e%2e', '%252e%252e'],
  ['Ọlá 🙂', '%E1%BB%8Cl%C3%A1%20%F0%9F%99%82'],
])('A path segment %j is written as %j', (id, segment) => {
  expect(pathSegment(id)).toBe(segment);
});

test.each(['', '.', '..', '\ud800', 'a\udfffb'])(
  'A path segment %j is refused, as nothing that a URL can carry',
  id => {
    expect(() => pathSegment(id)).toThrow(HarnessError);
    expect(() => pathSegment(id)).toThrow(expect.objectContaining({ code: 'id-unsendable', kind: 'usage' }));
  },
);
