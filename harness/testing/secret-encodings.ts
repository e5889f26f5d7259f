/** Every encoding that redaction covers, as functions from a secret to texts that contain it. */
export const ENCODINGS: { readonly [name: string]: (secret: string) => string } = {
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
export function survives(secret: string, text: string): boolean {
  return DECODERS.some(decode => decode(text).includes(secret));
}
