import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convert, isAmount, mismatchOf } from './decimal.ts';

const digits = fc.stringMatching(/^\d{1,18}$/);
const amounts = fc.oneof(
  digits,
  fc.tuple(digits, digits).map(parts => parts.join('.')),
);

/** A decimal string as a whole number of its last decimal place, and the number of its decimal places. */
function parts(text: string): readonly [digits: bigint, places: number] {
  const [whole = '', fraction = ''] = text.split('.');
  return [BigInt(whole + fraction), fraction.length];
}

it('The product of two decimal strings is exact, and rounded down to its places', () => {
  fc.assert(
    fc.property(amounts, amounts, fc.constantFrom(2, 6), (amount, rate, places) => {
      const [[a, ofA], [b, ofB], [product, own]] = [parts(amount), parts(rate), parts(convert(amount, rate, places))];
      const [exact, scale] = [a * b * 10n ** BigInt(places), 10n ** BigInt(ofA + ofB)];
      expect(own).toBe(places);
      expect([product * scale <= exact, exact < (product + 1n) * scale]).toEqual([true, true]);
    }),
  );
  expect(convert('007.50', '2', 2)).toBe('15.00');
});

it('Decimal strings are compared by value, not by text', async () => {
  const number = fc.integer({ min: -1_000, max: 1_000 });
  const exponent = fc.integer({ min: 0, max: 5 });
  await fc.assert(
    fc.property(number, exponent, number, (left, power, right) => {
      const text = `${(left / 10).toFixed(1)}e${power}`;
      const difference = Math.sign(left * 10 ** power - right);
      return mismatchOf(text, (right / 10).toFixed(2)) === ['less', 'none', 'more'][difference + 1];
    }),
  );
  expect(mismatchOf('0.000000000000000001', '0.000000000000000002')).toBe('less');
  expect(mismatchOf('1E99', '999999999999999999.999999999999999999')).toBe('more');
});

it.each(['1', '0.5', '100.00', '007'])('The decimal string %s is an amount', text => expect(isAmount(text)).toBe(true));
it.each(['', '0', '0.00', '-1', '+1', '1e3', '1,000', '.5', '5.', ' 1', '0x1', 'NaN', '1'.repeat(19)])(
  'decimal strings %j is not an amount',
  text => expect(isAmount(text)).toBe(false),
);
