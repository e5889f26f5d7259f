/** Members whose values are about a person (Verified account, Account record). */
const PERSONAL = /^(account_?name|account_?number|holder_?name|first_?name|last_?name|full_?name|iban)$/i;

/** Last words of members whose values mean something to the judgement, whatever a person is called. */
const MEANING: ReadonlySet<string> = new Set(
  (
    'id uuid key type event kind topic action status state mode code currency amount rate price network chain asset ' +
    'token provider version address at time date timestamp'
  ).split(' '),
);

/** Longest text, as written, that is read as the name of a member. */
const LONGEST_NAME = 480;

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Where a value stands: at a place that holds personal values, at one that has another meaning, or elsewhere. */
export type Standing = 'personal' | 'meaning' | 'elsewhere';

/** What to write in place of a value; undefined: what it is. */
export type Replace = (value: string, standing: Standing) => string | undefined;

/**
 * Replaces strings and numbers of a JSON text, which may be broken or cut, or be part of another text. Names of
 * members stay, as does everything between values. All that a personal member holds is personal, at any depth. Never
 * throws; takes linear time.
 * @param endsWithLine whether a string ends with its line where no quote ends it before
 */
export function replaceValues(text: string, replace: Replace, { endsWithLine = false } = {}): string {
  const parts: string[] = [];
  /** For each array and object that is open: where its items stand, and its members without a meaning of their own. */
  const open: Standing[] = [];
  let name: string | undefined;
  let copied = 0;
  const put = (from: number, to: number, written: string) => {
    parts.push(text.slice(copied, from), written);
    copied = to;
  };
  const standing = () => {
    const around = open.at(-1) ?? 'elsewhere';
    return name === undefined || around === 'personal' ? around : standingOf(name);
  };
  for (let at = next(text, 0); at < text.length; at = next(text, at + 1)) {
    const sign = text[at] ?? '';
    if (sign === '"') {
      const quote = endOfString(text, at);
      const line = endsWithLine ? text.slice(at, quote).indexOf('\n') : -1;
      const end = line < 0 ? quote : at + line;
      const colon = skipBlanks(text, end + 1);
      if (text[colon] === ':') {
        name = end - at > LONGEST_NAME ? undefined : unescapeJson(text.slice(at + 1, end));
        at = colon;
        continue;
      }
      const written = replace(unescapeJson(text.slice(at + 1, end)), standing());
      if (written !== undefined) put(at + 1, end, JSON.stringify(written).slice(1, -1));
      at = end;
      if (line >= 0) open.length = 0;
      if (line >= 0) name = undefined;
    } else if (sign === '[') open.push(standing());
    else if (sign === '{') open.push(standing() === 'personal' ? 'personal' : 'elsewhere');
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at;
      const [number] = NUMBER.exec(text) ?? [sign];
      // A number elsewhere is as likely an amount or a time as an account.
      const written = standing() === 'personal' ? replace(number, 'personal') : undefined;
      if (written !== undefined) put(at, at + number.length, written);
      at += number.length - 1;
    }
    if ('[]{},'.includes(sign)) name = undefined;
  }
  if (copied === 0) return text;
  parts.push(text.slice(copied));
  return parts.join('');
}

/** Replaces the values of a query or a form: `account_name=Ada+Obi`. */
export function replaceInQuery(text: string, replace: Replace): string {
  if (!text.includes('=')) return text;
  return text.replace(/(?<![A-Za-z_])([A-Za-z_]{1,20})=([^&#\s"<>]+)/g, (pair, name: string, value: string) => {
    const written = replace(decodeForm(value), standingOf(name));
    return written === undefined ? pair : `${name}=${encodeURIComponent(written)}`;
  });
}

const SIGN = /["[\]{},\d-]/g;

/** Where the next character stands that a value begins or ends with; the end of the text where there is none. */
function next(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.test(text) ? SIGN.lastIndex - 1 : text.length;
}

function standingOf(name: string | undefined): Standing {
  if (name === undefined) return 'elsewhere';
  if (PERSONAL.test(name)) return 'personal';
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1_').split(/[_.-]/);
  return MEANING.has(words.at(-1)?.toLowerCase() ?? '') ? 'meaning' : 'elsewhere';
}

/** Where the quote stands that ends a string of a JSON text; the end of the text where it is cut. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
