import { BODY, each, signed, type Table } from './draft.ts';

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
  ['large', 'two hundred kilobytes', JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(200_000) })],
] as const;

/** Pairs of different bodies that some reader treats as equal. */
const LOOK_ALIKES = [
  ['rewritten', 'written again without blanks', '{"n": 1}', '{"n":1}'],
  ['spaced-out', 'written again with blanks', '{"n":1,"m":2}', '{"n": 1, "m": 2}'],
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
  ['empty', 'gone', '{"n":1}', ''],
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
      'no-body': ['the body is dropped', signed(T), { body: Buffer.alloc(0) }],
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

/** Rule 2: the signature covers the raw bytes of the body. */
export const BODY_TABLE: Table = {
  requirement: 'signature.raw-body',
  open: { varied: 'an unusual body', ifAccepted: NEVER_ACTED_ON, ifRefused: NEVER_ACTED_ON },
  cases: bodyCases,
};
