import { type Pair, RIGHT } from './verifier.ts';
import type { VerifierMistake } from './verifier-mistake.ts';

const named = (pairs: readonly Pair[], fits: (key: string) => boolean) =>
  pairs.filter(([key]) => fits(key)).map(([, value]) => value);
const first = ([t = '']: readonly string[]) => t;
const last = (timestamps: readonly string[]) => timestamps.at(-1) ?? '';
const digits = (t: string) => (/^\d+$/.test(t) ? Number(t) : undefined);

/** Mistakes in `t`. */
export const TIMESTAMP_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'signs-parsed-t',
    bug: 'it signs t as it parsed it, not as it stands',
    steps: {
      moment: timestamps => Number.parseInt(first(timestamps), 10),
      signedT: timestamps => String(Number.parseInt(first(timestamps), 10)),
    },
  },
  {
    name: 'signs-number',
    bug: 'it turns t into a number and signs that, not t as it stands',
    steps: {
      moment: timestamps => Number(first(timestamps) || Number.NaN),
      signedT: timestamps => String(Number(first(timestamps))),
      fresh: (age, tolerance) => Math.abs(age) <= tolerance,
    },
  },
  {
    name: 'lenient-t',
    bug: 'it parses t leniently: what follows the digits is signed but ignored (a boundary shift)',
    steps: { moment: timestamps => Number.parseInt(first(timestamps), 10) },
  },
  {
    name: 'nan-is-fresh',
    bug: 'it compares t with the clock although it is not a number: a comparison with NaN is false',
    steps: {
      moment: timestamps => Number.parseInt(first(timestamps), 10),
      fresh: (age, tolerance) => !(Math.abs(age) > tolerance),
    },
  },
  {
    name: 'missing-t-is-now',
    bug: 'it puts the current time in place of a missing t',
    steps: {
      moment: (timestamps, now) => (timestamps.length === 0 ? now : RIGHT.moment(timestamps, now)),
      signedT: (timestamps, now) => (timestamps.length === 0 ? String(now) : first(timestamps)),
    },
  },
  {
    name: 'missing-t-is-fresh',
    bug: 'it does not check the time where t is missing',
    steps: { moment: (timestamps, now) => (timestamps.length === 0 ? now : RIGHT.moment(timestamps, now)) },
  },
  {
    name: 'first-signed-last-compared',
    bug: 'of two t it signs the first and compares the last',
    steps: { moment: timestamps => digits(last(timestamps)), signedT: first },
  },
  {
    name: 'last-signed-first-compared',
    bug: 'of two t it signs the last and compares the first',
    steps: { moment: timestamps => digits(first(timestamps)), signedT: last },
  },
  {
    name: 'any-t-fresh',
    bug: 'of two t it takes the one that fits: one is signed, another is fresh',
    steps: {
      moment: (timestamps, now) =>
        timestamps.flatMap(t => digits(t) ?? []).sort((a, b) => Math.abs(now - a) - Math.abs(now - b))[0],
      signedT: timestamps => timestamps.toSorted()[0] ?? '',
    },
  },
  {
    name: 't-in-any-case',
    bug: 'it takes names of pairs in any case',
    steps: {
      timestamps: pairs => named(pairs, key => key.toLowerCase() === 't'),
      candidates: pairs => named(pairs, key => key.toLowerCase() === 'v1'),
    },
  },
];
