import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callHarness, openRoughRoad, type RoughRoad, serveSandbox } from '#harness';

/** A run against a sandbox over a road on which things go wrong. */
async function runOver(options: Parameters<typeof openRoughRoad>[1]) {
  const sandbox = await serveSandbox();
  onTestFinished(() => void sandbox.process.child.kill('SIGKILL'));
  const road: RoughRoad = await openRoughRoad(sandbox.url, options);
  onTestFinished(() => road.close());
  const out = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
  const args = ['run', '--suite', 'contract', '--suite', 'collection', '--out', out];
  const { code, stderr } = await callHarness(args, {
    ...sandbox.env,
    SANDBOX_URL: road.url,
    MAX_IN_FLIGHT: '40',
    DELIVERY_TIMEOUT_MS: '4000',
    REDELIVERY_TIMEOUT_MS: '6000',
  }).ended;
  return { code, stderr, road, out, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) };
}

describe('a run over the open network', () => {
  test('keeps to a limit on its rate, comes to its verdict, and says beforehand how many orders it takes', async () => {
    const { code, road, summary, stderr } = await runOver({
      mishap: ({ index }) => (index % 4 === 1 ? 'limited' : undefined),
    });
    expect(road.count('limited')).toBeGreaterThan(20);
    expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(stderr).toMatch(/drives up to \d+ collection orders.*ORDER_COMMAND makes them/);
    expect(code).toBe(0);
  });

  test('sends no POST again whose answer was lost, and finds no breach in either outcome', async () => {
    const { summary, road, out } = await runOver({
      mishap: ({ method, index }) =>
        method === 'POST' && index % 16 === 9 ? (index % 32 === 9 ? 'answer-lost' : 'call-lost') : undefined,
      skewMs: 90_000,
    });
    expect(road.count('answer-lost')).toBeGreaterThan(0);
    expect(road.count('call-lost')).toBeGreaterThan(0);
    expect(summary.findings).toEqual([]);
    expect(summary.verdict).not.toBe('nonconformant');
    // The same road moved the Date of every answer, which is measured and told.
    expect(Math.round(summary.clock.aheadMs / 10_000)).toBe(9);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('The clocks differ');
    const lines = readFileSync(join(out, 'run.ndjson'), 'utf8').trim().split('\n');
    const posts = lines
      .map(line => JSON.parse(line))
      .filter(({ type, request }) => type === 'exchange' && request.method === 'POST');
    expect(posts.filter(({ attempt }) => attempt > 0)).toEqual([]);
  });
});
