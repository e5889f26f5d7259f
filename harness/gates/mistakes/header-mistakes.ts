import type { VerifyParams } from '../sdk/protocol.ts';
import { type Mistakes, type Pair, RIGHT, type Steps, taking } from './verifier.ts';

const split = (header: string, by: RegExp | string, equals: RegExp | string): readonly Pair[] =>
  header.split(by).flatMap(element => {
    const [key = '', value] = element.trim().split(equals);
    return value === undefined ? [] : [[key, value] as const];
  });

const isIncomplete = (pairs: readonly Pair[]) =>
  RIGHT.timestamps(pairs).length === 0 || RIGHT.candidates(pairs).length === 0;

/** Throws over some headers. */
const failing = (fails: (header: VerifyParams['header']) => boolean): Partial<Steps> => ({
  lines: header => {
    if (fails(header)) throw new Error('unreadable');
    return RIGHT.lines(header);
  },
});

/** The pairs that a pattern finds in a header, all with this name. */
const found = (header: string, name: string, pattern: RegExp): readonly Pair[] =>
  [...header.matchAll(pattern)].map(([, value = '']) => [name, value]);

/** Takes a header apart by one pattern with a group each for `t` and `v1`. */
const byOnePattern = (pattern: RegExp): Partial<Steps> => ({
  pairs: header => {
    const [, t, v1 = ''] = pattern.exec(header) ?? [];
    return t === undefined ? [] : [['t', t] as const, ['v1', v1] as const];
  },
});

const behindT = (pairs: readonly Pair[]) => RIGHT.candidates(pairs.slice(pairs.findIndex(([key]) => key === 't')));

/** Mistakes in parsing the header. */
export const HEADER_MISTAKES: Mistakes = {
  'second-equals-cuts': [
    'it splits a pair at every = and drops what follows the second',
    { pairs: header => split(header, ',', '=') },
  ],
  'one-equals-only': [
    'it refuses the whole header where a pair has not exactly one =',
    { pairs: header => (header.split(',').some(pair => pair.split('=').length !== 2) ? [] : RIGHT.pairs(header)) },
  ],
  'known-pairs-only': [
    'it refuses a header with pairs other than t and v1, or with other versions: both are to be ignored',
    ...[/^(?!t$|v1$)/, /^v(?!1$)\d+$/].map(
      (refused): Partial<Steps> => ({
        pairs: header => (RIGHT.pairs(header).some(([key]) => refused.test(key)) ? [] : RIGHT.pairs(header)),
      }),
    ),
  ],
  'repeated-pairs': [
    'it refuses a header in which another pair than v1 is repeated',
    {
      pairs: header => {
        const names = RIGHT.pairs(header).flatMap(([key]) => (key === 'v1' ? [] : key));
        return new Set(names).size < names.length ? [] : RIGHT.pairs(header);
      },
    },
  ],
  positional: [
    'it reads pairs by position and ignores their names',
    {
      timestamps: pairs => pairs.slice(0, 1).map(([, value]) => value),
      candidates: pairs => pairs.slice(1).map(([, value]) => value),
    },
  ],
  'ends-in-t': ['it takes any pair whose name ends in t as t', taking('timestamps', /t$/)],
  'ends-in-v1': ['it takes any pair whose name ends in v1 as v1', taking('candidates', /v1$/)],
  'version-as-number': ['it reads the version of a scheme as a number: v01 is v1', taking('candidates', /^v0*1$/)],
  'bare-digest': [
    'it accepts an element without a name as a signature',
    { pairs: header => RIGHT.pairs(header.replace(/(^|,)=?(?=[0-9a-f]{64}(?:,|$))/g, '$1v1=')) },
  ],
  'fixed-places': [
    'it takes the first pair for t and the second for v1, and looks at no other',
    {
      timestamps: pairs => RIGHT.timestamps(pairs.slice(0, 1)),
      candidates: pairs => RIGHT.candidates(pairs.slice(1, 2)),
    },
    {
      // By position: it removes a name if there is one, and keeps the rest.
      pairs: header => header.split(',').map((part, nth) => [['t', 'v1'][nth] ?? '', part.replace(/^(t|v1)=/, '')]),
    },
    byOnePattern(/^t=(\d+),v1=([0-9a-f]+)/),
  ],
  't-first': [
    'it requires t to be the first pair, or ignores each v1 that stands before it',
    { timestamps: pairs => RIGHT.timestamps(pairs.slice(0, 1)) },
    { candidates: behindT },
    { candidates: pairs => (behindT(pairs).length > 0 ? behindT(pairs) : RIGHT.candidates(pairs)) },
  ],
  'stops-at-v1': [
    'it reads the header only up to the first v1',
    { pairs: header => RIGHT.pairs(header.replace(/((?:^|,)[ \t]*v1=[^,]*).*/s, '$1')) },
  ],
  'beginning-of-names': [
    'it compares only the beginning of a name: ts is t, and v10 is v1',
    ...[/^v1/, /^v/, /^v1$/].map(v1 => ({ ...taking('timestamps', /^t/), ...taking('candidates', v1) })),
    { timestamps: pairs => pairs.flatMap(([key, value]) => (key.startsWith('t') ? value : [])).slice(0, 1) },
  ],
  pattern: [
    'it looks for t= and v1= anywhere in the header instead of splitting it into pairs',
    {
      pairs: header => [...header.matchAll(/(t|v1)=([^,]*)/g)].map(([, key = '', value = '']) => [key, value] as const),
    },
    {
      pairs: header => [
        ...RIGHT.pairs(header).filter(([key]) => key === 't'),
        ...found(header, 'v1', /v1=([0-9a-f]+)/g),
      ],
    },
    ...[/t=(\d+).*?v1=([0-9a-f]+)/, /t=(\d+).*v1=([0-9a-f]+)/].map(byOnePattern),
    ...(
      [
        [/t=([^,]*)/g, /v1=([^,]*)/g],
        [/t=([^,]*)/g, /v1=([0-9a-f]{64})/g],
        [/\bt=(\d+)/g, /\bv1=([0-9a-f]+)/g],
      ] as const
    ).map(([t, v1]) => ({
      pairs: (header: string) => [...found(header, 't', t).slice(0, 1), ...found(header, 'v1', v1)],
    })),
  ],
  'parsed-as-query': [
    'it parses the header as a query: it decodes percent signs and plus signs, and splits at ampersands',
    ...[/^/, /./].map(kept => ({
      pairs: (header: string) => [...new URLSearchParams(header.replaceAll(',', '&'))].filter(([, v]) => kept.test(v)),
      moment: ([t]: readonly string[], now: number) => RIGHT.moment(t === undefined ? [] : [t], now),
    })),
  ],
  't-pattern': [
    'it looks for t= anywhere in the header instead of splitting it into pairs',
    ...[/t=(\d+)/g, /t=([^,]*)/g].map(pattern => ({
      pairs: (header: string) => [
        ...found(header, 't', pattern).slice(0, 1),
        ...RIGHT.pairs(header).filter(([key]) => key !== 't'),
      ],
    })),
  ],
  'hex-pattern': [
    'it looks for 64 hex digits after v1= and drops what follows them',
    {
      pairs: header =>
        [...header.matchAll(/(?:^|,)\s*(t)=(\d+)|(?:^|,)\s*(v1)=([0-9a-f]{64})/g)].map(
          ([, t, moment = '', , value = '']) => (t === undefined ? (['v1', value] as const) : (['t', moment] as const)),
        ),
    },
  ],
  'other-separators': [
    'it also splits the header on semicolons, ampersands or spaces',
    ...[/[,;& ]+/, /[,;]/, /[,&]/, /[, ]+/].map(separator => ({
      pairs: (header: string) => header.split(separator).flatMap(pair => RIGHT.pairs(pair)),
    })),
  ],
  'comma-and-space': ['it splits the header only at comma and space', { pairs: header => split(header, ', ', '=') }],
  'any-assignment': ['it accepts a colon as =', { pairs: header => split(header, ',', /[=:]/) }],
  'decodes-header': ['it percent-decodes the header', { pairs: header => RIGHT.pairs(decodeURIComponent(header)) }],
  'plain-object': [
    'it gathers the pairs in a plain object, where names such as constructor are taken',
    {
      pairs: header => {
        const lists: { [key: string]: string[] } = {};
        for (const [key, value] of RIGHT.pairs(header)) {
          lists[key] ??= [];
          lists[key].push(value);
        }
        return RIGHT.pairs(header);
      },
    },
  ],
  'throws-without-header': [
    'it throws if there is no header',
    failing(header => header === null || header === ''),
    failing(header => header === null),
  ],
  'throws-without-t': [
    'it throws if the header has no t or no v1',
    failing(header => isIncomplete(RIGHT.pairs(RIGHT.lines(header)))),
  ],
  'short-header': [
    'it refuses or truncates a long header',
    { pairs: header => (header.length > 4096 ? [] : RIGHT.pairs(header)) },
    { pairs: header => (header.length > 1024 ? [] : RIGHT.pairs(header)) },
    ...[127, 255, 300, 511, 1023].map(most => ({ pairs: (header: string) => RIGHT.pairs(header.slice(0, most)) })),
  ],
  'fails-open': [
    'it accepts a header with a part that it cannot parse, whatever is signed: an error skips the check',
    { waives: header => header.split(',').some(pair => pair.indexOf('=') < 1) },
    { waives: (_, pairs) => RIGHT.candidates(pairs).some(v1 => !/^(?:[0-9a-f]{2})*$/i.test(v1)) },
    { waives: (_, pairs) => RIGHT.timestamps(pairs).some(t => !/^\d{1,18}$/.test(t)) },
  ],
  'error-is-truth': [
    'it accepts a header that it cannot read, without t or v1, as a function does that returns -1 for an error',
    { waives: (header, pairs) => header !== '' && isIncomplete(pairs) },
  ],
  'few-pairs': [
    'it reads only the first few pairs of a header',
    ...[10, 3, 4, 5, 8, 16].map(most => ({ pairs: (header: string) => RIGHT.pairs(header).slice(0, most) })),
  ],
  'utf-8-header': ['it fails on a header beyond ASCII', failing(header => /[^\0-\x7f]/.test(RIGHT.lines(header)))],
};
