import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseSeen } from '../../core/evidence.ts';
import { combine } from '../mistakes/combine.ts';
import { KNOWN_MISTAKES, type KnownMistake, type WrongSteps } from '../mistakes/known-mistakes.ts';
import type { ReceiverSteps } from '../mistakes/receiver.ts';
import { RIGHT, type Steps } from '../mistakes/verifier.ts';
import { diagnose, mistakesBehind } from './diagnose.ts';
import { isBreach, predict } from './prediction.ts';
import { webhookCases } from './webhook-cases.ts';

const CASES = [...webhookCases().values()];
const NAMES = KNOWN_MISTAKES.map(mistake => [mistake.name, mistake] as const);

/** What the known cases show of an SDK with these wrong steps. */
const shownBy = (steps: WrongSteps): readonly CaseSeen[] =>
  CASES.map(each => {
    const [answer = ''] = each.answers(steps);
    return { id: each.id, method: each.method, passed: [], problems: each.problems(answer) };
  });
const failuresIn = (cases: readonly CaseSeen[]) =>
  cases.filter(({ problems }) => problems.some(({ severity }) => severity === 'breach')).map(({ id }) => id);
const namesOf = (mistakes: readonly KnownMistake[]) => mistakes.map(({ name }) => name).toSorted();
/** Two SDKs that no known case tells apart show the same. */
const answersOf = (steps: WrongSteps) => CASES.map(each => each.answers(steps)[0]);
/** Two mistakes may hide how a third answers what the specification leaves open. */
const wrongAnswersOf = (steps: WrongSteps) =>
  CASES.map(each => each.answers(steps).find(answer => isBreach(each, answer)));

test('An SDK without a mistake shows nothing', () => {
  const shown = shownBy({ verifier: {}, receiver: {} });
  expect(shown.flatMap(({ problems }) => problems)).toEqual([]);
  expect(diagnose(shown)).toEqual([]);
});

test.each(NAMES)('%s alone is one mistake that explains every failed case', (_, mistake) => {
  const shown = shownBy(mistake);
  const [found, ...more] = diagnose(shown);
  expect(more).toEqual([]);
  expect(found?.cases).toEqual(failuresIn(shown));
  if (found?.name !== mistake.name)
    for (const other of mistakesBehind(shown)) expect(answersOf(other)).toEqual(answersOf(mistake));
});

test('Every way to make a mistake fails a case', () => {
  const ways = KNOWN_MISTAKES.flatMap(({ name, variants }) => variants.map((way, place) => ({ name, place, way })));
  const unseen = ways.filter(({ way }) => failuresIn(shownBy(way)).length === 0);
  expect(unseen.map(({ name, place }) => `${name} ${place}`)).toEqual([]);
});

test('Two mistakes are both named, and no more, unless other mistakes show the same', () => {
  // The first three break every rule, and hide any other. Whether a digest loses zeros is chance in most cases.
  const drawn = KNOWN_MISTAKES.slice(3).filter(({ name }) => !['unpadded-bytes', 'digest-as-number'].includes(name));
  const place = fc.integer({ min: 0, max: drawn.length - 1 });
  const two = fc.uniqueArray(place, { minLength: 2, maxLength: 2 });
  let named = 0;
  fc.assert(
    fc.property(two, places => {
      const pair = drawn.filter((_, place) => places.includes(place));
      const shown = shownBy(combine(pair));
      const found = diagnose(shown);
      expect(new Set(found.flatMap(({ cases }) => cases))).toEqual(new Set(failuresIn(shown)));
      const mistakes = mistakesBehind(shown);
      if (namesOf(mistakes).join() === namesOf(pair).join()) named++;
      else {
        const inOrder = KNOWN_MISTAKES.filter(mistake => mistakes.includes(mistake));
        expect(wrongAnswersOf(combine(inOrder)), namesOf(pair).join()).toEqual(wrongAnswersOf(combine(pair)));
      }
    }),
    { seed: 15, numRuns: 12 },
  );
  expect(named).toBeGreaterThan(5);
});

/** Wrong SDKs whose mistake is not among the known ones. */
const UNKNOWN: {
  readonly [what: string]: { readonly verifier?: Partial<Steps>; readonly receiver?: Partial<ReceiverSteps> };
} = {
  'compares the first eight characters': {
    verifier: { matches: (given, wanted) => given.slice(0, 8) === wanted.slice(0, 8) },
  },
  'compares all characters but the last': {
    verifier: { matches: (given, wanted) => given.slice(0, -1) === wanted.slice(0, -1) },
  },
  'writes the body in upper case': {
    verifier: { body: body => Buffer.from(body.toString('latin1').toUpperCase(), 'latin1') },
  },
  'drops every blank of the body': { verifier: { body: body => Buffer.from(body.filter(byte => byte !== 32)) } },
  'takes the smallest t': {
    verifier: { moment: all => Number(all.toSorted()[0]), signedT: all => all.toSorted()[0] ?? '' },
  },
  'has a tolerance of 299 s': { verifier: { fresh: age => Math.abs(age) <= 299 } },
  'accepts what is stale by less than a day': { verifier: { fresh: age => age <= 86_399 && age >= -300 } },
  'accepts where t is even': { verifier: { fresh: (age, most) => Math.abs(age) <= most || age % 2 === 0 } },
  'refuses a header with __proto__': {
    verifier: { pairs: header => (header.includes('__proto__') ? [] : RIGHT.pairs(header)) },
  },
  'throws on a body beyond ASCII': {
    verifier: {
      body: body => {
        if (body.some(byte => byte > 127)) throw new Error('not ASCII');
        return body;
      },
    },
  },
  'skips the second v1': {
    verifier: { candidates: pairs => RIGHT.candidates(pairs).filter((_, place) => place !== 1) },
  },
  'never tries the last of several secrets': {
    verifier: { secrets: all => (all.length > 1 ? all.slice(0, -1) : all) },
  },
  'keeps eight characters of an id': { receiver: { key: id => id.slice(0, 8) } },
  'forgets every third event': { receiver: { remembers: keys => (keys.length % 3 === 0 ? keys.slice(0, -1) : keys) } },
  'does not act on the first delivery': { receiver: { reports: index => (index === 0 ? [] : [index]) } },
};

describe('A mistake that is not known', () => {
  test.each(Object.entries(UNKNOWN))('(%s) is never given a cause that a passed case contradicts', (_, steps) => {
    const wrong = { verifier: {}, receiver: {}, ...steps };
    const shown = shownBy(wrong);
    const failed = new Set(failuresIn(shown));
    expect(failed.size).toBeGreaterThan(0);
    const found = diagnose(shown);
    const mistakes = mistakesBehind(shown);
    const together = predict(mistakes);
    if (mistakes.length > 0) expect(CASES.filter(each => together.fails(each) && !failed.has(each.id))).toEqual([]);
    for (const { name, cases } of found) {
      for (const id of cases) {
        const each = webhookCases().get(id);
        const [answer = ''] = each?.answers(wrong) ?? [];
        expect(each && isBreach(each, answer), `${name} ${id}`).toBe(true);
      }
    }
  });
});

test('What follows from failing a plain webhook in an unknown way is one finding, without another cause', () => {
  const body = (all: Buffer) => Buffer.from(all.filter(byte => byte !== 0x35));
  const shown = shownBy({ verifier: { body }, receiver: {} });
  const [found, ...more] = diagnose(shown);
  expect([found?.name, more]).toEqual(['plain-webhook', []]);
  expect(found?.cases).toEqual(failuresIn(shown));
});

test('A case in which the adapter failed says nothing of the SDK', () => {
  const [each] = CASES;
  const problem = {
    requirement: 'signature.t',
    severity: 'breach',
    cause: 'adapter-noise',
    message: '',
    expected: '',
  } as const;
  const problems = [{ ...problem, received: '', answered: 'noise' }];
  expect(diagnose([{ id: each?.id ?? '', method: 'verify', passed: [], problems }])).toEqual([]);
});
