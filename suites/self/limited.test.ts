import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand, openFront, type Passing, serveSandbox, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

test('A run waits for a rate limiter, does not judge its 429s, and learns only limits from them', async () => {
  const sandbox = await serveSandbox();
  const met = new Set<string>();
  const limiter = ({ target, body }: Passing) => {
    const call = `${target} ${body}`;
    if (!target.endsWith('/simulate') || met.has(call)) return undefined;
    met.add(call);
    return new Response('slow down', { status: 429, headers: { 'Retry-After': '0' } });
  };
  const front = await openFront(sandbox.url, limiter);
  const out = newFolder();
  const env = { ...sandbox.env, SANDBOX_URL: front.url };
  const { code } = await callCommand(['run', '--suite', 'gaps', '--out', out], env);
  await front.close();
  sandbox.process.child.kill('SIGTERM');
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  expect(met.size).toBeGreaterThan(2);
  expect(read('run.ndjson')).toContain('"status":429');
  expect(JSON.parse(read('summary.json'))).toMatchObject({ verdict: 'conformant', findings: [] });
  expect(code).toBe(0);
  const { facts } = JSON.parse(read('facts.json')) as { facts: { gap: string; condition?: string; value?: unknown }[] };
  // Moments and evidence have numbers of their own.
  const seen = facts.map(({ gap, condition, value }) => ({ gap, told: JSON.stringify([condition, value]) }));
  const [limits, others] = [
    seen.filter(about => about.gap === 'limits.rate'),
    seen.filter(about => about.gap !== 'limits.rate'),
  ];
  expect(limits.filter(({ told }) => told.includes('429'))).not.toEqual([]);
  expect(others.filter(({ told }) => told.includes('429'))).toEqual([]);
});
