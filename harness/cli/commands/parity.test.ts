import { expect, test } from 'vitest';
import type { Fact, FactsFile } from '../../facts/fact.ts';
import { parityBetween } from '../../proof/twin/measure-parity.ts';
import { parityAsText } from './parity.ts';

const fact = (gap: string, value: unknown, more: Partial<Fact> = {}): Fact => ({
  ...{ gap, value, status: 'answered', count: 4, samples: 4, evidence: ['x1'] },
  ...more,
});
const file = (...facts: Fact[]): FactsFile => ({ target: 'embedded', facts });

test('Parity counts agreeing facts by gap and skips facts that the twin could not show', () => {
  const original = file(
    fact('simulate.status', 202, { condition: 'expire' }),
    fact('simulate.status', 202, { condition: 'fail' }),
    fact('limits.size', 413, { condition: '16 KiB' }),
  );
  const twin = file(
    fact('simulate.status', 202, { condition: 'expire' }),
    fact('simulate.status', 200, { condition: 'fail' }),
  );
  const found = parityBetween(original, twin);
  expect(found).toEqual({
    ...{ agree: 1, compared: 2, breaking: 1 },
    notCompared: [{ gap: 'limits.size', condition: '16 KiB', why: 'not exercised this time' }],
    gaps: [
      {
        ...{ gap: 'simulate.status', agree: 1, compared: 2 },
        differences: [{ condition: 'fail', kind: 'changed', what: '200 instead of 202', breaking: true }],
      },
    ],
  });
  const text = parityAsText({ ...found, breaches: [] }, { 'event.fields': [{ what: 'no longer "/x"' }] });
  expect(text).toContain('APART  1 of 2 facts agree; a consumer would feel 1 difference');
  expect(text).toContain('so not compared: limits.size (1)');
  expect(text).toContain('✗ simulate.status (fail): 200 instead of 202');
  expect(text).toContain('Not modelled, by the dialect file: event.fields (1)');
});

test('A difference that no consumer notices is listed but not breaking', () => {
  const found = parityBetween(file(fact('limits.rate', 'limited')), file(fact('limits.rate', 'not limited')));
  expect(found).toMatchObject({ agree: 0, compared: 1, breaking: 0 });
  expect(parityAsText({ ...found, breaches: [] })).toMatch(/^PARITY {2}0 of 1 fact agree/);
  const breaches = ['a webhook has no event id'];
  expect(parityAsText({ ...found, breaches })).toMatch(
    /^APART .*\n {2}✗ the twin breaks the contract, .*: a webhook has/,
  );
});
