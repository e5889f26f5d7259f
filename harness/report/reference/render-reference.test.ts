import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operationIds } from '../../contract/operations.ts';
import { ownFile } from '../../core/own-files.ts';
import { isSeen } from '../../facts/fact.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { parseFacts } from '../../facts/read-facts.ts';
import { HOSTILE } from '../testing/hostile.ts';
import { renderReference } from './render-reference.ts';

const name = 'reports/observed/embedded/facts.json';
const observed = parseFacts(readFileSync(ownFile(name), 'utf8'), name);
const page = renderReference(observed);

test('The reference shows every fact that was observed, and is under 1 MB', () => {
  const seen = observed.facts.filter(isSeen);
  const lines = page.match(/<li><code class="small">/g) ?? [];
  expect(lines.length).toBeGreaterThanOrEqual(seen.length);
  for (const { gap } of seen) expect(page).toContain(`<li><code class="small">${gap}</code>`);
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
});

test('It shows every operation with its fields and parameters, rendered rather than as Markdown', () => {
  expect(page.match(/<h2 id="paths-/g)).toHaveLength(operationIds().length);
  for (const field of ['account_number', 'quoted_rate', 'Idempotency-Key', 'Service-Signature', 'request-id'])
    expect(page).toContain(`<code>${field}</code>`);
  expect(page).not.toMatch(/\*\*|^- |`/m);
});

test('What a service answered is text', () => {
  const [first, ...others] = observed.facts;
  const hostile = renderReference({
    ...observed,
    facts: [{ ...(first ?? expect.unreachable()), value: HOSTILE }, ...others],
  });
  expect(hostile).not.toMatch(/<script|<img/);
});

test('It draws the lifecycle, where it was learned, and what a service calls a state is text', () => {
  const answered = { answer: 'accepted', count: 1, evidence: ['x1'] } as const;
  const lifecycle: Lifecycle = {
    states: ['new order', HOSTILE],
    transitions: [{ from: 'new order', event: 'fail', to: HOSTILE, webhooks: ['order.failed'], ...answered }],
    unexplored: [{ from: 'new order', event: 'expire' }],
  };
  const drawn = renderReference(observed, lifecycle);
  expect(drawn).toContain('>accepted, order.failed<');
  expect(drawn).toContain('Not tried: expire in new order.');
  expect(drawn).toContain('[*] --&gt; s0');
  expect(drawn).not.toMatch(/<script|<img/);
  expect(page).not.toContain('<svg');
});
