import { expect, test } from 'vitest';
import { areLossy, CALM, calmer, drawDisturbances } from './disturbances.ts';

test('Disturbances that are calmer lack one that is not calm', () => {
  expect(calmer(CALM)).toEqual([]);
  expect(calmer({ ...CALM, cut: 4, slow: 1 })).toEqual([
    { ...CALM, cut: 4 },
    { ...CALM, slow: 1 },
  ]);
});

test.each([
  [{}, false],
  [{ delayMs: [20, 400] as const, slow: 4, aheadMs: 45_000 }, false],
  [{ refused: 1 }, true],
  [{ cut: 1 }, true],
  [{ outages: [{ at: 0, ms: 1 }] }, true],
  [{ jumps: [{ at: 0, ms: 1 }] }, true],
  [{ stalls: [{ at: 0, ms: 1 }] }, true],
  [{ restarts: [{ at: 0, ms: 1 }] }, true],
  [{ tunnelOutages: [{ at: 0, ms: 1 }] }, false],
])('Disturbances %j lose something: %s', (some, lossy) => {
  expect(areLossy({ ...CALM, ...some })).toBe(lossy);
});

test('Disturbances are drawn from choices of which the first is calm', () => {
  expect(drawDisturbances(([first]) => first as never)).toEqual(CALM);
});
