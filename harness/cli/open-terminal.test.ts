import { expect, test } from 'vitest';
import { HOSTILE } from '../report/testing/hostile.ts';
import { printable } from '../report/visible.ts';
import { printableJson } from './open-terminal.ts';

test.each([
  ['::error::x', '⟦U+003A⟧:error::x'],
  ['a\n  ::set-output name=x::y\n', 'a\n  ⟦U+003A⟧:set-output name=x::y\n'],
  ['a\n\n\u3000::add-mask::y', 'a\n\n\u3000⟦U+003A⟧:add-mask::y'],
  ['a ##[error]b', 'a ⟦U+0023⟧#[error]b'],
  ['###vso[task.setvariable]', '#⟦U+0023⟧#vso[task.setvariable]'],
  ['a::b, # [c] ## [d]', 'a::b, # [c] ## [d]'],
  ['\u001b[31mred\r\u0085', '⟦U+001B⟧[31mred⟦U+000D⟧⟦U+0085⟧'],
])('%j is printed as %j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test('JSON keeps its value, whatever it holds, and nothing in it acts on a terminal or a workflow', () => {
  const value = { [HOSTILE]: [HOSTILE, '##[error]x', '\u2028::error::', '\u{e0041}\u0085\u009b31m', 1, null] };
  const text = printableJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[|^\s*::/mu);
});
