import { describe, expect, test } from 'vitest';
import type { CaseSeen, RecordLine } from '../core/evidence.ts';
import { realWorld } from '../core/real-world.ts';
import { Semaphore } from '../journeys/semaphore.ts';
import { diagnoseBackend } from './diagnose-backend.ts';
import { driveEndpoint, type EndpointOptions } from './drive-endpoint.ts';
import { KNOWN_BUGS } from './known-bugs.ts';
import { Shown } from './shown.ts';
import { type Parts, SECRET, TestBackend } from './testing/backend.ts';
import { SEEDS, withSeed } from './testing/seeds.ts';
import { SOUND_BACKENDS } from './testing/sound-backends.ts';
import { WRONG_BACKENDS } from './testing/wrong-backends.ts';

/** The gates of several seeds wait for each other. */
const EACH = { timeout: 60_000 * SEEDS.length };
/** Gates mostly wait: more of them run at the same moment than vitest runs tests. */
const room = new Semaphore(14);

/** Gates a backend of this process. */
async function gate(parts: Parts, { seed = 7, ...options }: Partial<EndpointOptions> = {}) {
  const backend = await new TestBackend(parts).start();
  const lines: RecordLine[] = [];
  const keep = (line: RecordLine) => void lines.push(line);
  try {
    await driveEndpoint({
      world: realWorld({ seed }),
      ...{ url: backend.url, secrets: [SECRET], seed, settleMs: 60, signal: new AbortController().signal },
      backend: { credits: async () => [...backend.stored.credits], restart: () => backend.restart() },
      recorder: { write: keep, exchange() {}, end: end => keep({ type: 'end', ...end }) },
      ...options,
    });
  } finally {
    await backend.close();
  }
  const cases: CaseSeen[] = lines.filter(line => line.type === 'case');
  const shown = new Shown(cases);
  const diagnoses = diagnoseBackend(shown);
  const bugOf = new Map(diagnoses.flatMap(({ bug, sightings }) => sightings.map(one => [one, bug.name] as const)));
  const found = shown.sightings.map(one => [bugOf.get(one), one.case, one.trouble] as const);
  return { lines, cases, bugs: diagnoses.map(({ bug }) => bug.name), found };
}

/** Starts the gates of a table at once, as many as there is room for. */
const started = <Row extends readonly [...string[], Parts]>(
  rows: readonly Row[],
  seeds: readonly number[] = SEEDS.slice(0, 1),
) =>
  seeds.flatMap(seed =>
    rows.map(row => {
      const gated = room.pass(() => withSeed(seed, () => gate(row.at(-1) as Parts, { seed })));
      // The test of the row reports what went wrong.
      gated.catch(() => {});
      return { how: row.slice(0, -1).join(': '), bug: row[0], seed, gated };
    }),
  );

const breachesOf = (cases: readonly CaseSeen[]) =>
  cases.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'breach'));

describe('The gate of a webhook endpoint', () => {
  test.each(started([['', {}]], SEEDS))('passes a right backend in every case: seed $seed', EACH, async ({ gated }) => {
    const { lines, cases } = await gated;
    expect(cases.flatMap(({ problems }) => problems)).toEqual([]);
    expect(lines.filter(line => line.type === 'scenario' && line.outcome !== 'done')).toEqual([]);
    expect(cases.length).toBeGreaterThan(60);
  });

  test('judges a backend without --credits by what it acknowledges alone', async () => {
    const [right, wrong] = await Promise.all([
      gate({}, { backend: {} }),
      gate({ verify: () => true }, { backend: {} }),
    ]);
    expect(breachesOf(right.cases)).toEqual([]);
    expect(right.cases.map(({ id }) => id)).not.toContain('credit.once');
    expect(wrong.bugs).toEqual(['verifies-nothing']);
  });

  test('does not judge tolerance where the clocks differ by two minutes', async () => {
    const { cases } = await gate({ aheadMs: 120_000 });
    expect(breachesOf(cases)).toEqual([]);
    const timed = cases.filter(({ id }) => /^signature\.(tolerance|old|new)/.test(id));
    expect(timed).toEqual([]);
  });

  test('repeats one case by its id, with the same diagnosis', async () => {
    const { bugs, lines, cases } = await gate(
      { process: ({ order }, _, { stored }) => stored.credits.push(order) > 0 },
      { caseId: 'credit.duplicate/same-bytes' },
    );
    expect(bugs).toEqual(['no-deduplication']);
    expect(lines.filter(({ type }) => type === 'case')).toHaveLength(1);
    // The credits are read after each step, so that the second delivery is known to be the one that shows it.
    const [{ history = [] } = {}] = cases;
    expect(history.map(step => (step.type === 'credits' ? step.count : 'wrong' in step))).toEqual([false, 1, true, 2]);
    const noRestart = { caseId: 'credit.crash', backend: { credits: async () => [] } };
    await expect(gate({}, noRestart)).rejects.toThrow('the case credit.crash needs --restart');
    await expect(gate({}, { caseId: 'credit.once', backend: {} })).rejects.toThrow('needs --credits');
    await expect(gate({}, { caseId: 'credit.twice' })).rejects.toMatchObject({ code: 'case-unknown', kind: 'usage' });
  });

  test('is not taken for unreachable where there is no order to send a webhook about', async () => {
    const { lines } = await gate({}, { backend: { orders: async () => [] } });
    expect(lines.at(-1)).toMatchObject({ type: 'end', reason: 'done' });
    const scenarios = lines.filter(line => line.type === 'scenario');
    expect(new Set(scenarios.map(({ reason }) => reason))).toEqual(
      new Set(['no order was left for it: --orders printed too few']),
    );
  });

  test('shrinks a drawn history that no known bug explains', async () => {
    // Credits again where an order is named in two events of different types, one after the other.
    const odd: Parts = {
      credits: () => true,
      process: ({ id, type, order }, _, { stored, memory }) => {
        const twice = memory.seen.has(`other:${order}`) && type === 'disbursement.completed' && memory.seen.has(id);
        if (type !== 'disbursement.completed' && memory.seen.has(`credited:${order}`))
          memory.seen.add(`other:${order}`);
        if (type !== 'disbursement.completed') return true;
        memory.seen.add(id).add(`credited:${order}`);
        if (!stored.seen.has(id) || twice) stored.credits.push(order);
        stored.seen.add(id);
        return true;
      },
    };
    const { found } = await gate(odd, { seed: 11 });
    const histories = found.map(([, id]) => id).filter(id => id.startsWith('credit.isolation/'));
    expect(histories).toHaveLength(1);
    expect(histories[0]?.split('+').length).toBeLessThanOrEqual(4);
  });
});

describe('Backends that are right in unusual ways', () => {
  test.each(started(SOUND_BACKENDS, SEEDS))('pass: $how, seed $seed', EACH, async ({ gated }) => {
    expect(breachesOf((await gated).cases)).toEqual([]);
  });
});

describe('The known bugs', () => {
  test('are all tried', () => {
    const tried = new Set(WRONG_BACKENDS.map(([bug]) => bug));
    expect(KNOWN_BUGS.filter(({ name }) => !tried.has(name))).toEqual([]);
  });

  test.each(started(WRONG_BACKENDS))('are found: $how', async ({ bug, gated }) => {
    const { bugs, found } = await gated;
    expect(found.filter(([name]) => name !== bug)).toEqual([]);
    expect(bugs).toEqual([bug]);
  });
});
