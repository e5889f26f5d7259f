import { attempted } from '../../base/errors.ts';
import { heldText } from '../../base/json.ts';

/** Members whose values are about a person (Verified account, Account record). */
const PERSONAL = /^(account_?name|account_?number|holder_?name|first_?name|last_?name|full_?name|iban)$/i;

/** Whether the values of a member are about a person, so that the record has pseudonyms for them. */
export function isOfPerson(name: string): boolean {
  return PERSONAL.test(name);
}

/** The longest text, as written, that may be the name of a member. */
const LONGEST_NAME = 480;

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Returns the replacement of a value; `undefined` keeps the value. */
type Replace = (value: string) => string | undefined;

/**
 * Replaces the strings and numbers of personal members in a JSON text, at any depth. The text may be broken, truncated
 * or part of another text: a string without a closing quote ends with its line. Names of members, and everything
 * between values, stay. What a string holds, such as an event in an envelope, is such a text, too. Never throws; takes
 * linear time.
 */
export function replaceValues(text: string, replace: Replace): string {
  const parts: string[] = [];
  /** For each open array and object, whether everything in it is personal. */
  const open: boolean[] = [];
  let name: string | undefined;
  let copied = 0;
  const put = (from: number, to: number, written: string) => {
    parts.push(text.slice(copied, from), written);
    copied = to;
  };
  const isPersonal = () => open.at(-1) === true || (name !== undefined && isOfPerson(name));
  for (let at = next(text, 0); at < text.length; at = next(text, at + 1)) {
    const sign = text[at] ?? '';
    if (sign === '"') {
      const end = endOfString(text, at);
      const colon = skipBlanks(text, end + 1);
      if (text[colon] === ':') {
        name = end - at > LONGEST_NAME ? undefined : unescapeJson(text.slice(at + 1, end));
        at = colon;
        continue;
      }
      const value = unescapeJson(text.slice(at + 1, end));
      const written = isPersonal() ? replace(value) : replacedWithin(value, replace);
      if (written !== undefined) put(at + 1, end, JSON.stringify(written).slice(1, -1));
      at = end;
      // After a truncated line, another text begins.
      if (text[end] === '\n') open.length = 0;
      if (text[end] === '\n') name = undefined;
    } else if (sign === '[' || sign === '{') open.push(isPersonal());
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at;
      const [number] = NUMBER.exec(text) ?? [sign];
      const written = isPersonal() ? replace(number) : undefined;
      if (written !== undefined) put(at, at + number.length, written);
      at += number.length - 1;
    }
    if ('[]{},'.includes(sign)) name = undefined;
  }
  if (copied === 0) return text;
  parts.push(text.slice(copied));
  return parts.join('');
}

/** A string that holds an object, with its personal values replaced; `undefined` if it has none. */
function replacedWithin(value: string, replace: Replace): string | undefined {
  const held = heldText(value);
  const written = held && replaceValues(held, replace);
  if (written === held) return undefined;
  return held === value ? written : Buffer.from(written ?? '').toString('base64');
}

/** Replaces the personal values of a query or a form: `account_name=Ada+Obi`. */
export function replaceInQuery(text: string, replace: Replace): string {
  if (!text.includes('=')) return text;
  return text.replace(/(?<![A-Za-z_])([A-Za-z_]{1,20})=([^&#\s"<>]+)/g, (pair, name: string, value: string) => {
    const written = isOfPerson(name) ? replace(decodeForm(value)) : undefined;
    return written === undefined ? pair : `${name}=${encodeURIComponent(written)}`;
  });
}

const SIGN = /["[\]{},\d-]/g;

/** The position of the next character that starts or ends a value; the end of the text if there is none. */
function next(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.test(text) ? SIGN.lastIndex - 1 : text.length;
}

const END_OR_ESCAPE = /["\n\\]/g;

/** The end of a string: its quote, or else the end of its line or of the text. */
function endOfString(text: string, start: number): number {
  END_OR_ESCAPE.lastIndex = start + 1;
  for (let found = END_OR_ESCAPE.exec(text); found; found = END_OR_ESCAPE.exec(text)) {
    if (found[0] !== '\\') return found.index;
    // Skip the escaped character.
    END_OR_ESCAPE.lastIndex++;
  }
  return text.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function unescapeJson(text: string): string {
  return text.includes('\\') ? (attempted((): string => JSON.parse(`"${text}"`)) ?? text) : text;
}

function decodeForm(text: string): string {
  return attempted(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text;
}
