import { expect, test } from 'vitest';
import { historyOf, renderHistory } from './history.ts';
import { summary } from './testing/fixture.ts';

const fact = {
  gap: 'event.names',
  condition: 'after fail',
  status: 'answered',
  count: 1,
  samples: 1,
  evidence: [],
} as const;

/** A night of the fixture's run, with what one fact said. */
function night(day: number, value: string) {
  const startedAt = `2026-10-${String(day).padStart(2, '0')}T02:00:00.000Z`;
  const facts = [{ ...fact, value: [value], firstSeen: startedAt, lastSeen: startedAt }];
  const run = { ...summary, run: `run-${day}`, startedAt };
  return { summary: run, facts: { target: summary.target.url, facts }, report: `nights/${day}/report.html` };
}

test('A history shows the last thirty runs in order, each with the facts that changed since the one before', () => {
  const nights = Array.from({ length: 31 }, (_, nth) => night(31 - nth, nth === 10 ? 'b' : 'a'));
  const runs = historyOf(nights);
  expect(runs.map(({ run }) => run)).toEqual(Array.from({ length: 30 }, (_, nth) => `run-${nth + 2}`));
  expect(runs.filter(({ changed }) => changed !== 0).map(({ run }) => run)).toEqual(['run-21', 'run-22']);
  expect(runs[0]).toMatchObject({ verdict: 'nonconformant', breaches: 2, advice: 1, verified: 1 });
});

test('The page links each run to its report, and holds no script', () => {
  const page = renderHistory(historyOf([night(1, 'a'), night(2, '<script>')]));
  expect(page).toContain('<a href="nights/2/report.html">');
  expect(page).not.toContain('<script');
  expect(page).toContain('2026-10-02 run-2: nonconformant');
  expect(page).toMatch(/<text class="below"[^>]*>10-02<\/text><text class="below"[^>]*>un-2<\/text>/);
});
