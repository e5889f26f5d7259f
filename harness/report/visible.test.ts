import { expect, test } from 'vitest';
import { visible, visibleLine } from './visible.ts';

test('Invisible and bidirectional characters are written out', () => {
  expect(visible('a\u202Eb\u0000c\u200Bd\ud800e\u{e0041}')).toBe('a⟦U+202E⟧b⟦U+0000⟧c⟦U+200B⟧d⟦U+D800⟧e⟦U+E0041⟧');
});

test('Ordinary text of any script, line feeds and tabs stay', () => {
  const text = 'Ọlá Müller 山田 😀\n\tעברית';
  expect(visible(text)).toBe(text);
  expect(visibleLine('a\nb\tc')).toBe('a⟦U+000A⟧b⟦U+0009⟧c');
});
