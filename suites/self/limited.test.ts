import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { besideSandbox, callCommand, openFront, type Passing, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

test('A run waits for a rate limiter, does not judge its 429s, and learns only limits from them', async () => {
  const met = new Set<string>();
  const limiter = ({ target, body }: Passing) => {
    const call = `${target} ${body}`;
    if (!target.endsWith('/simulate') || met.has(call)) return undefined;
    met.add(call);
    return new Response('slow down', { status: 429, headers: { 'Retry-After': '0' } });
  };
  const out = newFolder();
  const { code } = await besideSandbox({}, async ({ world, url, env, newOrders }) => {
    const front = await openFront(url, limiter, world);
    const settings = { ...env, SANDBOX_URL: front.url, ORDER_IDS: (await newOrders(200)).join() };
    return callCommand(['run', '--suite', 'gaps', '--out', out], settings, out, world);
  });
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  expect(met.size).toBeGreaterThan(2);
  expect(read('run.ndjson')).toContain('"status":429');
  expect(JSON.parse(read('summary.json'))).toMatchObject({ verdict: 'conformant', findings: [] });
  expect(code).toBe(0);
  const { facts } = JSON.parse(read('facts.json')) as { facts: { gap: string; condition?: string; value?: unknown }[] };
  // Times and evidence have other numbers.
  const seen = facts.map(({ gap, condition, value }) => ({ gap, told: JSON.stringify([condition, value]) }));
  const [limits, others] = [
    seen.filter(about => about.gap === 'limits.rate'),
    seen.filter(about => about.gap !== 'limits.rate'),
  ];
  expect(limits.filter(({ told }) => told.includes('429'))).not.toEqual([]);
  expect(others.filter(({ told }) => told.includes('429'))).toEqual([]);
});
