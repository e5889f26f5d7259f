import type { VerifierMistake } from './verifier-mistake.ts';

const first = ([t = '']: readonly string[]) => t;

/** Mistakes in time. */
export const TIME_MISTAKES: readonly VerifierMistake[] = [
  { name: 'no-tolerance', bug: 'it never checks t against the clock', steps: { fresh: () => true } },
  {
    name: 'past-only',
    bug: 'it checks the past only: t may lie in the future without limit',
    steps: { fresh: (age, tolerance) => age <= tolerance },
  },
  {
    name: 'future-only',
    bug: 'it checks the future only: an old delivery can be replayed for ever',
    steps: { fresh: (age, tolerance) => -age <= tolerance },
  },
  {
    name: 'edge-excluded',
    bug: 'it takes exactly 300 s to be outside: < where <= is meant',
    steps: { fresh: (age, tolerance) => Math.abs(age) < tolerance },
  },
  {
    name: 'a-second-more',
    bug: 'it allows a second more than the tolerance',
    steps: { fresh: (age, tolerance) => Math.abs(age) <= tolerance + 1 },
  },
  {
    name: 'minutes',
    bug: 'it takes the tolerance in another unit than seconds',
    steps: { fresh: (age, tolerance) => Math.abs(age) <= tolerance * 60 },
  },
  {
    name: 'tolerance-in-ms',
    bug: 'it compares seconds with milliseconds: the tolerance shrinks to less than a second',
    steps: { fresh: (age, tolerance) => Math.abs(age) * 1000 <= tolerance },
  },
  {
    name: 't-in-ms',
    bug: 'it reads t in the wrong unit: milliseconds',
    steps: { moment: timestamps => Number(first(timestamps)) / 1000 },
  },
  {
    name: 'short-tolerance',
    bug: 'it has a shorter tolerance of its own',
    steps: { fresh: age => Math.abs(age) <= 60 },
  },
  {
    name: 'long-tolerance',
    bug: 'it has a longer tolerance of its own',
    steps: { fresh: age => Math.abs(age) <= 600 },
  },
];
