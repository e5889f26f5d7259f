import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTimestamp, TIMESTAMP_UNITS } from '../base/timestamp.ts';
import { signatureOf } from '../evidence/signatures/signature-header.ts';
import { verifyBy } from '../gates/mistakes/verifier.ts';
import { accepted, BODY, DIGEST, NOW, refused, SECRET, T, verdict } from '../testing/signed-message.ts';
import { signatureHeader, verifySignature } from './signature.ts';

/** Whether the right verifier of the SDK gate, which shares no code with the harness's own, accepts a delivery. */
function acceptsByGate(header: string, body: Buffer, secrets: readonly string[], now: number): boolean {
  const question = { header, body, secrets, toleranceSeconds: 300, now: now / 1000 };
  return verifyBy({}, question) === 'accepted';
}

/** `t` in nanoseconds since the epoch, parsed independently of the verifier. */
function nanoseconds(t: string, unit: (typeof TIMESTAMP_UNITS)[number]): bigint {
  if (unit !== 'iso') return BigInt(t) * { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n }[unit];
  const [, whole = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(t) ?? [];
  return BigInt(Date.parse(whole + zone)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

const bodies = fc.uint8Array({ maxLength: 64 }).map(bytes => Buffer.from(bytes));
const codeUnits = fc.nat(0xffff).map(code => String.fromCharCode(code));

test('Both verifiers agree on every header that is nearly right', () => {
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
            acceptsByGate(header, body, secrets, now),
          );
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('Both verifiers agree on any bytes, and neither throws', () => {
  const bytes = fc.uint8Array({ maxLength: 100 }).map(array => Buffer.from(array).toString('latin1'));
  fc.assert(
    fc.property(fc.oneof(bytes, fc.string({ unit: codeUnits })), bodies, (noise, body) => {
      for (const header of [noise, `t=${T},v1=${signatureOf(T, body, SECRET)},${noise}`, `t=${T},v1=${noise}`]) {
        const { accepted: first } = verifySignature({ header, body, secrets: [SECRET], now: NOW });
        expect(first).toBe(acceptsByGate(header, body, [SECRET], NOW));
      }
    }),
  );
});

test('A signed message is accepted if its t is at most 300 s from the clock of the receiver, in every unit', () => {
  const edges = fc.constantFrom(-300_000, 0, 300_000);
  const beside = fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -2, max: 2 }));
  const moments = fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...TIMESTAMP_UNITS), moments, edges, beside, (unit, moment, edge, by) => {
      const t = formatTimestamp(BigInt(moment) * 1_000_000n, unit);
      const now = moment + edge + by;
      const age = BigInt(now) * 1_000_000n - nanoseconds(t, unit);
      const late = age > 300_000_000_000n ? refused('timestamp-too-old') : accepted;
      const expected = age < -300_000_000_000n ? refused('timestamp-too-new') : late;
      expect(verdict({ header: signatureHeader(t, BODY, [SECRET]), now, unit }), `${t} at ${now}`).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('A signed message does not verify with any one bit of t, the digest or the secret changed', () => {
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

const names = ['alpha', 'beta', 'gamma', 'delta'];

test('Any signature under any known secret suffices, and the first such secret is named', () => {
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
