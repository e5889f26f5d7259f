import { type Mistakes, nowIfMissing, RIGHT, type Steps, taking } from './verifier.ts';

const first = ([t = '']: readonly string[]) => t;
const last = (timestamps: readonly string[]) => timestamps.at(-1) ?? '';
const digits = (t: string) => (/^\d+$/.test(t) ? Number(t) : undefined);

/** Parses a number like languages that accept "nan"; `undefined` if it is not a number. */
const floatOf = (t: string) => {
  if (/^\s*[+-]?nan\s*$/i.test(t)) return Number.NaN;
  return t.trim() === '' || Number.isNaN(Number(t)) ? undefined : Number(t);
};

/** A comparison that accepts NaN. */
const notStale: Steps['fresh'] = (age, tolerance) => !(Math.abs(age) > tolerance);

/** A verifier that refuses a t of more digits, which overflows or is too long for a time. */
const upTo = (most: number, fresh: Steps['fresh']): Partial<Steps> => ({
  moment: (timestamps, now) => (first(timestamps).length > most ? undefined : RIGHT.moment(timestamps, now)),
  fresh,
});

/** Verifiers of any number, and of numbers up to a length. */
const bounded = (fresh: Steps['fresh'], digits = [10, 12, 13, 18, 20]): readonly Partial<Steps>[] => [
  { fresh },
  ...digits.map(most => upTo(most, fresh)),
];

/** Verifiers that refuse several t, and those that take the first or the last: a fresh t hides an old one. */
const ofOneT = (fresh: Steps['fresh']): readonly Partial<Steps>[] => [
  { fresh },
  ...[first, last].map(signedT => ({ fresh, moment: (all: readonly string[]) => digits(signedT(all)), signedT })),
];

const notPast: Steps['fresh'] = (age, tolerance) => age <= tolerance;
/** An age in a number of so many bits. */
const wrapping =
  (bits: number): Steps['fresh'] =>
  (age, tolerance) =>
    Math.abs((age << (32 - bits)) >> (32 - bits)) <= tolerance;
/** A moment in a type of time that ends with the year 9999. */
const calendar = (moment: number | undefined) => {
  if (moment !== undefined && moment > 253_402_300_799) throw new RangeError('not a year');
  return moment;
};
const calendarOf: Steps['moment'] = (timestamps, now) => calendar(RIGHT.moment(timestamps, now));
/** Reads a `t` with or without a sign into 64 bits. */
const signed: Steps['moment'] = ([t = '']) =>
  /^-?\d+$/.test(t) && BigInt.asIntN(64, BigInt(t)) === BigInt(t) ? Number(t) : undefined;
/** An age in nanoseconds of 64 bits, which hold 292 years. */
const wrappingNanoseconds: Steps['fresh'] = (age, tolerance) =>
  Math.abs(Number(BigInt.asIntN(64, BigInt(Math.trunc(age)) * 1_000_000_000n))) <= tolerance * 1e9;
/** An age without its whole days, by a division that rounds down or toward zero. */
const withoutDays = [
  (age: number) => Math.floor(age) - 86_400 * Math.floor(age / 86_400),
  (age: number) => Math.floor(Math.abs(age)) % 86_400,
];
const notFuture: Steps['fresh'] = (age, tolerance) => -age <= tolerance;

/** Tolerances other than 300 s, in seconds. Cases do not distinguish any others. */
const SHORTER = [240, 60, 1];
const LONGER = [600, 330, 310];

/** A comparison with other limits than the tolerance, in seconds. */
const limited = (behind?: number, ahead?: number): Partial<Steps> => ({
  fresh: (age, tolerance) => age <= (behind ?? tolerance) && -age <= (ahead ?? tolerance),
});

/** Checks by how many secrets are known, how many `v1` a header has, and, from 1 on, how many pairs of other names. */
const beside = (fresh: (age: number, tolerance: number, many: number) => boolean): readonly Partial<Steps>[] => [
  { fresh: (age, tolerance, _, secrets = []) => fresh(age, tolerance, secrets.length) },
  { fresh: (age, tolerance, pairs = []) => fresh(age, tolerance, RIGHT.candidates(pairs).length) },
  { fresh: (age, most, pairs = []) => fresh(age, most, 1 + pairs.filter(([key]) => !/^(?:t|v1)$/.test(key)).length) },
];

/** Compares another moment than that of `t`. */
const moving = (to: (moment: number, now: number) => number): Partial<Steps> => ({
  moment: (timestamps, now) => {
    const moment = RIGHT.moment(timestamps, now);
    return moment === undefined ? undefined : to(moment, now);
  },
});

/** Skips the check for a `t` with more than `checked` digits. @param most the most digits that it accepts */
const unchecked = (checked: number, most: number): Partial<Steps> => ({
  moment: (timestamps, now) => {
    const { length } = first(timestamps);
    const moment = length > most ? undefined : RIGHT.moment(timestamps, now);
    return moment !== undefined && length > checked ? now : moment;
  },
});

/** Mistakes in the tolerance and in reading `t`. */
export const TIME_MISTAKES: Mistakes = {
  'no-tolerance': [
    'it never checks t against the clock',
    ...bounded(() => true),
    ...[first, last].map((signedT): Partial<Steps> => ({ fresh: () => true, moment: (_, now) => now, signedT })),
  ],
  'outside-only': [
    'its check of t is inverted: it accepts only what lies outside the tolerance',
    ...ofOneT((age, tolerance) => Math.abs(age) > tolerance),
  ],
  'past-only': ['it checks only the past: t can be arbitrarily far in the future', ...bounded(notPast)],
  'future-only': ['it checks only the future: an old delivery can be replayed at any time', ...ofOneT(notFuture)],
  'edge-excluded': ['it refuses exactly 300 s: < for <=', { fresh: (age, tolerance) => Math.abs(age) < tolerance }],
  'a-second-more': ['it allows a second too much', { fresh: (age, tolerance) => Math.abs(age) <= tolerance + 1 }],
  'long-tolerance': ['it uses a longer tolerance', ...LONGER.map(most => limited(most, most))],
  'long-future': [
    'it allows more than the tolerance for a t in the future',
    ...LONGER.map(most => limited(undefined, most)),
  ],
  'long-past': ['it allows more than the tolerance for a t in the past', ...LONGER.map(most => limited(most))],
  minutes: [
    'it reads the tolerance in another unit than seconds',
    ...[60, 1000].flatMap(times => ofOneT((age, most) => Math.abs(age) <= most * times)),
  ],
  ...Object.fromEntries(
    [32, 16].map(bits => {
      const bug = `it computes the age of t in ${bits} bits: a t that is 2^${bits} s away passes`;
      return [`wraps-at-${bits}-bits`, [bug, ...bounded(wrapping(bits), [10, 20])]] as const;
    }),
  ),
  'ends-in-2038': [
    'it stores t or its clock in a signed 32-bit number, which overflows in 2038: it refuses all later webhooks',
    moving(moment => (moment < 2 ** 31 ? moment : Number.NaN)),
  ],
  'wraps-at-64-bits': [
    'it reads t into 64 bits, which overflow: a t that is 2^64 s away passes',
    { moment: all => RIGHT.moment(all, 0) && Number(BigInt.asIntN(64, BigInt(first(all)))) },
  ],
  'least-number': [
    'its absolute value of an age overflows in 64 bits: the least of these numbers has none, and passes',
    { moment: signed, fresh: (age, tolerance) => Number(BigInt.asIntN(64, BigInt(Math.abs(age)))) <= tolerance },
  ],
  'wraps-in-nanoseconds': [
    'it computes the age of t in nanoseconds of 64 bits, which overflow: a t that is centuries away passes',
    ...bounded(wrappingNanoseconds, [12]),
    { moment: signed, fresh: wrappingNanoseconds },
  ],
  'age-as-float': [
    'it computes the age of t in single precision, which counts in steps of 128 s',
    moving((moment, now) => now - Math.fround(now) + Math.fround(moment)),
  ],
  'whole-minutes': [
    'it compares whole minutes: up to a minute more than the tolerance passes',
    moving((moment, now) => now - 60 * (Math.floor(now / 60) - Math.floor(moment / 60))),
    ...[Math.floor, Math.round].map(
      (whole): Partial<Steps> => ({ fresh: (age, tolerance) => whole(Math.abs(age) / 60) <= whole(tolerance / 60) }),
    ),
  ],
  'age-as-text': [
    'it compares the age of t with the tolerance as texts: 5 counts as more than 300',
    ...bounded((age, tolerance) => String(Math.abs(age)) <= String(tolerance)),
  ],
  'tolerance-in-ms': [
    'it compares seconds with milliseconds: the tolerance shrinks to less than a second',
    { fresh: (age, tolerance) => Math.abs(age) * 1000 <= tolerance },
  ],
  'large-t-unchecked': [
    'it takes a t that is too large for seconds, such as one in milliseconds, without checking it',
    ...[10, 11, 12].flatMap(checked => [unchecked(checked, Number.POSITIVE_INFINITY), unchecked(checked, 15)]),
  ],
  't-in-ms': ['it reads t in the wrong unit: milliseconds', { moment: timestamps => Number(first(timestamps)) / 1000 }],
  'short-tolerance': ['it uses a shorter tolerance', ...SHORTER.map(most => limited(most, most))],
  'short-future': [
    'it allows less than the tolerance for a t in the future',
    ...[0, ...SHORTER].map(most => limited(undefined, most)),
  ],
  'short-past': [
    'it allows less than the tolerance for a t in the past',
    ...[0, ...SHORTER].map(most => limited(most)),
  ],
  'unchecked-beside': [
    'it checks t too little, or not at all, where a header has several v1 or other pairs, or several secrets are known',
    ...beside((age, most, many) => Math.abs(age) <= most * many),
    ...beside((age, most, many) => age <= most && (-age <= most || many > 1)),
    ...beside((age, most, many) => Math.abs(age) <= most || many > 1),
  ],
  'time-of-day': [
    'it compares only the time of day: a delivery can be replayed on another day',
    moving((moment, now) => now - (now % 86_400) + (moment % 86_400)),
  ],
  'forgets-days': [
    'it compares the age of t without its whole days: a t of about the same time on any other day passes',
    ...withoutDays.flatMap(left => {
      const fresh: Steps['fresh'] = (age, tolerance) => left(age) <= tolerance;
      return [...ofOneT(fresh), upTo(10, fresh), { moment: calendarOf, fresh }];
    }),
  ],
  'signs-parsed-t': [
    'it signs the parsed t instead of its text',
    {
      moment: timestamps => Number.parseInt(first(timestamps), 10),
      signedT: timestamps => String(Number.parseInt(first(timestamps), 10)),
    },
  ],
  'signs-number': [
    'it converts t to a number and signs that instead of the text of t',
    {
      moment: timestamps => Number(first(timestamps) || Number.NaN),
      signedT: timestamps => String(Number(first(timestamps))),
      fresh: (age, tolerance) => Math.abs(age) <= tolerance,
    },
    { signedT: timestamps => String(Number(first(timestamps))) },
  ],
  'lenient-t': [
    'it parses t leniently: what follows the digits is signed but ignored (a boundary shift)',
    { moment: timestamps => Number.parseInt(first(timestamps), 10) },
  ],
  'throws-on-malformed-t': [
    'it throws if t is no number, or none that fits into its type of time',
    ...[/^\d+$/, /^$|^\s*[+-]?\d+(?:_\d+)*\s*$/].flatMap(number => {
      const moment = ([t]: readonly string[]) => {
        if (t !== undefined && !number.test(t)) throw new TypeError('not a number');
        return t === undefined ? undefined : Number(t.replaceAll('_', ''));
      };
      return [{ moment }, { moment: (timestamps: readonly string[]) => calendar(moment(timestamps)) }];
    }),
    {
      // Python's isdigit() holds for raised digits, too, which int() refuses.
      moment: (timestamps, now) => {
        if (/^[\d\u00b2]*\u00b2[\d\u00b2]*$/.test(first(timestamps))) throw new TypeError('not a number');
        return RIGHT.moment(timestamps, now);
      },
    },
  ],
  'nan-is-fresh': [
    'it compares t with the clock although it is not a number: a comparison with NaN is false',
    { moment: timestamps => Number.parseInt(first(timestamps), 10), fresh: notStale },
    {
      moment: timestamps => (timestamps.length === 0 ? undefined : Number(first(timestamps) || Number.NaN)),
      fresh: notStale,
    },
    { moment: timestamps => (timestamps.length === 0 ? undefined : Number(first(timestamps))), fresh: notStale },
    {
      moment: ([t, ...more]) => (more.every(other => other === t) ? Number(t) : undefined),
      signedT: ([t]) => String(t),
      fresh: notStale,
    },
  ],
  'nan-as-float': [
    'it reads t as a float, which may be nan: a comparison with NaN is false',
    { moment: timestamps => floatOf(first(timestamps)), fresh: notStale },
  ],
  't-as-float': [
    'it reads t as a number with a fraction or an exponent: the same digest covers two messages',
    { moment: timestamps => (/^[\d.eE+-]+$/.test(first(timestamps)) ? floatOf(first(timestamps)) : undefined) },
  ],
  'missing-t-is-now': [
    'it uses the current time for a missing t',
    {
      moment: nowIfMissing,
      signedT: (timestamps, now) => (timestamps.length === 0 ? String(now) : first(timestamps)),
    },
  ],
  'missing-t-is-fresh': ['it does not check the time if t is missing', { moment: nowIfMissing }],
  'zero-t-is-fresh': [
    'it does not check the time if t is 0, which it takes for no t',
    moving((moment, now) => (moment === 0 ? now : moment)),
  ],
  'missing-t-unsigned': [
    'if t is missing, it signs the body alone and does not check the time',
    {
      moment: nowIfMissing,
      message: (t, body) => (t === '' ? body : RIGHT.message(t, body)),
    },
  ],
  'missing-t-as-text': [
    'it formats a missing t as text, such as "undefined", and its comparison with the clock is then false',
    {
      moment: (timestamps, now) => (timestamps.length === 0 ? Number.NaN : RIGHT.moment(timestamps, now)),
      signedT: timestamps => timestamps[0] ?? 'undefined',
      fresh: notStale,
    },
  ],
  'first-signed-last-compared': [
    'of two t it signs the first and compares the last',
    { moment: all => digits(last(all)), signedT: first },
  ],
  'last-signed-first-compared': [
    'of two t it signs the last and compares the first',
    { moment: all => digits(first(all)), signedT: last },
  ],
  'any-t-fresh': [
    'of two t it takes the one that fits: one is signed, another is fresh',
    {
      moment: (timestamps, now) =>
        timestamps.flatMap(t => digits(t) ?? []).sort((a, b) => Math.abs(now - a) - Math.abs(now - b))[0],
      signedT: timestamps => timestamps.toSorted()[0] ?? '',
    },
  ],
  't-in-any-case': [
    'it accepts names of pairs in any case',
    { ...taking('timestamps', /^t$/i), ...taking('candidates', /^v1$/i) },
  ],
};
