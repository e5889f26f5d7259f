import fc from 'fast-check';
import type { Dialect } from '../evidence/dialect.ts';
import { drawDialect } from '../sandbox/index.ts';

/** Strings with a special meaning in a URL, or in software that handles URLs. */
const PIECES = [
  ...'/\\?#%&=+;,:@~!*\'()$[]{} \t\n\r\0"<>|^`',
  ...['.', '..', '../', './', '%2e', '%2F', '%00', '%zz', 'simulate', 'onramp', ':id', '{id}'],
  ...['é', 'Ọ', 'e\u0308', '🔑', '\ufeff', '\u200b', '\u202e', '\u2028', '订单'],
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

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

/** Positive decimal strings with up to 18 digits on either side of the point, including zeros at both ends. */
export function amounts(): fc.Arbitrary<string> {
  const whole = digits(1, 18);
  return fc
    .oneof(
      whole,
      fc.tuple(whole, digits(1, 18)).map(parts => parts.join('.')),
      fc.constantFrom('1', '0.000000000000000001', '999999999999999999.999999999999999999', '0.1', '100.00', '007.50'),
    )
    .filter(text => /[1-9]/.test(text));
}

/**
 * Any conforming dialect of the sandbox. Each key is drawn independently and shrinks towards its default. Defaults are
 * omitted, so that a counterexample shows only the keys that matter.
 */
export function dialects(): fc.Arbitrary<Dialect> {
  const sizes: number[] = [];
  drawDialect(choices => {
    sizes.push(choices.length);
    return choices[0] as never;
  });
  return fc.tuple(...sizes.map(size => fc.noBias(fc.nat(size - 1)))).map(turns => {
    let key = 0;
    const drawn = drawDialect(choices => {
      const turn = turns[key++] ?? 0;
      return (turn === 0 ? undefined : choices[turn]) as never;
    });
    return withoutEmpty(JSON.parse(JSON.stringify(drawn)) as Dialect);
  });
}

/** Omits groups in which every key has its default. */
function withoutEmpty(dialect: Dialect): Dialect {
  return Object.fromEntries(
    Object.entries(dialect).filter(([, value]) => typeof value !== 'object' || Object.keys(value as object).length > 0),
  );
}
