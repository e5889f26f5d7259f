import { expect, test } from 'vitest';
import { code, fold, onPage, table, text } from './blocks.ts';
import { code as codeSpan, fenced, printMarkdown, prose } from './print-markdown.ts';
import { RunIndex } from './run-index.ts';
import { evidence, HOSTILE, index, summaryOf } from './testing/fixture.ts';
import { renderMarkdown } from './write-run-folder.ts';

const report = renderMarkdown(index);

test('The Markdown report starts with the verdict, its message and the counts', () => {
  expect(report).toMatch(/^# ✗ nonconformant\n\n\*\*The service breaks/);
  expect(report).toContain('- **Scenarios:** 1 passed, 4 failed, 1 skipped');
});

test('In Markdown, a finding has expected and received values, requirement, cause, next step, line and request', () => {
  for (const part of [
    '### F1. disbursement.completed came for an order that failed',
    '```diff\n- expected: none\n+ received: one\n```',
    '✗ breach: money is credited wrongly, seen 3 times by check `completed`',
    '  - `collection.credit-signal` What the service does · The customer is credited only',
    '- **Likely cause:** the credit signal',
    '- **Next:** look at the transitions',
    '- **Contract:** openapi/service.yaml, line 412',
    '--header \'X-API-Key: \'"$API_KEY"',
  ])
    expect(report).toContain(part);
});

test('The Markdown report lists the latency of webhooks', () => {
  expect(report).toMatch(/\| `collection.deposit_detected` 1 webhook \| 20 ms \|/);
});

test('The Markdown report says what was not shown, and where the dialect comes from', () => {
  expect(report).toContain('- Set ORDER_COMMAND to show:');
  expect(report).toContain('- **Dialect:** learned in this run');
});

test('Hostile text in Markdown is neither markup nor a mention, and adds no column to a table', () => {
  const outside = report
    .replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '')
    .replace(/^<details><summary>[^<]*<\/summary>$|^<\/details>$/gm, '')
    .replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
  expect(outside).not.toMatch(/(?<!\\)</);
  expect(outside).not.toMatch(/@everyone|(?<!\\)\[link/);
  expect(report).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  for (const table of report.match(/(?<=\n\n)(\|.*\n)+/g) ?? []) {
    const bars = table
      .trim()
      .split('\n')
      .map(row => row.match(/(?<!\\)\|/g)?.length);
    expect(new Set(bars).size, table).toBe(1);
  }
});

test('Markdown code spans and blocks hold any run of backticks', () => {
  expect(codeSpan('a `` b')).toBe('```a `` b```');
  expect(codeSpan('`')).toBe('`` ` ``');
  expect(fenced('```\nx')).toBe('````\n```\nx\n````');
  expect(prose('a_b _c_ *d*')).toBe('a_b \\_c\\_ \\*d\\*');
});

test('Markdown prints an open fold as a heading, escapes bars in cells and omits page-only columns', () => {
  const cells = table(['Id', 'Words', 'Drawn'], [[code('a\\\\|b'), 'c|d', onPage('e')]]);
  expect(printMarkdown([fold('One <b>', [cells], { count: 2 }), fold('Two', [text('words')], { open: true })])).toEqual(
    [
      '<details><summary>One &lt;b&gt; (2)</summary>',
      '| Id | Words |\n| --- | --- |\n| `a\\\\\\|b` | c\\|d |',
      '</details>',
      '### Two',
      'words',
    ],
  );
});

test('A Markdown report with many findings fits into a comment on a pull request', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    id: `f-${index}`,
    check: 'json-body',
    severity: 'breach' as const,
    requirement: 'wire.json',
    count: 20,
    message: `finding ${index}`,
    expected: HOSTILE,
    received: HOSTILE.repeat(10),
    evidence: Array.from({ length: 20 }, (_, id) => `x${id}`),
  }));
  expect(renderMarkdown(new RunIndex(evidence, summaryOf(evidence, many))).length).toBeLessThan(65_536);
});
