import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEncoding, replaceEncoded } from './encodings.ts';
import { Redactor } from './redaction.ts';

/** What is found of a text: what its replacement replaced. */
function found(text: string, within: string): string | undefined {
  const [before = '', after] = replaceEncoded(within, new RegExp(anyEncoding(text), 'g'), () => '\0').split('\0');
  return after === undefined ? undefined : within.slice(before.length, within.length - after.length);
}

// That each encoding is found is asked below; here, that nothing around it is taken for a part of it.
test.each([
  ['in the other letter case', 'Key/é', 'kEY/É'],
  ['as a JSON string', 'a/b "c\\d"', 'a\\/b \\"c\\\\d\\"'],
  ['percent-encoded byte by byte', 'né', '%6e%C3%a9'],
  ['with HTML entities', 'a<b&', '&#97;&lt;&#x62;&amp;'],
  ['in UTF-8 that was read as Latin-1', 'clé!', 'clÃ©!'],
])('Finds a text %s', (_, text, within) => {
  expect(found(text, `before${within}after`)).toBe(within);
});

test.each([0, 1, 2])('Finds base64 of a text that begins %i bytes into a group', offset => {
  const text = 'sk_test_??>>~~';
  const whole = Buffer.from(`${'x'.repeat(offset)}${text}and more`).toString('base64');
  const match = found(text, whole) ?? '';
  // At most two characters on either side are left, whose bits it shares with its neighbours.
  expect(match.length).toBeGreaterThanOrEqual(Math.floor((text.length * 4) / 3) - 1);
  expect(whole).toContain(match);
  const url = whole.replaceAll('+', '-').replaceAll('/', '_');
  expect(found(text, url)).toBe(match.replaceAll('+', '-').replaceAll('/', '_'));
  expect(found(text, encodeURIComponent(whole))).toBe(encodeURIComponent(match));
  expect(found(text, whole.replaceAll('/', '\\/'))).toBe(match.replaceAll('/', '\\/'));
});

test('Does not find a text that is absent', () => {
  expect(found('sk_test_1', 'sk_test_2 c2tfdGVzdF8y 736b5f746573745f32')).toBeUndefined();
  expect(found('a.b', 'axb')).toBeUndefined();
});

/** Every encoding that redaction covers, as functions from a secret to texts that contain it. */
const ENCODINGS: { readonly [name: string]: (secret: string) => string } = {
  raw: secret => `key=${secret};`,
  'JSON-escaped': secret => JSON.stringify({ message: `bad key ${secret}!` }),
  '\\u-escaped in lower case': secret => escaped(secret),
  '\\u-escaped in upper case': secret => escaped(secret).toUpperCase().replaceAll('\\U', '\\u'),
  encodeURIComponent: secret => `?key=${encodeURIComponent(secret)}&x=1`,
  'encodeURIComponent in lower case': secret => encodeURIComponent(secret).replace(/%../g, byte => byte.toLowerCase()),
  'every byte percent-encoded in lower case': secret => hex(secret).replace(/../g, '%$&'),
  'every byte percent-encoded in upper case': secret => hex(secret).toUpperCase().replace(/../g, '%$&'),
  'form-encoded': secret => new URLSearchParams({ key: secret }).toString(),
  'hexadecimal in lower case': secret => `0x${hex(secret)}`,
  'hexadecimal in upper case': secret => `0x${hex(secret).toUpperCase()}`,
  'decimal HTML entities': secret => `<b>${entities(secret, unit => `&#${unit};`)}</b>`,
  'hexadecimal HTML entities': secret => entities(secret, unit => `&#x${unit.toString(16).toUpperCase()};`),
  'HTML entities by name': secret => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ...Object.fromEntries(
    [0, 1, 2].flatMap(offset =>
      (['base64', 'base64url'] as const).map(form => [
        `${form} at alignment ${offset}`,
        (secret: string) => Buffer.from(`${'u'.repeat(offset)}${secret}:tail`).toString(form),
      ]),
    ),
  ),
};

/** Encodes every character that is not a letter, and every second letter, as an entity. */
function entities(text: string, write: (unit: number) => string): string {
  return Array.from(text, (character, nth) =>
    nth % 2 === 0 || /\W/.test(character) ? write(character.codePointAt(0) ?? 0) : character,
  ).join('');
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

function escaped(text: string): string {
  return text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Decodes a text in each encoding. It shares no code with the redaction. */
const DECODERS: readonly ((text: string) => string)[] = [
  text => text,
  unpercent,
  text => unpercent(text.replaceAll('+', ' ')),
  unescaped,
  fromEntities,
  fromHex,
  fromBase64,
];

function fromHex(text: string): string {
  return [0, 1].map(skip => decodeRuns(text, /[0-9a-f]{8,}/gi, 'hex', skip)).join();
}

function fromBase64(text: string): string {
  return [0, 1, 2, 3].map(skip => decodeRuns(text, /[A-Za-z0-9+/_-]{8,}/g, 'base64', skip)).join();
}

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function fromEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hexadecimal, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16))
      : (NAMED[name] ?? whole),
  );
}

function unpercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, unit: string | undefined, short: string) =>
    unit === undefined
      ? ({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[short] ?? short)
      : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** Decodes runs without their first `skip` characters, which may belong to the preceding text. */
function decodeRuns(text: string, runs: RegExp, encoding: 'hex' | 'base64', skip: number): string {
  return [...text.matchAll(runs)].map(([run]) => Buffer.from(run.slice(skip), encoding).toString('utf8')).join();
}

/** Whether a text contains a secret, in plain text or in a common encoding. */
function survives(secret: string, text: string): boolean {
  return DECODERS.some(decode => decode(text).includes(secret));
}

/** A secret that neither the surrounding texts nor its replacement contain. */
const secrets = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' }),
    fc.string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...Array.from('aZ09_-+/=?&%\\"\'<>. \n\té߀😀ツ')) }),
    fc.base64String({ minLength: 12, maxLength: 40 }),
    fc.uuid().map(id => `sk_test_${id}`),
  )
  .filter(secret => secret.isWellFormed() && new Set(secret).size > 4);

test.each(Object.keys(ENCODINGS))('No secret survives in a text that holds it %s', name => {
  const encode = ENCODINGS[name] as (secret: string) => string;
  fc.assert(
    fc.property(secrets, fc.constantFrom('', ' ', '<', ', ', '\n'), (secret, around) => {
      const redactor = new Redactor(Buffer.alloc(32, 7));
      redactor.addSecret({ name: 'SECRET', value: secret });
      const text = around + encode(secret) + around;
      expect(redactor.leaks(text)).toEqual(['SECRET']);
      const clean = redactor.text(text);
      expect(clean).toContain('[redacted SECRET]');
      expect(survives(secret, text)).toBe(true);
      expect(survives(secret, clean)).toBe(false);
      expect(redactor.leaks(clean)).toEqual([]);
      expect(JSON.stringify(redactor.value({ a: [text], b: { [text]: 1 } }))).toBe(
        JSON.stringify({ a: [clean], b: { [clean]: 1 } }),
      );
    }),
    { numRuns: 20 },
  );
});
