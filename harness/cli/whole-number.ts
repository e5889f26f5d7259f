import { HarnessError } from '../core/errors.ts';
import { type Given, text } from './command.ts';

/** An option that is a whole number from 0; undefined where it is not given. @throws HarnessError `option-invalid` (usage) */
export function wholeNumber(given: Given, name: string, most: number): number | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new HarnessError('option-invalid', 'usage', `--${name} is "${value}"`, {
    expected: `a whole number up to ${most}`,
  });
}
