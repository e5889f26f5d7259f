import { expect, test } from 'vitest';
import type { CaseRecord } from '../../../evidence/evidence.ts';
import { creditOnce, type HandlerParts } from '../../mistakes/handler.ts';
import { RIGHT } from '../../mistakes/verifier.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { diagnose } from './diagnose.ts';
import { isBreach, predict, webhookCases } from './webhook-cases.ts';

const CASES = [...webhookCases().values()];
const NAMES = KNOWN_MISTAKES.map(mistake => [mistake.name, mistake] as const);

/** The records of the known cases for an SDK with these wrong parts. */
const shownBy = (parts: HandlerParts, nth = 0): readonly CaseRecord[] =>
  CASES.map(each => {
    const answer = each.answers(parts).at(nth) ?? '';
    return { id: each.id, method: each.method, passed: [], problems: each.problems(answer) };
  });
const failuresIn = (cases: readonly CaseRecord[]) =>
  cases.filter(({ problems }) => problems.some(({ severity }) => severity === 'breach')).map(({ id }) => id);
/** The problems of a case whose webhook an SDK accepts. */
const acceptedIn = (id: string) => CASES.find(each => each.id === id)?.problems('accepted') ?? [];
/** The answers of an SDK to all known cases. Two SDKs with equal answers cannot be told apart. */
const answersOf = (parts: HandlerParts) => CASES.map(each => each.answers(parts)[0]);
const SOUND: HandlerParts = {};
/** An SDK that makes a mistake in its first way. */
const madeBy = (mistake?: KnownMistake) => mistake?.ways[0] ?? SOUND;
const mistakeOf = (name: string) => KNOWN_MISTAKES.find(mistake => mistake.name === name);

test('An SDK without a mistake gets no diagnosis', () => {
  const shown = shownBy(SOUND);
  expect(shown.flatMap(({ problems }) => problems)).toEqual([]);
  expect(diagnose(shown)).toEqual([]);
});

test.each(NAMES)('The mistake %s alone is named and explains every failed case', (_, mistake) => {
  const shown = shownBy(madeBy(mistake));
  const [found, ...more] = diagnose(shown);
  expect(more).toEqual([]);
  const failures = failuresIn(shown);
  expect(found?.cases).toEqual(failures);
  // The gate of the method alone shows it, too.
  const method = madeBy(mistake).verifier ? 'verify/' : 'receive/';
  expect(failures.some(id => id.startsWith(method))).toBe(true);
  const named = mistakeOf(found?.name ?? '');
  if (named !== mistake) expect(answersOf(madeBy(named))).toEqual(answersOf(madeBy(mistake)));
});

test.each(
  ['any-version', 'v1-optional', 'either-is-enough', 'secret-decoded', 'other-separator', 'fixed-places', 'pattern']
    .concat(['notes-before-verifying', 'dedupes-on-order', 'dedupes-on-type-and-order', 'id-header-case'])
    .concat(['first-secret-only', 'secrets-in-step', 'known-pairs-only', 'forgets-at-refusal'])
    .flatMap(name => (mistakeOf(name)?.ways ?? []).map((way, place) => [name, place + 1, way] as const)),
)('The mistake %s in its way %i is named and explains every failed case', (name, _, way) => {
  const shown = shownBy(way);
  const [found, ...more] = diagnose(shown);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ name, cases: failuresIn(shown) });
});

test('A mistake hides others: an SDK that refuses everything is not said to accept an empty v1', () => {
  const shown = shownBy({ verifier: { answers: () => false } });
  const odd = shown.find(({ id }) => id === 'verify/candidates/empty-alone') ?? shown[0];
  const wrong = shown.map(each => (each === odd ? { ...each, problems: acceptedIn(each.id) } : each));
  expect(diagnose(wrong).map(({ name }) => name)).toEqual(['refuses-everything']);
});

test('Every other way to make a mistake fails a case', () => {
  const ways = KNOWN_MISTAKES.flatMap(({ name, ways: [, ...others] }) =>
    others.map((way, place) => ({ name, place, way })),
  );
  const unseen = ways.filter(({ way }) => failuresIn(shownBy(way)).length === 0);
  expect(unseen.map(({ name, place }) => `${name} ${place}`)).toEqual([]);
});

test.each([
  ['no-tolerance', 'first-v1-only'],
  ['first-v1-only', 'never-dedupes'],
  ['throws-on-empty', 'a-second-more'],
  ['strips-bom', 'hex-secret'],
  ['any-version', 'cut-secret'],
  ['throws-without-header', 'folds-ids'],
  ['short-header', 'reports-twice'],
])('The mistakes %s and %s are both named, and no others', (...names) => {
  const pair = KNOWN_MISTAKES.filter(({ name }) => names.includes(name)).map(madeBy);
  const verifier = Object.assign({}, ...pair.map(({ verifier }) => verifier));
  const shown = shownBy(Object.assign({}, ...pair, { verifier }));
  const found = diagnose(shown);
  expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(new Set(found.flatMap(({ cases }) => cases))).toEqual(new Set(failuresIn(shown)));
});

test('A mistake in one method is named although the other method contradicts it', () => {
  const right = shownBy(SOUND).filter(({ method }) => method === 'receive');
  for (const name of ['accepts-everything', 'refuses-everything', 'answers-the-opposite']) {
    const wrong = shownBy(madeBy(mistakeOf(name))).filter(({ method }) => method === 'verify');
    const found = diagnose([...wrong, ...right]);
    expect(found.map(each => [each.name, each.cases])).toEqual([[name, failuresIn(wrong)]]);
  }
});

test.each(['signature-header-case', 'id-header-case'])(
  '%s is named where only streams were asked: no way of another mistake explains it that a passed one contradicts',
  name => {
    const shown = shownBy(madeBy(mistakeOf(name))).filter(({ method }) => method === 'receive');
    expect(diagnose(shown)).toMatchObject([{ name, cases: failuresIn(shown) }]);
  },
);

test('An SDK that throws is named even if its adapter takes the error for a refusal', () => {
  const [, way = SOUND] = mistakeOf('throws-beyond-ascii')?.ways ?? [];
  const shown = shownBy(way, -1).filter(({ method }) => method === 'verify');
  expect(diagnose(shown)).toMatchObject([{ name: 'throws-beyond-ascii', cases: failuresIn(shown) }]);
});

test('One case that several mistakes explain names several, not one', () => {
  const shown = shownBy(madeBy(mistakeOf('first-v1-only')));
  const [one] = shown.filter(({ id }) => failuresIn(shown).includes(id));
  const [found, ...others] = diagnose(one ? [one] : []);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: 'several-mistakes', cases: [one?.id] });
  expect(found?.bug).toMatch(/^it .*; or it /);
});

/** Wrong SDKs with unknown mistakes. */
const UNKNOWN: { readonly [what: string]: HandlerParts } = {
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
  'skips the second v1': {
    verifier: { candidates: pairs => RIGHT.candidates(pairs).filter((_, place) => place !== 1) },
  },
  'never tries the last of several secrets': {
    verifier: { secrets: all => (all.length > 1 ? all.slice(0, -1) : all) },
  },
  'keeps nine characters of an id': { key: ({ id }) => id.slice(0, 9) },
  'forgets every third event': {
    process(said, key, running) {
      if (running.stored.seen.size % 3 === 2) running.stored.seen.delete(key);
      return creditOnce(said, running.stored.seen.size % 3 === 2 ? '' : key, running);
    },
  },
  'does not act on the first delivery': {
    process: (said, key, running) => running.memory.credits.push(key) === 1 || creditOnce(said, key, running),
  },
};

test.each(Object.entries(UNKNOWN))(
  'An unknown mistake (%s) is never given a cause that a passed case contradicts',
  (_, wrong) => {
    const shown = shownBy(wrong);
    const failed = new Set(failuresIn(shown));
    expect(failed.size).toBeGreaterThan(0);
    const found = diagnose(shown);
    for (const { name, cases } of found) {
      const mistake = mistakeOf(name);
      if (mistake) expect(CASES.filter(each => predict(mistake).fails(each) && !failed.has(each.id))).toEqual([]);
      for (const id of cases) {
        const each = webhookCases().get(id);
        const [answer = ''] = each?.answers(wrong) ?? [];
        expect(each && isBreach(each, answer), `${name} ${id}`).toBe(true);
      }
    }
  },
);

test('All failures that follow from an unknown failure of a plain webhook are one finding', () => {
  const body = (all: Buffer) => Buffer.from(all.filter(byte => byte !== 0x35));
  const shown = shownBy({ verifier: { body } });
  const [found, ...more] = diagnose(shown);
  expect([found?.name, more]).toEqual(['plain-webhook', []]);
  expect(found?.cases).toEqual(failuresIn(shown));
});
