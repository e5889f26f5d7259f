import { expect, test } from 'vitest';
import type { RecordLine } from '../evidence/evidence.ts';
import { watchedTerminal } from '../testing/watched-terminal.ts';
import { Progress } from './drive-run.ts';
import { openTerminal } from './open-terminal.ts';

function watched(interactive: boolean, orders: readonly string[] = ['co_1', 'co_2']) {
  const { host, screen, written, world } = watchedTerminal(interactive);
  const progress = new Progress(openTerminal(host, []), 24);
  const take = (line: object) => progress.take(line as RecordLine);
  const scenario = (id: string, more: object) =>
    take({ type: 'scenario', id, suite: 'collection', title: `Scenario ${id}`, from: 0, ...more });
  for (const [nth, order] of orders.entries()) take({ type: 'journey', id: `j${nth}`, scenario: 's', order, from: 0 });
  return { progress, take, scenario, screen, written, world };
}

test('On a terminal, one progress line is redrawn each second', () => {
  const { progress, scenario, screen, world } = watched(true);
  scenario('a', { outcome: 'done', to: 1 });
  world.advance(999);
  expect(screen.rows).toEqual(['']);
  world.advance(3_201);
  expect(screen.rows).toEqual(['1/24 scenarios · 2 in flight']);
  progress.stop();
  world.advance(10_000);
  expect(screen.rows).toEqual(['']);
});

test('Skipped scenarios are listed above the progress, each reason once', () => {
  const { progress, scenario, screen, world } = watched(true);
  world.advance(1_000);
  const skipped = { outcome: 'skipped', reason: 'no order', to: 1 };
  scenario('a', skipped);
  scenario('b', skipped);
  world.advance(1_000);
  const [told, line, ...more] = screen.rows;
  expect(told).toBe('  – Scenario a (skipped: no order)');
  expect(line).toMatch(/^2\/24 scenarios/);
  expect(more).toEqual([]);
  progress.stop();
  expect(screen.rows.at(-1)).toBe('');
});

const PLAN = { type: 'plan', id: 'plan', at: 0, slowestMs: 8_200 } as const;

test('A shortened plan is announced above the progress once, with its reason', () => {
  const { take, screen, world } = watched(true);
  world.advance(1_000);
  const scenarios = [
    { id: 's', planned: 1, driven: 1 },
    { id: 't', planned: 40, driven: 3 },
  ];
  take({ ...PLAN, scenarios, cut: 'webhooks-slow' });
  world.advance(1_000);
  expect(screen.rows).toEqual([
    '  ! The run drives 4 of 41 orders, because webhooks take up to 8.20 s; --orders 41 drives all.',
    '0/24 scenarios · 0/4 orders · 2 in flight',
  ]);
});

test('The progress counts driven orders of the plan, and then says that the run is finishing', () => {
  const { take, scenario, screen, world } = watched(true, []);
  take({ ...PLAN, scenarios: [{ id: 's', planned: 10, driven: 3 }] });
  const drive = (id: string, more: object = {}) => {
    const journey = { type: 'journey', id, scenario: 's', order: '', from: 0 };
    take(journey);
    take({ ...journey, ...more, to: 1 });
  };
  drive('j0');
  drive('j1', { hidden: 'the service answered 503' });
  drive('j2');
  world.advance(1_000);
  expect(screen.rows[0]).toBe('0/24 scenarios · 2/3 orders');
  for (let nth = 0; nth < 24; nth++) scenario(String(nth), { outcome: 'done', to: 1 });
  world.advance(1_000);
  expect(screen.rows[0]).toBe('24/24 scenarios · 2/3 orders · finishing');
});

test('Without a terminal, progress lines appear at intervals and without control codes', () => {
  const { take, scenario, written, world } = watched(false, []);
  take({ type: 'journey', id: 'j0', scenario: '0', order: '', from: 0, to: 1 });
  for (let nth = 0; nth < 24; nth++) scenario(String(nth), { outcome: 'done', to: 1 });
  world.advance(46_000);
  expect(written()).toBe(`  driven: Scenario 0\n${'  24/24 scenarios · finishing\n'.repeat(3)}`);
});
