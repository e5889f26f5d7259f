import { expect, test } from 'vitest';
import type { Condition } from '../evidence/condition.ts';
import { View } from '../evidence/view.ts';
import { aRun } from '../testing/evidence.ts';
import { facts } from './facts.ts';
import { learn } from './learn.ts';
import { observedDialect } from './observed-dialect.ts';

test('The answer of a limiter to a probe is ignored, and the answer to its repetition counts', () => {
  const run = aRun();
  for (const condition of ['unknown-order', 'without-key'] satisfies readonly Condition[]) {
    run.exchange('simulateCollectionOrder', { condition, status: 429 });
    run.exchange('simulateCollectionOrder', { condition, status: 401 });
  }
  run.exchange('simulateCollectionOrder', { condition: 'illegal-step', status: 429 });
  const learned = learn(run.evidence);
  const dialect = observedDialect(
    new View(run.evidence, learned.interpretations[0]),
    learned,
    facts(run.evidence, learned),
  );
  expect(dialect.statuses).toEqual({ unknownOrder: 401 });
  expect(dialect.simulateNeedsKey).toBe(true);
});
