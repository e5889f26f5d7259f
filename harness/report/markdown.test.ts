import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { block, code, prose } from './markdown-text.ts';
import { evidence, summary, summaryOf } from './testing/fixture.ts';
import { HOSTILE } from './testing/hostile.ts';

const report = renderMarkdown(evidence, summary);

test('the verdict comes first, then its message, then the counts', () => {
  expect(report).toMatch(/^# ✗ nonconformant\n\n\*\*The service breaks/);
  expect(report).toContain('- scenarios: 1 passed, 4 failed, 1 skipped');
});

test('a finding says what was expected, why it is thought so, where it is written, and how to see it again', () => {
  for (const part of [
    '### 1. disbursement.completed came for an order that failed',
    '- **expected:** `none`',
    '- **received:** `one`',
    '- **requirement:** `collection.credit-signal` (What the service does): The customer is credited only',
    '- **likely cause:** the credit signal',
    '- **next:** look at the transitions',
    '- **seen:** 3 times, by check `completed`',
    '- **contract:** openapi/service.yaml, line 412',
    '--header \'X-API-Key: \'"$API_KEY"',
  ])
    expect(report).toContain(part);
});

test('what is not shown and what was only learned is said', () => {
  expect(report).toContain('- Set ORDER_COMMAND to show:');
  expect(report).toContain('## The dialect, as learned in this run');
  expect(report).toMatch(/\| event id \| `\/id` \| learned: 98 % of 41 samples \|/);
});

test('what was touched, and which check judges what, is told', () => {
  expect(report).toMatch(/## Coverage\n\nThis run called \d of 3 operations/);
  expect(report).toContain('| `event-id` | Every event');
});

test('hostile text is neither markup nor a mention, and adds no column to a table', () => {
  const outside = report.replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
  expect(outside).not.toMatch(/(?<!\\)</);
  expect(outside).not.toMatch(/@everyone|(?<!\\)\[link/);
  expect(report).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  for (const row of report.match(/^\|.*$/gm) ?? []) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
});

test('spans and blocks hold any run of backticks', () => {
  expect(code('a `` b')).toBe('```a `` b```');
  expect(code('`')).toBe('`` ` ``');
  expect(block('```\nx')).toBe('````\n```\nx\n````');
  expect(prose('a_b _c_ *d*')).toBe('a_b \\_c\\_ \\*d\\*');
});

test('many findings stay within what a comment on a pull request holds', () => {
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
  expect(renderMarkdown(evidence, summaryOf(evidence, many)).length).toBeLessThan(65_536);
});
