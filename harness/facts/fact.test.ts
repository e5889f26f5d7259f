import { expect, test } from 'vitest';
import { driftBetween } from './drift.ts';
import { type Fact, type FactsFile, fold } from './fact.ts';

const day = (date: number) => `2026-11-0${date}T02:00:00.000Z`;

function seenOn(date: number, more: Partial<Fact> = {}): FactsFile {
  const fact: Fact = {
    gap: 'simulate.status',
    condition: 'expire',
    status: 'answered',
    value: 202,
    count: 7,
    samples: 7,
    firstSeen: day(date),
    lastSeen: day(date),
    evidence: [`x${date}`],
    ...more,
  };
  return { target: 'embedded', facts: [fact] };
}

const missing: FactsFile = {
  target: 'embedded',
  facts: [{ gap: 'simulate.status', status: 'unanswered', count: 0, samples: 0, evidence: [], reason: 'no order' }],
};

const nights = (...runs: readonly FactsFile[]) =>
  runs.reduce<FactsFile | undefined>((kept, run) => fold(kept, run), undefined);

test('Folding runs keeps firstSeen until the value changes, and moves lastSeen', () => {
  expect(nights(seenOn(1), seenOn(2), seenOn(3))?.facts).toEqual([{ ...seenOn(3).facts[0], firstSeen: day(1) }]);
  expect(nights(seenOn(1), seenOn(2, { value: 200 }))?.facts).toEqual(seenOn(2, { value: 200 }).facts);
});

test('Folding runs keeps facts that a run did not exercise', () => {
  expect(nights(seenOn(1), missing)?.facts).toEqual(seenOn(1).facts);
});

test('Folding runs drops the unanswered entry of a gap once it is answered', () => {
  expect(nights(missing, seenOn(2))?.facts.map(({ status }) => status)).toEqual(['answered']);
});

test('Folding runs keeps the counts of the last run for comparison', () => {
  const kept = nights(seenOn(1), seenOn(2), seenOn(3)) as FactsFile;
  const gone: FactsFile = {
    target: 'embedded',
    facts: [{ ...seenOn(4).facts[0], count: 0, value: undefined } as Fact],
  };
  expect(driftBetween(kept, gone).changes).toMatchObject([{ kind: 'gone', breaking: true }]);
});
