import { createHmac } from 'node:crypto';
import { BODY, CURRENT, each, type Table } from './draft.ts';

/** What a verifier of one language or another may put in place of a missing `t`: the text before the dot. */
const TEXTS = {
  empty: '',
  zero: '0',
  'minus-one': '-1',
  undefined: 'undefined',
  null: 'null',
  none: 'None',
  nil: 'nil',
  'not-a-number': 'NaN',
  'invalid-date': 'Invalid Date',
  false: 'false',
  'name-of-t': 't',
  'zero-time-of-go': '-62135596800',
  epoch: '1970-01-01T00:00:00.000Z',
} as const;

/**
 * Every message that a verifier may sign by mistake where `t` is missing, by name: how it is written in a title, and
 * its bytes.
 */
const messages = (T: string): readonly (readonly [name: string, title: string, message: Buffer])[] => [
  ...Object.entries({ ...TEXTS, now: T, 'now-in-ms': `${T}000` }).map(
    ([name, text]) => [name, `"${text}.<body>"`, Buffer.concat([Buffer.from(`${text}.`), BODY])] as const,
  ),
  ['body', 'the body alone', BODY],
  ['nothing', 'an empty text', Buffer.alloc(0)],
  ['dot', 'a dot alone', Buffer.from('.')],
  ['time', '"<now>." without a body', Buffer.from(`${T}.`)],
];

const hmacOf = (message: Buffer) => createHmac('sha256', CURRENT).update(message).digest('hex');

/** A header without `t` or without `v1`, forged with the right secret: only a verifier that goes on without accepts. */
export const incompleteCases: Table = ({ reject, T }) => {
  const all = messages(T).map(([name]) => name);
  const few = ['empty', 'undefined', 'not-a-number', 'zero', 'body', 'nothing'];
  const over = (names: readonly string[], prefix: string, what: string, header: (digest: string) => string) =>
    each(
      messages(T).filter(([name]) => names.includes(name)),
      ([name, title, message]) => [
        `${prefix}-${name}`,
        [`${what}; the digest is over ${title}`, header(hmacOf(message))],
      ],
    );
  return [
    reject(
      'no-timestamp',
      'rule 1; a default in place of a missing t must not verify',
      over(all, 'no-t', 'no t', digest => `v1=${digest}`),
    ),
    reject(
      'no-timestamp',
      'an element without = is not a pair; a default in place of a missing t must not verify',
      over(few, 'bare-t', 't without a value', digest => `t,v1=${digest}`),
    ),
    reject(
      'malformed-timestamp',
      'an empty t is not a moment; a default in its place must not verify',
      over([...few.slice(1), 'now'], 'empty-t', 'an empty t', digest => `t=,v1=${digest}`),
    ),
    reject(
      'no-signature',
      'rule 1; only a v1 is a signature',
      over([...few, 'now'], 'no-v1', 'no v1, a bare digest behind t', digest => `t=${T},${digest}`),
    ),
    reject(
      'no-signature',
      'rule 1; an element that begins with = has no name',
      over([...few, 'now'], 'nameless-v1', 'no v1, a digest behind = without a name', digest => `t=${T},=${digest}`),
    ),
    reject(
      'no-timestamp',
      'it has neither t nor v1',
      over(few, 'neither', 'only a digest', digest => digest),
    ),
  ];
};
