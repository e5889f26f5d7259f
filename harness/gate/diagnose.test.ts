import { expect, test } from 'vitest';
import { diagnose, type Sighting } from './diagnose.ts';
import { type Steps, verifyBy } from './mistakes/verifier.ts';
import { VERIFIER_MISTAKES } from './mistakes/verifier-mistakes.ts';
import type { Reply, Result } from './protocol.ts';
import { signatureCases } from './signature-cases.ts';
import { judgeVerify } from './verify/judge-verify.ts';

const CASES = signatureCases();
const ASKED = new Set(CASES.map(({ id }) => `verify/${id}`));

/** What a verifier of these steps does wrongly, and what it does where it is left a choice. */
function shownBy(steps: Partial<Steps>): {
  readonly breaches: readonly Sighting[];
  readonly hints: readonly Sighting[];
} {
  const sightings = CASES.flatMap(each => {
    const outcome = verifyBy(steps, each);
    const reply: Reply<Result<'verify'>> =
      outcome === 'broke'
        ? { kind: 'broke', failure: 'error', said: 'it threw' }
        : { kind: 'result', result: { accepted: outcome === 'accepted' } };
    return judgeVerify(each, reply).problems.map(problem => ({ case: `verify/${each.id}`, problem }));
  });
  return {
    breaches: sightings.filter(({ problem }) => problem.severity === 'breach'),
    hints: sightings.filter(({ problem }) => problem.severity === 'advice'),
  };
}

const namesOf = (steps: Partial<Steps>) => {
  const { breaches, hints } = shownBy(steps);
  return diagnose(breaches, hints, ASKED).map(({ mistake }) => mistake.name);
};

test('a verifier that follows the rules shows nothing', () => {
  expect(shownBy({})).toEqual({ breaches: [], hints: [] });
  expect(diagnose([], [], ASKED)).toEqual([]);
});

test.each(VERIFIER_MISTAKES.map(({ name, steps }) => [name, steps] as const))(
  '%s is named, alone, by what it does',
  (name, steps) => {
    const [first, ...more] = namesOf(steps);
    expect(more).toEqual([]);
    const alike = VERIFIER_MISTAKES.find(mistake => mistake.name === first);
    // Mistakes that no case tells apart are one.
    const shown = (of: Partial<Steps>) => shownBy(of).breaches.map(({ case: id, problem }) => `${id} ${problem.cause}`);
    if (first !== name) expect(shown(alike?.steps ?? {})).toEqual(shown(steps));
  },
);

test('two mistakes at once are both named', () => {
  const steps = (name: string) => VERIFIER_MISTAKES.find(mistake => mistake.name === name)?.steps;
  expect(namesOf({ ...steps('past-only'), ...steps('trims-body') }).toSorted()).toEqual(['past-only', 'trims-body']);
  expect(namesOf({ ...steps('strips-bom'), ...steps('first-v1-only') }).toSorted()).toEqual([
    'first-v1-only',
    'strips-bom',
  ]);
});
