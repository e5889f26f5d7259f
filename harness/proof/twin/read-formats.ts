import { namesOf } from '../../sandbox/dialect/key.ts';
import { ID_FORMS } from '../../sandbox/formats/new-id.ts';

/** The form of ids in the words of a fact. */
export function idForm(words: unknown): string | undefined {
  // A UUID of any version is closest to version 4.
  const text = String(words).replace(/^UUID.*/, ID_FORMS.uuid());
  const [prefix = ''] = text.split('_ and ');
  return namesOf(ID_FORMS).find(form => ID_FORMS[form](prefix) === text);
}

const TIMES: { readonly [words: string]: string } = {
  'RFC 3339, UTC as Z, milliseconds': 'iso-ms',
  'RFC 3339, UTC as Z, whole seconds': 'iso-s',
  'RFC 3339, UTC as Z, microseconds': 'iso-us',
  'RFC 3339, with an offset, milliseconds': 'iso-offset',
  'seconds since 1970, digits in a string': 'epoch-s',
  'milliseconds since 1970, digits in a string': 'epoch-ms',
  'seconds since 1970, a number': 'epoch-s-number',
  'milliseconds since 1970, a number': 'epoch-ms-number',
};

/** The form of timestamps in the words of a fact. */
export function timeForm(words: unknown): string | undefined {
  return TIMES[String(words)];
}

/** The form of timestamps that are strings, as in resources (Resources and their fields). */
export function textTimeForm(words: unknown): string | undefined {
  const form = timeForm(words);
  return form?.endsWith('-number') ? undefined : form;
}

/** The case style of error codes. */
export function codeForm(code: unknown): 'snake' | 'screaming' | 'kebab' | undefined {
  const text = String(code);
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return 'snake';
  if (/^[A-Z]+(_[A-Z]+)+$/.test(text)) return 'screaming';
  return /^[a-z]+(-[a-z]+)+$/.test(text) ? 'kebab' : undefined;
}
