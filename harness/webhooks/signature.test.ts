import { describe, expect, test } from 'vitest';
import { formatTimestamp, TIMESTAMP_UNITS, type TimestampUnit } from '../base/timestamp.ts';
import { signatureOf } from '../evidence/signatures/signature-digest.ts';
import { accepted, BODY, DIGEST, NOW, refused, SECRET, T, verdict } from '../testing/signed-message.ts';
import { type SignedMessage, signatureHeader, TOLERANCE_SECONDS } from './signature.ts';

describe('The specification', () => {
  test('A digest that OpenSSL computed verifies', () => {
    // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_of_the_test
    expect(DIGEST).toBe('354ad323beb354315072cd0a1fa851657d9cfcac11e358823d7e991a7891d715');
    expect(signatureHeader(T, BODY, [SECRET])).toBe(`t=1700000000,v1=${DIGEST}`);
    expect(verdict()).toEqual(accepted);
  });
});

describe('A signed message', () => {
  test('does not verify with a byte more or less', () => {
    for (const body of [BODY.subarray(1), BODY.subarray(0, -1), Buffer.concat([BODY, Buffer.from('\n')])]) {
      expect(verdict({ body })).toEqual(refused('signature-mismatch'));
    }
  });

  test('cannot move the boundary between t and body', () => {
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
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['a line feed at the end', Buffer.from('{}\n')],
    ['a megabyte', Buffer.alloc(1024 * 1024, 'x')],
    ['part of a longer buffer', Buffer.from('before{}after').subarray(6, 8)],
  ])('is the raw bytes: %s', (_, body) => {
    expect(verdict({ header: signatureHeader(T, body, [SECRET]), body })).toEqual(accepted);
    expect(verdict({ header: signatureHeader(T, body, [SECRET]), body: new Uint8Array(body) })).toEqual(accepted);
  });

  test('does not verify with an added or missing BOM or a replacement character', () => {
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

describe('Rotation', () => {
  test('An empty secret is ignored, but keeps its position', () => {
    const header = signatureHeader(T, BODY, ['']);
    expect(verdict({ header, secrets: [''] })).toEqual(refused('no-secret'));
    expect(verdict({ header, secrets: ['', ''] })).toEqual(refused('no-secret'));
    expect(verdict({ header, secrets: ['', SECRET] })).toEqual(refused('signature-mismatch'));
    expect(verdict({ secrets: ['', SECRET] })).toEqual({ accepted: true, secret: 1 });
  });

  test('A secret is used verbatim', () => {
    for (const secret of [' blank ', 'whsec_abc', 'c2VjcmV0', '0a0b', 'séçrét', '😀', 'x'.repeat(200)]) {
      const header = signatureHeader(T, BODY, [secret]);
      expect(verdict({ header, secrets: [secret] })).toEqual(accepted);
      expect(verdict({ header, secrets: [`${secret} `, secret.slice(0, -1)] })).toEqual(refused('signature-mismatch'));
    }
  });
});

describe('Reasons', () => {
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
    ['digits that are not hex', `t=${T},v1=${'z'.repeat(64)}`, 'signature-mismatch'],
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

  test('The first reason in this order is given', () => {
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
  ])('%s is not a reason to refuse', (_, header) => {
    expect(verdict({ header })).toEqual(accepted);
  });

  test('Two lines are one list', () => {
    expect(verdict({ header: [`t=${T}`, `v1=${DIGEST}`] })).toEqual(accepted);
    expect(verdict({ header: [`t=${T},v1=${DIGEST}`, 't=1'] })).toEqual(refused('ambiguous-timestamp'));
  });
});

describe('The tolerance', () => {
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

  test.each(TIMESTAMP_UNITS)('includes both edges in %s, but not one unit beyond', unit => {
    const step = UNIT_NS[unit];
    expect(at(NOW_NS, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE + step, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE, unit)).toEqual(accepted);
    expect(at(NOW_NS - EDGE - step, unit)).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + EDGE - step, unit)).toEqual(accepted);
    expect(at(NOW_NS + EDGE, unit)).toEqual(accepted);
    expect(at(NOW_NS + EDGE + step, unit)).toEqual(refused('timestamp-too-new'));
  });

  test.each(TIMESTAMP_UNITS)('excludes a millisecond, and a microsecond, past the edge in %s', unit => {
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

  test('of 0 means exactly now, not that time is unchecked', () => {
    expect(at(NOW_NS, 'ns', { toleranceSeconds: 0 })).toEqual(accepted);
    expect(at(NOW_NS - 1n, 'ns', { toleranceSeconds: 0 })).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + 1n, 'ns', { toleranceSeconds: 0 })).toEqual(refused('timestamp-too-new'));
  });

  test('may be any other, also a fraction of a second', () => {
    expect(at(NOW_NS - 10_000_000_000n, 's', { toleranceSeconds: 10 })).toEqual(accepted);
    expect(at(NOW_NS - 11_000_000_000n, 's', { toleranceSeconds: 10 })).toEqual(refused('timestamp-too-old'));
    expect(at(NOW_NS + 500_000_000n, 'ns', { toleranceSeconds: 0.5 })).toEqual(accepted);
    expect(at(NOW_NS + 500_000_001n, 'ns', { toleranceSeconds: 0.5 })).toEqual(refused('timestamp-too-new'));
  });

  test('does not accept the same moment in another unit; the default is seconds', () => {
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

  test('is judged for any distance', () => {
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

/** The digest, but with the high byte of its last character set, which a conversion to Latin-1 would undo. */
function highByte(digest: string): string {
  return digest.slice(0, -1) + String.fromCharCode(0x100 + digest.charCodeAt(63));
}
