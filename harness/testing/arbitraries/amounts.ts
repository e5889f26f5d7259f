import fc from 'fast-check';

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

/** Positive decimal strings with up to 18 digits on either side of the point, zeros at both ends included. */
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
