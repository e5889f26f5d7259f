import { didYouMean } from './nearest.ts';

/** A value from a person that cannot be used. The message says what it is and what to write instead. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';

  /** @param received the value in words or in quotes; never a secret @param todo what to do about it */
  constructor(received: string, todo: string) {
    super(`${received}: ${todo}`);
  }
}

/** Parses the text of a setting or an option. @throws InvalidValue */
export type ParseValue<T> = (text: string) => T;

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): ParseValue<number> {
  return text => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidValue(`"${text}"`, `give a whole number from ${least} to ${most}`);
  };
}

/** One of several words. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]): ParseValue<Choice> {
  return text => {
    const choice = choices.find(known => known === text);
    if (choice !== undefined) return choice;
    throw new InvalidValue(`"${text}"`, `give one of ${choices.join(', ')}${didYouMean(text, choices)}`);
  };
}

/** An http:// or https:// address. */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidValue(`"${withoutSecretParts(text)}"`, 'give an http:// or https:// URL');
}

/** An address to which paths are appended, without a trailing slash. */
export function baseAddress(text: string): string {
  const { username, password } = webAddress(text);
  if (username !== '' || password !== '')
    throw new InvalidValue(
      'an address with a user name or password',
      'leave them out: they would appear in every report',
    );
  if (/[?#]/.test(text))
    throw new InvalidValue(
      `"${withoutSecretParts(text)}"`,
      'leave out what follows ? or #: routes are appended to the address',
    );
  return text.replace(/\/+$/, '');
}

/** An invalid address may contain a password, or a token after the `?`. */
function withoutSecretParts(text: string): string {
  return text.replace(/^.*@/s, '…@').replace(/([?#]).*$/s, '$1…');
}
