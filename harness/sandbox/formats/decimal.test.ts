import { describe, expect, it } from 'vitest';
import { compareAmounts, convert, isAmount } from './decimal.ts';

describe('decimal strings', () => {
  it('are converted exactly and rounded down', () => {
    expect(convert('0.1', '0.2', 2)).toBe('0.02');
    expect(convert('999999999999999999.999999999999999999', '1', 18)).toBe('999999999999999999.999999999999999999');
    expect(convert('1', '0.999999999', 6)).toBe('0.999999');
    expect(convert('0.000001', '0.000001', 6)).toBe('0.000000');
  });

  it('are compared by value, not by text', () => {
    expect(compareAmounts('100', '100.00')).toBe(0);
    expect(compareAmounts('9', '10')).toBeLessThan(0);
  });

  it.each(['1', '0.5', '100.00', '007'])('%s is an amount', text => expect(isAmount(text)).toBe(true));
  it.each(['', '0', '0.00', '-1', '+1', '1e3', '1,000', '.5', '5.', ' 1', '0x1', 'NaN', '1'.repeat(19)])(
    '%j is not an amount',
    text => expect(isAmount(text)).toBe(false),
  );
});
