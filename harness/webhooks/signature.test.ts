import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIMESTAMP_UNITS, type TimestampUnit } from '../core/dialect.ts';
import { formatTimestamp } from '../core/timestamp.ts';
import {
  type SignatureVerdict,
  type SignedMessage,
  signatureHeader,
  signatureOf,
  TOLERANCE_SECONDS,
  verifySignature,
} from './signature.ts';

const NOW = 1_700_000_000_000;
const T = '1700000000';
const SECRET = 'whsec_of_the_test';
const BODY = Buffer.from('{"id":"evt_1"}');
const DIGEST = signatureOf(T, BODY, SECRET);

/** The verdict on a delivery that is right but for what a test changes. */
const verdict = (change: Partial<SignedMessage> = {}): SignatureVerdict =>
  verifySignature({ header: `t=${T},v1=${DIGEST}`, body: BODY, secrets: [SECRET], now: NOW, ...change });

const accepted = { accepted: true, secret: 0 };
const refused = (reason: string) => ({ accepted: false, reason });

/** HMAC as RFC 2104 writes it, over nothing but SHA-256. */
function hmacSha256(key: Buffer, message: Buffer): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const block = Buffer.alloc(64);
  (key.length > 64 ? sha256(key) : key).copy(block);
  const inner = sha256(block.map(byte => byte ^ 0x36) as Buffer, message);
  return sha256(block.map(byte => byte ^ 0x5c) as Buffer, inner).toString('hex');
}

/**
 * A second verifier, written from the specification and by brute force: the header byte by byte, `t` digit by digit,
 * the digest from SHA-256 alone. It shares nothing with the first but `t` in seconds, and our reading of what is open:
 * blanks around pairs, one `t` however often it is written, no empty secret, at most 24 digits.
 */
function acceptsBySpecification(header: string, body: Buffer, secrets: readonly string[], now: number): boolean {
  const pairs: { key: string; value: string }[] = [];
  let key = '';
  let value: string | undefined;
  let element = '';
  for (const character of [...header, ',']) {
    if (character === ',') {
      const blanks = { before: 0, after: 0 };
      while (' \t'.includes(element[blanks.before] ?? 'x')) blanks.before++;
      while (blanks.after < element.length && ' \t'.includes(element.at(-1 - blanks.after) ?? 'x')) blanks.after++;
      if (value !== undefined && key.slice(blanks.before) !== '') {
        const end = Math.max(0, value.length - blanks.after);
        pairs.push({ key: key.slice(blanks.before), value: value.slice(0, end) });
      }
      [key, value, element] = ['', undefined, ''];
      continue;
    }
    element += character;
    if (value !== undefined) value += character;
    else if (character === '=') value = '';
    else key += character;
  }
  const times = pairs.filter(pair => pair.key === 't').map(pair => pair.value);
  const digests = pairs.filter(pair => pair.key === 'v1').map(pair => pair.value);
  const [t] = times;
  if (t === undefined || new Set(times).size > 1 || t === '' || t.length > 24) return false;
  let seconds = 0;
  for (const digit of t) {
    if (!'0123456789'.includes(digit)) return false;
    seconds = seconds * 10 + '0123456789'.indexOf(digit);
  }
  if (Math.abs(now - seconds * 1000) > 300_000) return false;
  const message = Buffer.concat([Buffer.from(`${t}.`), body]);
  return secrets.some(secret => secret !== '' && digests.includes(hmacSha256(Buffer.from(secret), message)));
}

const bodies = fc.uint8Array({ maxLength: 64 }).map(bytes => Buffer.from(bytes));
const codeUnits = fc.nat(0xffff).map(code => String.fromCharCode(code));
const secretTexts = fc.string({ minLength: 1, maxLength: 80, unit: codeUnits }).map(text => text.toWellFormed());
const nearTimes = fc.integer({ min: -300, max: 300 }).map(delta => String(NOW / 1000 + delta));

describe('the specification', () => {
  test('a known answer: a digest that OpenSSL computed', () => {
    // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_of_the_test
    expect(DIGEST).toBe('354ad323beb354315072cd0a1fa851657d9cfcac11e358823d7e991a7891d715');
    expect(signatureHeader(T, BODY, [SECRET])).toBe(`t=1700000000,v1=${DIGEST}`);
    expect(verdict()).toEqual(accepted);
  });

  test('both verifiers say the same of every header that is nearly right', () => {
    const elements = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('T', 'right', 'old-right') },
      fc.constantFrom('t=', 't=+1700000000', 't=1700000000 ', 't=01700000000', 't=1700000001', 't=1.7e9', 't', ''),
      fc.constantFrom('v1=', 'v1', 'v0=right', 'v1=RIGHT', 'v1= right', 'v1=right=', 'V1=right', '=right', 'v1=rightx'),
      fc.constantFrom('__proto__=1', 'x=y=z', '\u00a0t=1700000000', 'v1=short', 'kid=1'),
      fc.string({ unit: fc.constantFrom('t', 'v', '1', '=', ',', ' ', '\t', '7', '0'), maxLength: 6 }),
    );
    const separators = fc.constantFrom(',', ', ', ' ,\t', ',,', ';');
    fc.assert(
      fc.property(
        fc.array(elements, { maxLength: 6 }),
        separators,
        bodies,
        fc.boolean(),
        (parts, separator, body, late) => {
          const right = signatureOf(T, body, SECRET);
          const header = parts
            .map(part =>
              part
                .replace(/^T$/, `t=${T}`)
                .replace(/^right$|^old-right$/, `v1=${part === 'right' ? right : signatureOf(T, body, 'old')}`),
            )
            .map(part =>
              part.replace('RIGHT', right.toUpperCase()).replace('right', right).replace('short', right.slice(1)),
            )
            .join(separator);
          const now = late ? NOW + 300_001 : NOW;
          for (const secrets of [[SECRET], ['old', SECRET], ['', SECRET], []]) {
            expect(verifySignature({ header, body, secrets, now }).accepted, header).toBe(
              acceptsBySpecification(header, body, secrets, now),
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('both verifiers say the same of any bytes, and neither throws', () => {
    const bytes = fc.uint8Array({ maxLength: 100 }).map(array => Buffer.from(array).toString('latin1'));
    fc.assert(
      fc.property(fc.oneof(bytes, fc.string({ unit: codeUnits })), bodies, (noise, body) => {
        for (const header of [noise, `t=${T},v1=${signatureOf(T, body, SECRET)},${noise}`, `t=${T},v1=${noise}`]) {
          const { accepted: first } = verifySignature({ header, body, secrets: [SECRET], now: NOW });
          expect(first).toBe(acceptsBySpecification(header, body, [SECRET], NOW));
        }
      }),
    );
  });

  test('both digests agree, whatever the secret and the body', () => {
    fc.assert(
      fc.property(nearTimes, bodies, secretTexts, (t, body, secret) => {
        const message = Buffer.concat([Buffer.from(`${t}.`), body]);
        expect(signatureOf(t, body, secret)).toBe(hmacSha256(Buffer.from(secret), message));
      }),
    );
  });
});

describe('what is signed', () => {
  test('verifies, in every unit', () => {
    fc.assert(
      fc.property(
        bodies,
        secretTexts,
        fc.constantFrom(...TIMESTAMP_UNITS),
        fc.integer({ min: -299, max: 299 }),
        (body, secret, unit, ahead) => {
          const t = formatTimestamp(BigInt(NOW + ahead * 1000) * 1_000_000n, unit);
          const header = signatureHeader(t, body, [secret]);
          expect(verifySignature({ header, body, secrets: [secret], now: NOW, unit })).toEqual(accepted);
        },
      ),
    );
  });

  test('does not verify with any one bit of the body changed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(), (bytes, at) => {
        const header = signatureHeader(T, bytes, [SECRET]);
        const changed = Uint8Array.from(bytes);
        const index = (at >> 3) % bytes.length;
        changed[index] = (bytes[index] ?? 0) ^ (1 << (at & 7));
        expect(verdict({ header, body: bytes })).toEqual(accepted);
        expect(verdict({ header, body: changed })).toEqual(refused('signature-mismatch'));
      }),
    );
  });

  test('does not verify with any one bit of t, the digest or the secret changed', () => {
    const flip = (text: string, bit: number) =>
      Array.from(text, (character, index) =>
        index === bit >> 3 ? String.fromCharCode(character.charCodeAt(0) ^ (1 << (bit & 7))) : character,
      ).join('');
    for (let bit = 0; bit < 8 * T.length; bit++) {
      const verdictOnT = verdict({ header: `t=${flip(T, bit)},v1=${DIGEST}` });
      expect(verdictOnT.accepted, `bit ${bit} of t`).toBe(false);
    }
    for (let bit = 0; bit < 8 * DIGEST.length; bit++) {
      expect(verdict({ header: `t=${T},v1=${flip(DIGEST, bit)}` }).accepted, `bit ${bit} of the digest`).toBe(false);
    }
    for (let bit = 0; bit < 8 * SECRET.length; bit++) {
      const changed = Buffer.from(SECRET);
      const index = bit >> 3;
      changed[index] = (changed[index] ?? 0) ^ (1 << (bit & 7));
      expect(verdict({ secrets: [changed.toString('latin1')] })).toEqual(refused('signature-mismatch'));
    }
  });

  test('does not verify with a byte more or less', () => {
    for (const body of [BODY.subarray(1), BODY.subarray(0, -1), Buffer.concat([BODY, Buffer.from('\n')])]) {
      expect(verdict({ body })).toEqual(refused('signature-mismatch'));
    }
  });

  test('cannot be cut between t and body elsewhere', () => {
    const header = signatureHeader('17000000', Buffer.from('00.x'), [SECRET]);
    expect(verdict({ header: header.replace('t=17000000', `t=${T}`), body: Buffer.from('x') })).toEqual(
      refused('signature-mismatch'),
    );
    const shifted = signatureOf(T, Buffer.from('{"n":15}'), SECRET);
    expect(verdict({ header: `t=${T}.{"n":1,v1=${shifted}`, body: Buffer.from('5}') })).toEqual(
      refused('malformed-timestamp'),
    );
  });

  test.each([
    ['an empty body', Buffer.alloc(0)],
    ['a BOM', Buffer.from('\ufeff{}')],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['a line feed at the end', Buffer.from('{}\n')],
    ['a megabyte', Buffer.alloc(1024 * 1024, 'x')],
    ['part of a longer buffer', Buffer.from('before{}after').subarray(6, 8)],
  ])('is the raw bytes: %s', (_, body) => {
    expect(verdict({ header: signatureHeader(T, body, [SECRET]), body })).toEqual(accepted);
    expect(verdict({ header: signatureHeader(T, body, [SECRET]), body: new Uint8Array(body) })).toEqual(accepted);
  });

  test('an added or a missing BOM, and a replacement character, are changes', () => {
    const plain = Buffer.from('{}');
    const marked = Buffer.from('\ufeff{}');
    expect(verdict({ header: signatureHeader(T, plain, [SECRET]), body: marked })).toEqual(
      refused('signature-mismatch'),
    );
    expect(verdict({ header: signatureHeader(T, marked, [SECRET]), body: plain })).toEqual(
      refused('signature-mismatch'),
    );
    const broken = Buffer.from([0xff]);
    const replaced = Buffer.from('\ufffd');
    expect(verdict({ header: signatureHeader(T, replaced, [SECRET]), body: broken })).toEqual(
      refused('signature-mismatch'),
    );
  });
});

describe('rotation', () => {
  const names = ['alpha', 'beta', 'gamma', 'delta'];

  test('any signature under any known secret suffices, and the first such secret is named', () => {
    fc.assert(
      fc.property(fc.subarray(names), fc.subarray(names), fc.integer(), (signing, known, turn) => {
        const rotated = signing.map((_, index) => signing[(index + Math.abs(turn)) % signing.length] ?? '');
        const header = signatureHeader(T, BODY, rotated);
        const first = known.findIndex(secret => signing.includes(secret));
        const reason = signing.length === 0 ? 'no-signature' : known.length === 0 ? 'no-secret' : 'signature-mismatch';
        expect(verdict({ header, secrets: known })).toEqual(
          first < 0 ? refused(reason) : { accepted: true, secret: first },
        );
      }),
    );
  });

  test('the order of pairs, and pairs that are not known, do not matter', () => {
    const others = fc.stringMatching(/^[a-z0-9_]{1,8}=[ -+\--~]{0,20}$/).filter(pair => !/^(t|v1)=/.test(pair));
    const pairs = fc
      .array(others, { maxLength: 6 })
      .chain(more => fc.shuffledSubarray([...more, `t=${T}`, `v1=${DIGEST}`, 'v1=0'], { minLength: more.length + 3 }));
    fc.assert(
      fc.property(pairs, elements => {
        expect(verdict({ header: elements.join(',') })).toEqual(accepted);
        expect(verdict({ header: elements })).toEqual(accepted);
      }),
    );
  });

  test('an empty secret is passed over, and counts in no position but its own', () => {
    const header = signatureHeader(T, BODY, ['']);
    expect(verdict({ header, secrets: [''] })).toEqual(refused('no-secret'));
    expect(verdict({ header, secrets: ['', ''] })).toEqual(refused('no-secret'));
    expect(verdict({ header, secrets: ['', SECRET] })).toEqual(refused('signature-mismatch'));
    expect(verdict({ secrets: ['', SECRET] })).toEqual({ accepted: true, secret: 1 });
  });

  test('a secret is taken as it stands', () => {
    for (const secret of [' blank ', 'whsec_abc', 'c2VjcmV0', '0a0b', 'séçrét', '😀', 'x'.repeat(200)]) {
      const header = signatureHeader(T, BODY, [secret]);
      expect(verdict({ header, secrets: [secret] })).toEqual(accepted);
      expect(verdict({ header, secrets: [`${secret} `, secret.slice(0, -1)] })).toEqual(refused('signature-mismatch'));
    }
  });

  test('more secrets than are kept at hand are all told apart', () => {
    const many = Array.from({ length: 80 }, (_, index) => `secret ${index}`);
    for (const turn of [1, 2]) {
      for (const [index, secret] of many.entries()) {
        expect(verdict({ header: signatureHeader(T, BODY, [secret]), secrets: many }), `turn ${turn}`).toEqual({
          accepted: true,
          secret: index,
        });
      }
    }
  });
});

describe('reasons', () => {
  const cases: readonly (readonly [string, SignedMessage['header'], string])[] = [
    ['no header', null, 'no-header'],
    ['an empty header', '', 'no-header'],
    ['no lines', [], 'no-header'],
    ['an empty line', [''], 'no-timestamp'],
    ['no t', `v1=${DIGEST}`, 'no-timestamp'],
    ['another scheme', 'sha256=abc', 'no-timestamp'],
    ['a t that is only named', `t,v1=${DIGEST}`, 'no-timestamp'],
    ['an upper-case T', `T=${T},v1=${DIGEST}`, 'no-timestamp'],
    ['t behind a BOM', `\ufefft=${T},v1=${DIGEST}`, 'no-timestamp'],
    ['two t that differ', `t=${T},t=1700000001,v1=${DIGEST}`, 'ambiguous-timestamp'],
    ['two t, one malformed', `t=${T},t=x,v1=${DIGEST}`, 'ambiguous-timestamp'],
    ['two t that are equal as numbers only', `t=${T},t=0${T},v1=${DIGEST}`, 'ambiguous-timestamp'],
    ['an empty t', `t=,v1=${DIGEST}`, 'malformed-timestamp'],
    ['no v1', `t=${T}`, 'no-signature'],
    ['only a v0', `t=${T},v0=${DIGEST}`, 'no-signature'],
    ['only a v2', `t=${T},v2=${DIGEST}`, 'no-signature'],
    ['an upper-case V1', `t=${T},V1=${DIGEST}`, 'no-signature'],
    ['an empty v1', `t=${T},v1=`, 'signature-mismatch'],
    ['an upper-case digest', `t=${T},v1=${DIGEST.toUpperCase()}`, 'signature-mismatch'],
    ['a digest cut short', `t=${T},v1=${DIGEST.slice(0, -1)}`, 'signature-mismatch'],
    ['a digest too long', `t=${T},v1=${DIGEST}0`, 'signature-mismatch'],
    ['junk behind the digest', `t=${T},v1=${DIGEST}=junk`, 'signature-mismatch'],
    ['a blank before the digest', `t=${T},v1= ${DIGEST}`, 'signature-mismatch'],
    ['a non-breaking space before the digest', `t=${T},v1=\u00a0${DIGEST}`, 'signature-mismatch'],
    ['a byte beyond ASCII in the digest', `t=${T},v1=${DIGEST.slice(0, -1)}\u00e9`, 'signature-mismatch'],
    ['a last character that is right but for a high byte', `t=${T},v1=${highByte(DIGEST)}`, 'signature-mismatch'],
    ['64 characters of two bytes each', `t=${T},v1=${'é'.repeat(64)}`, 'signature-mismatch'],
    ['digits that are no hex', `t=${T},v1=${'z'.repeat(64)}`, 'signature-mismatch'],
    ['pairs separated by semicolons', `t=${T};v1=${DIGEST}`, 'malformed-timestamp'],
  ];

  test.each(cases)('%s', (_, header, reason) => {
    expect(verdict({ header })).toEqual(refused(reason));
  });

  test.each(['+1700000000', '-1', '1700000000.0', '1.7e9', '1_700_000_000', '0x6553f100', '١٧٠٠٠٠٠٠٠٠', 'NaN', 'x'])(
    't=%s is malformed, even when it is signed so',
    t => {
      expect(verdict({ header: signatureHeader(t, BODY, [SECRET]) })).toEqual(refused('malformed-timestamp'));
    },
  );

  test('of several the first in this order is told', () => {
    const old = `t=1,v1=${signatureOf('1', BODY, SECRET)}`;
    expect(verdict({ header: null, secrets: [] })).toEqual(refused('no-header'));
    expect(verdict({ header: 'x=1', secrets: [] })).toEqual(refused('no-timestamp'));
    expect(verdict({ header: 't=a,t=b', secrets: [] })).toEqual(refused('ambiguous-timestamp'));
    expect(verdict({ header: 't=a', secrets: [] })).toEqual(refused('malformed-timestamp'));
    expect(verdict({ header: 't=1', secrets: [] })).toEqual(refused('no-signature'));
    expect(verdict({ header: old, secrets: [] })).toEqual(refused('no-secret'));
    expect(verdict({ header: old, secrets: ['other'] })).toEqual(refused('signature-mismatch'));
    expect(verdict({ header: old })).toEqual(refused('timestamp-too-old'));
  });

  test.each([
    ['equal t twice', `t=${T},t=${T},v1=${DIGEST}`],
    ['an empty v1 before the right one', `t=${T},v1=,v1=${DIGEST}`],
    ['malformed candidates before the right one', `t=${T},v1=zz,v1=${'é'.repeat(64)},v1=${DIGEST}`],
    ['malformed candidates behind the right one', `t=${T},v1=${DIGEST},v1=zz,v1=`],
    ['empty elements', `,t=${T},,v1=${DIGEST},`],
    ['blanks around pairs', `  t=${T} ,\t v1=${DIGEST} `],
    ['names that objects have', `__proto__=1,t=${T},constructor=2,v1=${DIGEST},toString=3`],
    ['other schemes with padding', `t=${T},v2=YWJj==,v1=${DIGEST},v1a==`],
  ])('%s is no reason', (_, header) => {
    expect(verdict({ header })).toEqual(accepted);
  });

  test('two lines are one list', () => {
    expect(verdict({ header: [`t=${T}`, `v1=${DIGEST}`] })).toEqual(accepted);
    expect(verdict({ header: [`t=${T},v1=${DIGEST}`, 't=1'] })).toEqual(refused('ambiguous-timestamp'));
  });
});

describe('tolerance', () => {
  test('is 300 seconds', () => {
    expect(TOLERANCE_SECONDS).toBe(300);
  });

  const UNIT_NS: { readonly [unit in TimestampUnit]: bigint } = {
    s: 1_000_000_000n,
    ms: 1_000_000n,
    us: 1000n,
    ns: 1n,
    iso: 1_000_000_000n,
  };
  const EDGE = 300_000_000_000n;
  const NOW_NS = BigInt(NOW) * 1_000_000n;
  const at = (moment: bigint, unit: TimestampUnit, change: Partial<SignedMessage> = {}) => {
    const t = formatTimestamp(moment, unit);
    return verdict({ header: signatureHeader(t, BODY, [SECRET]), unit, ...change });
  };

  test.each(TIMESTAMP_UNITS)('includes both edges in %s, and not one unit beyond', unit => {
    const step = UNIT_NS[unit];
    expect(at(NOW_NS, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE + step, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE - step, unit)).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + EDGE - step, unit)).toEqual(accepted);
    expect(at(NOW_NS + EDGE, unit)).toEqual(accepted);
    expect(at(NOW_NS + EDGE + step, unit)).toEqual(refused('timestamp-too-new'));
  });

  test.each(TIMESTAMP_UNITS)('ends a millisecond, and a microsecond, past the edge of the clock in %s', unit => {
    for (const past of [1, 0.001]) {
      expect(at(NOW_NS - EDGE, unit, { now: NOW + past })).toEqual(refused('timestamp-too-old'));
      expect(at(NOW_NS + EDGE, unit, { now: NOW - past })).toEqual(refused('timestamp-too-new'));
      expect(at(NOW_NS - EDGE, unit, { now: NOW - past })).toEqual(accepted);
      expect(at(NOW_NS + EDGE, unit, { now: NOW + past })).toEqual(accepted);
    }
  });

  test('counts the fraction and the offset of an RFC 3339 timestamp', () => {
    const on = (t: string) => verdict({ header: signatureHeader(t, BODY, [SECRET]), unit: 'iso' });
    expect(on('2023-11-14T22:08:20.000000000Z')).toEqual(accepted);
    expect(on('2023-11-14T22:08:19.999999999Z')).toEqual(refused('timestamp-too-old'));
    expect(on('2023-11-15T00:18:20.000+02:00')).toEqual(accepted);
    expect(on('2023-11-15T00:18:20.000000001+02:00')).toEqual(refused('timestamp-too-new'));
  });

  test('of 0 means the very moment, and not that time is unchecked', () => {
    expect(at(NOW_NS, 'ns', { toleranceSeconds: 0 })).toEqual(accepted);
    expect(at(NOW_NS - 1n, 'ns', { toleranceSeconds: 0 })).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + 1n, 'ns', { toleranceSeconds: 0 })).toEqual(refused('timestamp-too-new'));
  });

  test('may be another, also of a fraction of a second', () => {
    expect(at(NOW_NS - 10_000_000_000n, 's', { toleranceSeconds: 10 })).toEqual(accepted);
    expect(at(NOW_NS - 11_000_000_000n, 's', { toleranceSeconds: 10 })).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + 500_000_000n, 'ns', { toleranceSeconds: 0.5 })).toEqual(accepted);
    expect(at(NOW_NS + 500_000_001n, 'ns', { toleranceSeconds: 0.5 })).toEqual(refused('timestamp-too-new'));
  });

  test('no other unit of the same moment comes near it, and t is in seconds unless told otherwise', () => {
    for (const unit of ['s', 'ms', 'us', 'ns'] as const) {
      for (const other of ['s', 'ms', 'us', 'ns'] as const) {
        if (unit === other) continue;
        const size = (name: TimestampUnit) => UNIT_NS[name];
        expect(at(NOW_NS, unit, { unit: other })).toEqual(
          refused(size(unit) > size(other) ? 'timestamp-too-old' : 'timestamp-too-new'),
        );
      }
    }
    const header = signatureHeader(formatTimestamp(NOW_NS, 'ms'), BODY, [SECRET]);
    expect(verdict({ header })).toEqual(refused('timestamp-too-new'));
    expect(at(NOW_NS, 'iso', { unit: 's' })).toEqual(refused('malformed-timestamp'));
    expect(at(NOW_NS, 's', { unit: 'iso' })).toEqual(refused('malformed-timestamp'));
  });

  test('is told of what is far away, however far', () => {
    for (const t of ['0', '1', '999999999']) {
      expect(verdict({ header: signatureHeader(t, BODY, [SECRET]) })).toEqual(refused('timestamp-too-old'));
    }
    for (const t of ['9999999999', '9'.repeat(24)]) {
      expect(verdict({ header: signatureHeader(t, BODY, [SECRET]) })).toEqual(refused('timestamp-too-new'));
    }
    expect(verdict({ header: signatureHeader('9'.repeat(25), BODY, [SECRET]) })).toEqual(
      refused('malformed-timestamp'),
    );
  });
});

describe('size', () => {
  test('the right one of ten thousand v1 is found wherever it stands', () => {
    for (const place of [0, 5000, 9999]) {
      const v1 = Array.from({ length: 10_000 }, (_, index) => `v1=${index === place ? DIGEST : 'f'.repeat(64)}`);
      expect(verdict({ header: `t=${T},${v1.join(',')}` })).toEqual(accepted);
    }
  });
});

/** The digest with the last character's low byte kept and its high byte set, which a cut to Latin-1 would undo. */
function highByte(digest: string): string {
  return digest.slice(0, -1) + String.fromCharCode(0x100 + digest.charCodeAt(63));
}
