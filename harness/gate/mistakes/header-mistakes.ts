import { type Pair, RIGHT } from './verifier.ts';
import type { VerifierMistake } from './verifier-mistake.ts';

const split = (header: string, by: RegExp | string, equals: RegExp | string): readonly Pair[] =>
  header.split(by).flatMap(element => {
    const [key = '', value] = element.trim().split(equals);
    return value === undefined ? [] : [[key, value] as const];
  });

/** Mistakes in parsing the header. */
export const HEADER_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'second-equals-cuts',
    bug: 'it splits a pair at every = and drops what follows the second',
    steps: { pairs: header => split(header, ',', '=') },
  },
  {
    name: 'one-equals-only',
    bug: 'it refuses the whole header where a pair has not exactly one =',
    steps: {
      pairs: header => (header.split(',').some(pair => pair.split('=').length !== 2) ? [] : RIGHT.pairs(header)),
    },
  },
  {
    name: 'known-pairs-only',
    bug: 'it refuses a header with pairs other than t and v1, which are to be ignored',
    steps: {
      pairs: header => (RIGHT.pairs(header).some(([key]) => key !== 't' && key !== 'v1') ? [] : RIGHT.pairs(header)),
    },
  },
  {
    name: 'positional',
    bug: 'it goes by the positions of the pairs and ignores their names',
    steps: {
      timestamps: pairs => pairs.slice(0, 1).map(([, value]) => value),
      candidates: pairs => pairs.slice(1).map(([, value]) => value),
    },
  },
  {
    name: 'ends-in-t',
    bug: 'it takes any pair whose name ends in t as t',
    steps: { timestamps: pairs => pairs.filter(([key]) => key.endsWith('t')).map(([, value]) => value) },
  },
  {
    name: 'ends-in-v1',
    bug: 'it takes any pair whose name ends in v1 as v1',
    steps: { candidates: pairs => pairs.filter(([key]) => key.endsWith('v1')).map(([, value]) => value) },
  },
  {
    name: 'version-as-number',
    bug: 'it reads the version of a scheme as a number: v01 is v1 to it',
    steps: { candidates: pairs => pairs.filter(([key]) => /^v0*1$/.test(key)).map(([, value]) => value) },
  },
  {
    name: 't-first',
    bug: 'it wants t to be the first pair',
    steps: { timestamps: pairs => RIGHT.timestamps(pairs.slice(0, 1)) },
  },
  {
    name: 'pattern',
    bug: 'it looks for t= and v1= anywhere in the header instead of splitting it into pairs',
    steps: {
      pairs: header => [...header.matchAll(/(t|v1)=([^,]*)/g)].map(([, key = '', value = '']) => [key, value] as const),
    },
  },
  {
    name: 'hex-pattern',
    bug: 'it looks for 64 hex digits after v1= and drops what follows them',
    steps: {
      pairs: header =>
        [...header.matchAll(/(?:^|,)\s*(t)=(\d+)|(?:^|,)\s*(v1)=([0-9a-f]{64})/g)].map(
          ([, t, moment = '', , value = '']) => (t === undefined ? (['v1', value] as const) : (['t', moment] as const)),
        ),
    },
  },
  {
    name: 'other-separators',
    bug: 'it splits the header on semicolons, ampersands or blanks too',
    steps: { pairs: header => header.split(/[,;& ]+/).flatMap(pair => RIGHT.pairs(pair)) },
  },
  { name: 'any-assignment', bug: 'it takes a colon as =', steps: { pairs: header => split(header, ',', /[=:]/) } },
  {
    name: 'decodes-header',
    bug: 'it percent-decodes the header',
    steps: { pairs: header => RIGHT.pairs(decodeURIComponent(header)) },
  },
  {
    name: 'plain-object',
    bug: 'it gathers the pairs in a plain object, where names such as constructor are taken',
    steps: {
      pairs: header => {
        const lists: { [key: string]: string[] } = {};
        for (const [key, value] of RIGHT.pairs(header)) {
          lists[key] ??= [];
          lists[key].push(value);
        }
        return RIGHT.pairs(header);
      },
    },
  },
  {
    name: 'throws-without-header',
    bug: 'it throws where there is no header',
    steps: {
      lines: header => {
        if (header === null || header === '') throw new Error('no header');
        return RIGHT.lines(header);
      },
    },
  },
  {
    name: 'throws-without-t',
    bug: 'it throws where the header has no t or no v1',
    steps: {
      timestamps: pairs => {
        if (RIGHT.timestamps(pairs).length === 0 || RIGHT.candidates(pairs).length === 0) throw new Error('incomplete');
        return RIGHT.timestamps(pairs);
      },
    },
  },
  {
    name: 'short-header',
    bug: 'it refuses headers of more than some kilobytes',
    steps: { pairs: header => (header.length > 4096 ? [] : RIGHT.pairs(header)) },
  },
  {
    name: 'few-pairs',
    bug: 'it reads only the first ten pairs of a header',
    steps: { pairs: header => RIGHT.pairs(header).slice(0, 10) },
  },
  {
    name: 'utf-8-header',
    bug: 'it cannot take bytes beyond ASCII in the header',
    steps: {
      lines: header => {
        const text = RIGHT.lines(header);
        if (/[^\0-\x7f]/.test(text)) throw new Error('not ASCII');
        return text;
      },
    },
  },
];
