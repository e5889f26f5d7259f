import { BODY, each, INDENTED, signed, type Table, type Tables } from './draft.ts';

/** The header is "a list of k=v pairs containing t and one or more v1". Other pairs are ignored. */
const otherPairsCases: Table['cases'] = ({ accept, GOOD, reject, T, WRONG }) => {
  /** Pairs other than `t` and `v1`. */
  const pairs = [
    ['v0', `v0=${WRONG}`],
    ['v2-base64', 'v2=q9Xv0w=='],
    ['v2-padding-alone', 'v2=='],
    ['v2-hex', `v2=${'0'.repeat(128)}`],
    ['v10', `v10=${WRONG}`],
    ['v1a', `v1a=${WRONG}`],
    ['upper-case-v1', `V1=${WRONG}`],
    ['upper-case-t', 'T=1'],
    ['ts', 'ts=1'],
    ['ends-in-t', 'at=1'],
    ['ends-in-v1', `xv1=${WRONG}`],
    ['v01', `v01=${WRONG}`],
    ['alg', 'alg=hmac-sha256'],
    ['empty-value', 'n='],
    ['equals-in-value', 'x=y=z'],
    ['t-in-value', 'x=t=1'],
    ['v1-in-value', `x=v1=${WRONG}`],
    ['proto', '__proto__=1'],
    ['proto-of-pairs', '__proto__=t'],
    ['constructor', 'constructor=2'],
    ['to-string', 'toString=3'],
    ['has-own-property', 'hasOwnProperty=4'],
    ['length', 'length=0'],
    ['digits', '0=1'],
    ['high-bytes', '\u00e9=\u00ff'],
    ['quoted', 'note="x"'],
    ['long-value', `note=${'x'.repeat(4000)}`],
  ] as const;
  const short = (pair: string) => (pair.length > 40 ? `${pair.slice(0, 24)}…` : pair);
  return [
    accept(
      'pairs other than t and v1 are ignored',
      each(pairs, ([name, pair]) => [name, [`${short(pair)} beside a good signature`, `t=${T},${pair},v1=${GOOD}`]]),
    ),
    accept('pairs other than t and v1 are ignored, wherever they stand and however many', {
      'all-at-once': [
        'many other pairs, on every side',
        `v0=${WRONG},kid=1,t=${T},v2=YQ==,v1=${WRONG},x=,v1=${GOOD},v3=z,__proto__=1`,
      ],
      dozen: ['twelve other pairs before v1', `t=${T},${'k=1,'.repeat(12)}v1=${GOOD}`],
      repeated: ['another pair three times', `k=1,t=${T},k=2,v1=${GOOD},k=3`],
    }),
    reject(
      'no-timestamp',
      'only t is the time that was signed',
      each(['at', 'tt', 't0', 'ts', 'timestamp'], name => [
        `time-in-${name}`,
        [`the time stands in ${name}`, `${name}=${T},v1=${GOOD}`],
      ]),
    ),
    reject(
      'no-signature',
      'only v1 is the signature of this scheme; v0 in its place would be a downgrade',
      each(['v0', 'v2', 'v10', 'v01', 'v1a', 'xv1', 'V1', 'v', '1', '__proto__', 'v1[]', 'sig'], name => [
        `good-digest-in-${name}`,
        [`the digest stands in ${name}`, `t=${T},${name}=${GOOD}`],
      ]),
    ),
  ];
};

const AROUND = 'white space around pairs is left open; proxies that join header lines add a space after the comma';
const WITHIN = 'white space is left open; the harness keeps it within a pair, and signs none around a pair';
const UNSIGNED = 'an unsigned delivery is not to be acted on';

/** White space, empty elements, several header lines and size. */
const layoutCases: Table['cases'] = ({ accept, GOOD, open, reject, T, WRONG }) => {
  const SOUND = `t=${T},v1=${GOOD}`;
  const many = (count: number) => Array.from({ length: count }, () => `v1=${WRONG}`).join(',');
  return [
    open('accept', AROUND, {
      'blank-behind-comma': ['a space after the comma', `t=${T}, v1=${GOOD}`],
      'blank-before-comma': ['a space before the comma', `t=${T} ,v1=${GOOD}`],
      tabs: ['tabs around the pairs', `\tt=${T}\t,\tv1=${GOOD}\t`],
      'blanks-at-the-ends': ['spaces at both ends', `  ${SOUND}  `],
    }),
    open('signature-mismatch', WITHIN, {
      'blank-behind-equals-of-v1': ['a space after the = of v1', `t=${T},v1= ${GOOD}`],
      'blank-in-t-signed': ['a space after t, which is signed with it', signed(`${T} `)],
      'no-break-space': ['a non-breaking space before the digest', `t=${T},v1=\u00a0${GOOD}`],
    }),
    open('no-signature', WITHIN, { 'blank-before-equals-of-v1': ['a space before the = of v1', `t=${T},v1 =${GOOD}`] }),
    open('malformed-timestamp', WITHIN, {
      'blank-behind-equals-of-t': ['a space after the = of t', `t= ${T},v1=${GOOD}`],
    }),
    open('accept', 'elements that are not pairs are left open; the harness ignores them', {
      'comma-behind': ['a trailing comma', `${SOUND},`],
      'comma-before': ['a leading comma', `,${SOUND}`],
      'two-commas': ['two commas', `t=${T},,v1=${GOOD}`],
      'many-commas': ['a thousand commas', `t=${T}${','.repeat(1000)}v1=${GOOD}`],
      'bare-word': ['an element without =', `t=${T},hello,v1=${GOOD}`],
      nameless: ['an element that begins with =', `t=${T},=x,v1=${GOOD}`],
      'bare-v1': ['v1 without = beside a good one', `t=${T},v1,v1=${GOOD}`],
    }),
    open('accept', 'header arrays are left open; HTTP reads several lines as one list', {
      'one-line-array': ['an array of one line', [SOUND]],
      'two-lines': ['t and v1 on separate lines', [`t=${T}`, `v1=${GOOD}`]],
      'second-line-good': ['a second line holds the good v1', [`t=${T},v1=${WRONG}`, `v1=${GOOD}`]],
      'empty-second-line': ['an empty second line', [SOUND, '']],
      'same-line-twice': ['the same line twice', [SOUND, SOUND]],
    }),
    open('ambiguous-timestamp', 'header arrays and a repeated t are left open; the harness takes neither t', {
      'good-line-and-other-t': ['a good line, and one with another t', [SOUND, 't=1']],
    }),
    reject('no-header', UNSIGNED, { 'no-lines': ['an array of no lines', []] }),
    reject('no-timestamp', UNSIGNED, { 'empty-lines': ['an array of empty lines', ['', '']] }),
    accept('below 8 KiB every receiver reads it whole', {
      'seven-kilobytes': ['a header of 7 KiB, the good v1 last', `t=${T},${many(105)},v1=${GOOD}`],
    }),
    open('accept', 'headers over 8 KiB are left open; the harness reads them whole', {
      'over-8-kilobytes': ['a header of over 8 KiB, the good v1 last', `t=${T},${many(125)},v1=${GOOD}`],
      'long-other-pair': ['another pair of over 8 KiB', `t=${T},note=${'x'.repeat(8200)},v1=${GOOD}`],
    }),
    reject('malformed-timestamp', 'it overflows every number; it may not throw', {
      'long-t': ['t of a thousand digits', signed('9'.repeat(1000))],
    }),
    reject('signature-mismatch', 'none matches as a whole, however many there are and however lines are read', {
      'forged-lines': ['two lines, neither good', [`t=${T},v1=${WRONG}`, 'v1=']],
      'over-8-kilobytes-forged': ['a header of over 8 KiB, no v1 good', `t=${T},${many(125)}`],
      'long-v1': ['the digest and four thousand characters more', `t=${T},v1=${GOOD}${'0'.repeat(4000)}`],
    }),
  ];
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Bodies that change if they are parsed and serialized again. */
const AS_THEY_ARE = [
  ['spaced', 'blanks after separators', '{"id": "evt_1", "data": {"n": 1}}'],
  ['indented', 'indented', '{\n  "id": "evt_1"\n}'],
  ['crlf', 'indented, with CRLF', '{\r\n\t"id": "evt_1"\r\n}\r\n'],
  ['line-feed-behind', 'a line feed behind it', '{"id":"evt_1"}\n'],
  ['blanks-around', 'blanks on both sides', '  {"id":"evt_1"}  '],
  ['escaped', 'escaped characters', '{"n":"\\u00e9\\/\\u003c","id":"evt_1"}'],
  ['unicode', 'characters beyond ASCII', '{"name":"Zoë Ọlá","id":"evt_1"}'],
  ['percent', 'percent signs', '{"note":"50% %s %d %% %20","id":"evt_1"}'],
  ['markup', 'signs that HTML escapes', '{"note":"<b>A & B</b>","id":"evt_1"}'],
  ['emoji', 'characters beyond the first plane', '{"note":"🔑","id":"evt_1"}'],
  ['decomposed', 'a letter and its accent apart', '{"name":"Zoe\u0308","id":"evt_1"}'],
  ['numbers', 'numbers that are written otherwise', '{"a":1.0,"b":1e2,"c":12345678901234567890,"id":"evt_1"}'],
  ['duplicate-keys', 'a key twice', '{"id":"evt_0","id":"evt_1"}'],
  ['integer-keys', 'keys that JavaScript would sort', '{"2":"b","1":"a","id":"evt_1"}'],
  ['line-separators', 'U+2028 and U+2029', '{"s":"\u2028\u2029","id":"evt_1"}'],
  ['large-indented', 'a large one, indented', INDENTED],
  ['large', 'two hundred kilobytes', JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(200_000) })],
] as const;

/** Pairs of different bodies that some reader treats as equal. */
const LOOK_ALIKES = [
  ['rewritten', 'written again without blanks', '{"n": 1}', '{"n":1}'],
  ['spaced-out', 'written again with blanks', '{"n":1,"m":2}', '{"n": 1, "m": 2}'],
  ['large-indented', 'which is large, written again with blanks', JSON.stringify(JSON.parse(`${INDENTED}`)), INDENTED],
  ['keys-sorted', 'written again with sorted keys', '{"b":1,"a":2}', '{"a":2,"b":1}'],
  ['unescaped', 'written again without escapes', '{"n":"\\u00e9"}', '{"n":"é"}'],
  ['escaped', 'written again with escapes', '{"n":"é"}', '{"n":"\\u00e9"}'],
  ['number', 'a number written otherwise', '{"n":1.0}', '{"n":1}'],
  ['composed', 'composed Unicode for decomposed', '{"n":"e\u0308"}', '{"n":"ë"}'],
  ['line-feed-gone', 'without its line feed', '{"n":1}\n', '{"n":1}'],
  ['line-feed-added', 'with a line feed', '{"n":1}', '{"n":1}\n'],
  ['crlf', 'with LF for CRLF', '{\r\n}', '{\n}'],
  ['bom-added', 'with a BOM that was not signed', '{"n":1}', '\ufeff{"n":1}'],
  ['bom-gone', 'without the BOM that was signed', '\ufeff{"n":1}', '{"n":1}'],
  ['replacement', 'no UTF-8, signed as replacement characters', '{"n":"\ufffd"}', latin1('{"n":"\xff"}')],
  ['byte-added', 'with a byte that is not UTF-8, which a lenient decoder drops', '{"n":"x"}', latin1('{"n":"\xffx"}')],
  ['byte-gone', 'without the byte that is not UTF-8, which was signed', latin1('{"n":"x\x80"}'), '{"n":"x"}'],
  ['nul-added', 'with a NUL byte in a string', '{"n":"x"}', '{"n":"\0x"}'],
  ['latin-1', 'in Latin-1, signed in UTF-8', '{"n":"é"}', latin1('{"n":"é"}')],
  ['twice-encoded', 'in UTF-8 twice over', '{"n":"é"}', '{"n":"Ã©"}'],
  ['utf-16', 'in UTF-16', '{"n":1}', Buffer.from('{"n":1}', 'utf16le')],
  ['base64', 'in base64', '{"n":1}', btoa('{"n":1}')],
  ['quoted', 'as a JSON string', '{"n":1}', JSON.stringify('{"n":1}')],
  ['array', 'in an array', '{"n":1}', '[{"n":1}]'],
  ['array-element', 'taken out of its array', '[{"n":1}]', '{"n":1}'],
  ['cut', 'cut short by a byte', '{"n":1}', '{"n":1'],
  ['nul', 'cut at a NUL byte', '{"n":1}\0{"n":2}', '{"n":1}'],
  ['nul-behind', 'with more behind a NUL byte', '{"n":1}', '{"n":1}\0{"n":2}'],
  ['object-for-empty', 'an empty object for an empty body', '', '{}'],
] as const;

/** Correctly signed bodies that a receiver may refuse for another reason. */
const SIGNED_SO = [
  ['empty', 'an empty body', []],
  ['text', 'a body that is not JSON', 'ping'],
  ['array', 'a body that is a JSON array', '[{"id":"evt_1"}]'],
  ['bom', 'a body with a BOM', '\ufeff{"id":"evt_1"}'],
  ['not-utf-8', 'a body that is not UTF-8', [0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]],
  ['cut-character', 'a body that ends within a character', [0x22, 0xe2, 0x82]],
  ['gzip', 'a body that begins like gzip', [0x1f, 0x8b, 0x08, 0x00]],
] as const;

const bodyCases: Table['cases'] = ({ accept, open, reject, T }) => {
  const flipped = Buffer.from(BODY.map((byte, index) => (index === 40 ? byte ^ 1 : byte)));
  const otherOrder = Buffer.from(BODY.toString().replace('co_5Xk9', 'co_6Xk9'));
  return [
    accept(
      'the raw bytes are signed',
      each(AS_THEY_ARE, ([name, title, text]) => {
        const body = Buffer.from(text);
        return [name, [`a body as it is signed: ${title}`, signed(T, body), { body }]];
      }),
    ),
    reject(
      'signature-mismatch',
      'the raw bytes are signed, not what they mean',
      each(LOOK_ALIKES, ([name, title, signedBody, body]) => [
        `not-${name}`,
        [`the signed body, ${title}`, signed(T, Buffer.from(signedBody)), { body: Buffer.from(body) }],
      ]),
    ),
    reject('signature-mismatch', 'the body is altered', {
      'bit-flipped': ['one bit of the body is flipped', signed(T), { body: flipped }],
      'other-order': ['the order id is replaced', signed(T), { body: otherOrder }],
      'no-body': ['an empty body under the header of another', signed(T), { body: Buffer.alloc(0) }],
    }),
    open(
      'accept',
      'the bytes are signed, whatever they are; a receiver may refuse what it cannot read',
      each(SIGNED_SO, ([name, title, raw]) => {
        const body = Buffer.from(raw);
        return [name, [`${title}, signed as it stands`, signed(T, body), { body }]];
      }),
    ),
  ];
};

const NEVER_ACTED_ON = 'a genuine webhook with such a body is never acted on, and the service sends it again';

/** Cases about what is sent: other pairs in the header, the raw body (rule 2), and the layout of the header. */
export const MESSAGE_TABLES: Tables = {
  others: { requirement: 'signature.pairs', cases: otherPairsCases },
  body: {
    requirement: 'signature.raw-body',
    open: { varied: () => 'an unusual body', ifAccepted: NEVER_ACTED_ON, ifRefused: NEVER_ACTED_ON },
    cases: bodyCases,
  },
  layout: {
    requirement: 'signature.pairs',
    open: {
      varied: ({ header }) =>
        `${header}`.split(',').some(element => element.indexOf('=') < 1)
          ? 'an element that is not a pair'
          : 'white space within a pair',
      ifAccepted: 'two readers may see different pairs in one header',
      ifRefused: 'webhooks are never acted on if the service or a proxy writes the header so',
    },
    cases: layoutCases,
  },
};
