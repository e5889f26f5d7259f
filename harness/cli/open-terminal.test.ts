import { expect, test } from 'vitest';
import { HOSTILE } from '../report/testing/hostile.ts';
import { watchedTerminal } from '../testing/watched-terminal.ts';
import { openTerminal, printableJson } from './open-terminal.ts';

test('Printed JSON keeps its value, and nothing in it controls a terminal or a workflow', () => {
  const value = { [HOSTILE]: [HOSTILE, '##[error]x', '\u2028::error::', '\u{e0041}\u0085\u009b31m', 1, null] };
  const text = printableJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[|^\s*::/mu);
});

test('Text in an annotation cannot forge another workflow command', () => {
  const { host, written } = watchedTerminal(undefined);
  const message = 'a\n::error::forged\r\n##[add-mask]x\u001b]0;title\u0007%0A::set-output';
  openTerminal(host, []).annotate('out', { level: 'error', title: 'a:b,c\n::stop', message });
  const lines = written().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^::error title=a%3Ab%2Cc%0A[^:]*%3Astop::a%0A/);
  expect(lines[0]).not.toMatch(/##\[|\p{Cc}|%0A::error/u);
});
