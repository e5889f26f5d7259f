import { expect, test } from 'vitest';
import type { CaseSeen } from '../../core/evidence.ts';
import { combine } from '../mistakes/combine.ts';
import { KNOWN_MISTAKES, type WrongSteps } from '../mistakes/known-mistakes.ts';
import { diagnose } from './diagnose.ts';
import { nextCases } from './next-cases.ts';
import { webhookCases } from './webhook-cases.ts';

const CASES = [...webhookCases().values()];

const shownBy = (steps: WrongSteps): readonly CaseSeen[] =>
  CASES.map(each => {
    const [answer = ''] = each.answers(steps);
    return { id: each.id, method: each.method, passed: [], problems: each.problems(answer) };
  });
const isFailed = ({ problems }: CaseSeen) => problems.some(({ severity }) => severity === 'breach');
/** The mistakes that a case follows from. */
const causesOf = (id: string, cases: readonly CaseSeen[]) =>
  diagnose(cases)
    .filter(diagnosis => diagnosis.cases.includes(id))
    .map(({ name }) => name)
    .toSorted();

/** The cases that are asked when one is repeated. */
function repeat(first: CaseSeen, shown: readonly CaseSeen[]): readonly CaseSeen[] {
  const asked = [first];
  for (;;) {
    const ids = nextCases(asked, new Set(shown.filter(one => !asked.includes(one)).map(({ id }) => id)));
    if (ids.size === 0) return asked;
    asked.push(...shown.filter(({ id }) => ids.has(id)));
  }
}

/** Some of the failed cases: the first, the last and one between. */
const someFailed = (shown: readonly CaseSeen[]) => {
  const failed = shown.filter(isFailed);
  return new Set([failed[0], failed[failed.length >> 1], failed.at(-1)].filter(one => one !== undefined));
};

test.each(KNOWN_MISTAKES.map((mistake, place) => [mistake.name, mistake, place] as const))(
  'One case of %s has the diagnosis of all, after a few others',
  (_, mistake, place) => {
    const shown = shownBy(mistake);
    const some = [...someFailed(shown)];
    for (const first of some.slice(place % some.length, (place % some.length) + 1)) {
      const asked = repeat(first, shown);
      expect(causesOf(first.id, asked)).toEqual(causesOf(first.id, shown));
      expect(asked.length).toBeLessThan(80);
    }
  },
);

test('One case of an SDK with two mistakes has the diagnosis of all', () => {
  const [stale, first] = ['no-tolerance', 'first-v1-only'].map(name => KNOWN_MISTAKES.filter(one => one.name === name));
  const shown = shownBy(combine([...(first ?? []), ...(stale ?? [])]));
  const [one] = shown.filter(isFailed);
  if (one === undefined) throw new Error('nothing failed');
  expect(causesOf(one.id, repeat(one, shown))).toEqual(causesOf(one.id, shown));
});

test('A mistake is confirmed where the adapter lists one method alone', () => {
  const shown = KNOWN_MISTAKES.filter(({ name }) => name === 'breaks-always').flatMap(shownBy);
  const verify = shown.filter(({ method }) => method === 'verify');
  for (const one of someFailed(verify)) expect(repeat(one, verify).length).toBeGreaterThan(20);
});

test('A case that passed needs no other', () => {
  const shown = shownBy({ verifier: {}, receiver: {} });
  expect(shown.slice(0, 5).map(one => repeat(one, shown).length)).toEqual([1, 1, 1, 1, 1]);
});
