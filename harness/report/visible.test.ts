import { expect, test } from 'vitest';
import { markup } from './markup.ts';
import { HOSTILE } from './testing/fixture.ts';
import { printable, visible, visibleLine } from './visible.ts';

test('Invisible and bidirectional characters are replaced by their code points', () => {
  expect(visible('a\u202Eb\u0000c\u200Bd\ud800e\u{e0041}')).toBe('a⟦U+202E⟧b⟦U+0000⟧c⟦U+200B⟧d⟦U+D800⟧e⟦U+E0041⟧');
});

test('Ordinary text of any script, line feeds and tabs are unchanged', () => {
  const text = 'Ọlá Müller 山田 😀\n\tעברית';
  expect(visible(text)).toBe(text);
  expect(visibleLine('a\nb\tc')).toBe('a⟦U+000A⟧b⟦U+0009⟧c');
});

test.each([
  ['::error::x', '⟦U+003A⟧:error::x'],
  ['a\n  ::set-output name=x::y\n', 'a\n  ⟦U+003A⟧:set-output name=x::y\n'],
  ['a\n\n\u3000::add-mask::y', 'a\n\n\u3000⟦U+003A⟧:add-mask::y'],
  ['a ##[error]b', 'a ⟦U+0023⟧#[error]b'],
  ['###vso[task.setvariable]', '#⟦U+0023⟧#vso[task.setvariable]'],
  ['a::b, # [c] ## [d]', 'a::b, # [c] ## [d]'],
  ['\u001b[31mred\r\u0085', '⟦U+001B⟧[31mred⟦U+000D⟧⟦U+0085⟧'],
])('The text %j is printed as %j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test('A markup template escapes text, joins lists and skips undefined and false', () => {
  const items = ['<', '"'].map(text => markup`<i>${text}</i>`);
  expect(`${markup`<p title="${"'&"}">${items}${undefined}${false}${0}</p>`}`).toBe(
    '<p title="&#39;&amp;"><i>&lt;</i><i>&quot;</i>0</p>',
  );
});

test('Hostile text in a markup template cannot end an element or an attribute or stay invisible', () => {
  const { source } = markup`${HOSTILE}`;
  expect(source).not.toMatch(/[<>"']/);
  expect(source.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  expect(source).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
