import { expect, test } from 'vitest';
import { markup } from './markup.ts';
import { HOSTILE } from './testing/hostile.ts';

test('Text is escaped, markup is not, lists are joined, undefined and false are left out', () => {
  const items = ['<', '"'].map(text => markup`<i>${text}</i>`);
  expect(`${markup`<p title="${"'&"}">${items}${undefined}${false}${0}</p>`}`).toBe(
    '<p title="&#39;&amp;"><i>&lt;</i><i>&quot;</i>0</p>',
  );
});

test('Hostile text can neither end an element or an attribute nor stay invisible', () => {
  const { source } = markup`${HOSTILE}`;
  expect(source).not.toMatch(/[<>"']/);
  expect(source.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  expect(source).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
