import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

test('A run waits for a rate limiter, does not judge its 429s, and learns only limits from them', async () => {
  const calls = new Map<string, number>();
  // Limits each call about an order once.
  const mishap = ({ path }: { readonly path: string }) => {
    const before = calls.get(path) ?? 0;
    calls.set(path, before + 1);
    return path.endsWith('/simulate') && before % 2 === 0 ? ('limited' as const) : undefined;
  };
  const { code, out, proxy } = await runSimulated({
    ...{ args: ['--suite', 'gaps'], folder: newFolder(), orders: 200, road: () => ({ mishap }) },
  });
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  expect(proxy.count('limited')).toBeGreaterThan(2);
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
