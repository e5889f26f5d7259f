import fc from 'fast-check';

/** Strings with a special meaning in a URL, or in software that handles URLs. */
const PIECES = [
  ...[
    '/',
    '\\',
    '?',
    '#',
    '%',
    '&',
    '=',
    '+',
    ';',
    ',',
    ':',
    '@',
    '~',
    '!',
    '*',
    "'",
    '(',
    ')',
    '$',
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    '.',
    '..',
    '../',
    './',
    '%2e',
    '%2F',
    '%00',
    '%',
    '%zz',
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
    '"',
    '<',
    '>',
    '|',
    '^',
    '`',
  ],
  ...[
    'é',
    'Ọ',
    'e\u0308',
    '🔑',
    '\ufeff',
    '\u200b',
    '\u202e',
    '\u2028',
    '订单',
    'simulate',
    'onramp',
    ':id',
    '{id}',
    '*',
  ],
];

/**
 * Identifiers that a service could assign, including all characters that a path must encode. Never empty, `.` or `..`,
 * which a URL path cannot contain as a segment.
 */
export function identifiers(): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 }),
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 1 }),
      fc.array(fc.uuid(), { minLength: 1, maxLength: 1 }),
    )
    .map(pieces => pieces.join(''))
    .filter(id => id !== '' && id !== '.' && id !== '..');
}
