import { isJsonObject } from '../json/json.ts';

/** One key of the dialect: what it is when not given, which values it may have, and values to draw from at random. */
export interface Key<T> {
  readonly default: T;
  /** Values that keep the service sound in any combination with the choices of every other key. */
  readonly choices: readonly T[];
  /** What a value must be, in words. */
  readonly form: string;
  readonly fits: (value: unknown) => boolean;
}

/** A key whose values are a closed list; the first is the default. */
export function oneOf<const T extends string | number | boolean>(first: T, ...others: T[]): Key<T> {
  const choices = [first, ...others];
  return {
    default: first,
    choices,
    form: `one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}`,
    fits: value => choices.some(choice => choice === value),
  };
}

/** A whole number within bounds; the first choice is the default. */
export function whole(bounds: { least: number; most: number }, first: number, ...others: number[]): Key<number> {
  return {
    default: first,
    choices: [first, ...others],
    form: `a whole number from ${bounds.least} to ${bounds.most}`,
    fits: value => Number.isInteger(value) && Number(value) >= bounds.least && Number(value) <= bounds.most,
  };
}

/** A number from `least` to `most`, not necessarily whole; the first choice is the default. */
export function ratio(bounds: { least: number; most: number }, first: number, ...others: number[]): Key<number> {
  return {
    default: first,
    choices: [first, ...others],
    form: `a number from ${bounds.least} to ${bounds.most}`,
    fits: value => typeof value === 'number' && value >= bounds.least && value <= bounds.most,
  };
}

/** An HTTP status, or one of some words; the first choice is the default. */
export function answer<const W extends string>(
  words: readonly W[],
  first: number | W,
  ...others: (number | W)[]
): Key<number | W> {
  return {
    default: first,
    choices: [first, ...others],
    form: ['a status from 200 to 599', ...words.map(word => JSON.stringify(word))].join(' or '),
    fits: value => isStatus(value) || words.some(word => word === value),
  };
}

/** A range of milliseconds, `[least, most]`, from which each case is drawn; the first choice is the default. */
export function range(
  first: readonly [number, number],
  ...others: (readonly [number, number])[]
): Key<readonly number[]> {
  return {
    default: first,
    choices: [first, ...others],
    form: 'two numbers of milliseconds, [least, most]',
    fits: value => {
      if (!Array.isArray(value) || value.length !== 2) return false;
      const [least, most]: unknown[] = value;
      return typeof least === 'number' && typeof most === 'number' && least >= 0 && least <= most && most <= 600_000;
    },
  };
}

/** A key of a free form, told by `fits`; the first choice is the default. */
export function free<T>(form: string, fits: (value: unknown) => boolean, first: T, ...others: T[]): Key<T> {
  return { default: first, choices: [first, ...others], form, fits };
}

/** Whether a value is an HTTP status that can end a request. */
export function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

/** Whether a value is an array of texts that each match. */
export function areTexts(value: unknown, pattern: RegExp): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string' && pattern.test(item));
}

/** Whether a value is an object of texts that each match. */
export function isTextMap(value: unknown, pattern: RegExp): boolean {
  return isJsonObject(value) && areTexts(Object.values(value), pattern);
}
