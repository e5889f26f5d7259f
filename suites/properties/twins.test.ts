import { expect, test } from 'vitest';
import { measureParity, Observed, proofCases, simulateRun, twinDialect } from '#harness';
import { SCENARIOS } from '../index.ts';

/** How many random dialects; TWINS=100 tries a hundred. */
const TWINS = Number(process.env.TWINS ?? 3);
const SEED = 7;
/** Enough that every scenario has some. */
const ORDERS = 60;

test('The twin of any dialect differs in nothing that a consumer would feel', { timeout: TWINS * 60_000 }, async () => {
  const felt: string[] = [];
  for (const [index, { name, dialect = {} }] of proofCases(SEED, TWINS)
    .filter(({ kind }) => kind === 'dialect')
    .entries()) {
    const request = { run: name, seed: index + 1, scenarios: SCENARIOS, suites: [], orders: ORDERS };
    const observed = new Observed(await simulateRun({ ...request, dialect }));
    const { gaps, compared } = await measureParity(observed, twinDialect(observed), SCENARIOS);
    expect(compared).toBeGreaterThan(300);
    for (const { gap, differences } of gaps) {
      for (const { condition = '', what, breaking } of differences)
        if (breaking) felt.push(`${name}: ${gap}, ${condition}: ${what}`);
    }
  }
  expect(felt).toEqual([]);
});
