import { expect, test } from 'vitest';
import { asText, diffOf } from './diff.ts';
import { HOSTILE } from './testing/fixture.ts';

const linesOf = (finding: Parameters<typeof diffOf>[0]) => diffOf(finding).map(asText);

test('The diff of a finding has a line for each side of each place that differs', () => {
  const differences = [
    { at: '/data/account_number', expected: '"0123"', received: '"0124"' },
    { at: '/data/bank_name', expected: 'a string' },
  ];
  expect(linesOf({ expected: 'the account', received: 'another', differences })).toEqual([
    '- expected /data/account_number: "0123"',
    '+ received /data/account_number: "0124"',
    '- expected /data/bank_name: a string',
    '+ received /data/bank_name: nothing',
  ]);
});

test('The diff of a finding follows its context', () => {
  const context = [
    { name: 'case', value: 't is now' },
    { name: 'body', value: '{}\n' },
  ];
  expect(linesOf({ context, expected: 'accepted', received: 'refused' })).toEqual([
    '  case: t is now',
    '  body: {}⟦U+000A⟧',
    '- expected: accepted',
    '+ received: refused',
  ]);
});

test('The diff of a finding compares the fields of two JSON texts, and leaves other values as they are', () => {
  expect(linesOf({ expected: '{"a":1,"b":2}', received: '{"a":1,"b":3}' })).toEqual([
    '- expected /b: 2',
    '+ received /b: 3',
  ]);
  expect(linesOf({ expected: '[an array]', received: '[]' })).toEqual(['- expected: [an array]', '+ received: []']);
});

test('The diff of a finding says how many places it omits', () => {
  const differences = Array.from({ length: 11 }, (_, nth) => ({ at: `/${nth}`, received: '1' }));
  const lines = linesOf({ expected: '', received: '', differences });
  expect(lines).toHaveLength(17);
  expect(lines.at(-1)).toBe('  … and 3 more places');
});

test('The diff of a finding cuts long values around their difference', () => {
  const same = 'x'.repeat(900);
  const [expected = '', received = ''] = linesOf({ expected: `${same}1`, received: `${same}2` });
  expect(expected).toMatch(/^- expected: …x+1$/);
  expect(received).toMatch(/^\+ received: …x+2$/);
  expect(received.length).toBeLessThan(430);
});

test('The diff of a finding keeps each value on one visible line', () => {
  const lines = linesOf({ expected: `a\n${HOSTILE}`, received: '', differences: [{ at: `/${HOSTILE}\n::error` }] });
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).not.toMatch(/\n|\p{Cc}/u);
});
