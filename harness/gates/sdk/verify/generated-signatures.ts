import fc from 'fast-check';
import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import { CURRENT, digest, FOREIGN, PREVIOUS, type SignatureCase, signed } from '../cases/draft.ts';
import { asking, type Property } from '../gate-case.ts';
import { verifyQuestion } from './judge-verify.ts';

/** The drawn parts of a signature case. */
type Drawn = Pick<SignatureCase, 'header' | 'body' | 'secrets' | 'expected' | 'why' | 'reason'>;

/** A drawn case without its clock. It is signed when it is asked. */
type Sketch = (now: number) => Drawn;

const SECRET = fc.oneof(
  fc.constantFrom(CURRENT, PREVIOUS),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
  fc.string({ minLength: 65, maxLength: 130 }),
);
/** JSON bodies as senders write them, with any text and spacing. */
const BODY = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(undefined, 1, 2, '\t'),
    fc.constantFrom('', '\n', '\r\n', ' '),
  )
  .map(([more, note, indent, tail]) =>
    Buffer.from(JSON.stringify({ id: 'evt_1', note, ...more }, null, indent) + tail),
  );
/** Seconds before now, well inside the tolerance for any clock. */
const AGE = fc.integer({ min: -200, max: 200 });
const HEX = '0123456789abcdef';
const DIGEST = fc.array(fc.constantFrom(...HEX), { minLength: 64, maxLength: 64 }).map(all => all.join(''));
/** Candidates that match nothing; some are malformed. */
const BAD = fc.oneof(
  DIGEST,
  fc.constant(''),
  fc.string({ maxLength: 80 }).map(text => text.replace(/[,\s]/g, '_')),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map(bytes =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[,\s\0-\x20\x7f-\xa0]/g, 'é'),
  ),
);
const OTHER = fc
  .tuple(
    fc.constantFrom('v0', 'v2', 'v3', 'kid', 'alg', 'x', 'ts', 'nonce', '__proto__', 'constructor'),
    fc.string({ maxLength: 20 }).map(text => text.replace(/[,\s]/g, '=')),
  )
  .map(([key, value]) => `${key}=${value}`);
const FIVE = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });

const accepted = (why: string, header: string, body: Buffer, secrets: readonly string[] = [CURRENT]): Drawn => {
  return { header, body: body.toString('base64'), secrets, expected: 'accept', why };
};
const refused = (...of: Parameters<typeof accepted>): Drawn => {
  return { ...accepted(...of), expected: 'reject', reason: 'signature-mismatch' };
};

/** Draws values and an age. The sketch gets the `t` of that age. */
function aged<T extends unknown[]>(
  values: { [K in keyof T]: fc.Arbitrary<T[K]> },
  sketch: (t: string, ...values: T) => Drawn,
): fc.Arbitrary<Sketch> {
  return fc.tuple(fc.tuple<T>(...values), AGE).map(
    ([drawn, age]) =>
      now =>
        sketch(String(now - age), ...drawn),
  );
}

/** Drawn cases by name: the table that decides the requirement, and a title. */
const SKETCHES: { readonly [name: string]: readonly [table: string, title: string, fc.Arbitrary<Sketch>] } = {
  sound: [
    'body',
    'a genuine webhook of any body, under any secret',
    aged([BODY, SECRET], (t, body, secret) =>
      accepted('it is signed as the rules say', signed(t, body, secret), body, [secret]),
    ),
  ],
  forged: [
    'schemes',
    'a webhook whose digest is altered in one place, or made under another secret',
    aged(
      [BODY, SECRET, fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 15 }), fc.boolean()],
      (t, body, secret, place, by, foreign) => {
        const right = digest(foreign ? FOREIGN : secret, t, body);
        const other = HEX[(HEX.indexOf(right[place] ?? '0') + by) % 16] ?? '0';
        const given = foreign ? right : right.slice(0, place) + other + right.slice(place + 1);
        return refused('no v1 is the digest', `t=${t},v1=${given}`, body, [secret]);
      },
    ),
  ],
  altered: [
    'body',
    'a webhook whose body is altered in one bit',
    aged([BODY, fc.nat(), fc.integer({ min: 0, max: 7 })], (t, body, at, bit) => {
      const changed = Buffer.from(body);
      changed[at % body.length] = (changed[at % body.length] ?? 0) ^ (1 << bit);
      return refused('the body is not what was signed', signed(t, body), changed);
    }),
  ],
  rotated: [
    'rotation',
    'a webhook signed under several secrets, of which several are known',
    aged([BODY, fc.uniqueArray(SECRET, { minLength: 2, maxLength: 5 }), FIVE, FIVE], (t, body, all, signs, knows) => {
      const signing = all.filter((_, index) => signs[index]);
      const known = all.filter((_, index) => knows[index]);
      const header = [`t=${t}`, ...signing.map(secret => `v1=${digest(secret, t, body)}`)].join(',');
      const secrets = known.length === 0 ? [FOREIGN] : known;
      if (signing.some(secret => secrets.includes(secret)))
        return accepted('a v1 is of a known secret', header, body, secrets);
      return refused('no v1 is of a known secret', header, body, secrets);
    }),
  ],
  candidates: [
    'candidates',
    'a good v1 among others, malformed ones too, and among pairs of other names',
    aged(
      [BODY, fc.array(BAD, { maxLength: 6 }), fc.array(OTHER, { maxLength: 4 }), fc.nat()],
      (t, body, bad, others, place) => {
        const v1 = bad.map(value => `v1=${value}`);
        v1.splice(place % (v1.length + 1), 0, `v1=${digest(CURRENT, t, body)}`);
        const pairs = [...v1, ...others];
        pairs.splice((place >> 8) % (pairs.length + 1), 0, `t=${t}`);
        return accepted('any v1 suffices, and other pairs are ignored', pairs.join(','), body);
      },
    ),
  ],
  sizes: [
    'layout',
    'a large body, or a header of nearly 8 KiB',
    aged([fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: 110 })], (t, size, many) => {
      const body = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'é'.repeat(size / 2) }));
      const pairs = Array.from({ length: many }, (_, index) => `v1=${String(index).padStart(64, '0')}`);
      const header = [`t=${t}`, ...pairs, `v1=${digest(CURRENT, t, body)}`].join(',');
      return accepted('a header below 8 KiB and a body of any size are read whole', header, body);
    }),
  ],
};

/** The generated signature cases. A failing value is shrunk across the process boundary. */
export function generatedSignatures(): readonly Property[] {
  return Object.entries(SKETCHES).map(([name, [table, title, sketches]]) => ({
    id: `verify/generated/${name}`,
    method: 'verify',
    title,
    questions: sketches.map(sketch =>
      asking(
        now =>
          verifyQuestion({ id: `${table}/generated`, title, now, toleranceSeconds: TOLERANCE_SECONDS, ...sketch(now) }),
        true,
      ),
    ),
  }));
}
