import fc from 'fast-check';
import { CURRENT, digest, FOREIGN, PREVIOUS } from '../cases/draft.ts';
import type { Property } from '../property.ts';
import { questionOf, type SignatureCase } from '../signature-case.ts';
import { judgeVerify } from './judge-verify.ts';

/** A signature case without its clock: it is signed when it is asked. */
type Sketch = (now: number) => Pick<SignatureCase, 'header' | 'body' | 'expected' | 'why'> & Partial<SignatureCase>;

const SECRET = fc.oneof(
  fc.constantFrom(CURRENT, PREVIOUS),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
  fc.string({ minLength: 65, maxLength: 130 }),
);
/** JSON bodies as senders write them: any text, any spacing. */
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
/** Candidates that match nothing, malformed or not. */
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

const text = (body: Buffer) => body.toString('base64');
const accepted = (header: string, body: Buffer, secrets: readonly string[], why: string) =>
  ({ header, body: text(body), secrets, expected: 'accept', why }) as const;
const refused = (
  header: string,
  body: Buffer,
  secrets: readonly string[],
  why: string,
  reason = 'signature-mismatch',
) => ({ header, body: text(body), secrets, expected: 'reject', why, reason }) as const;

/** What is drawn, table by table; the table decides the requirement. */
const SKETCHES: { readonly [name: string]: readonly [table: string, title: string, fc.Arbitrary<Sketch>] } = {
  sound: [
    'body',
    'a sound webhook of any body, under any secret',
    fc.tuple(BODY, SECRET, AGE).map(([body, secret, age]) => now => {
      const t = String(now - age);
      return accepted(`t=${t},v1=${digest(secret, t, body)}`, body, [secret], 'it is signed as the rules say');
    }),
  ],
  forged: [
    'schemes',
    'a webhook whose digest is altered in one place, or made under another secret',
    fc
      .tuple(BODY, SECRET, AGE, fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 15 }), fc.boolean())
      .map(([body, secret, age, place, by, stranger]) => now => {
        const t = String(now - age);
        const right = digest(stranger ? FOREIGN : secret, t, body);
        const other = HEX[(HEX.indexOf(right[place] ?? '0') + by) % 16] ?? '0';
        const given = stranger ? right : right.slice(0, place) + other + right.slice(place + 1);
        return refused(`t=${t},v1=${given}`, body, [secret], 'no v1 is the digest');
      }),
  ],
  altered: [
    'body',
    'a webhook whose body is altered in one bit',
    fc.tuple(BODY, AGE, fc.nat(), fc.integer({ min: 0, max: 7 })).map(([body, age, at, bit]) => now => {
      const t = String(now - age);
      const changed = Buffer.from(body);
      changed[at % body.length] = (changed[at % body.length] ?? 0) ^ (1 << bit);
      return refused(`t=${t},v1=${digest(CURRENT, t, body)}`, changed, [CURRENT], 'the body is not what was signed');
    }),
  ],
  timed: [
    'tolerance',
    'a webhook at any distance from now',
    fc
      .tuple(
        fc.oneof(
          fc.integer({ min: -301, max: 301 }),
          fc.integer({ min: -900, max: 900 }),
          fc.integer({ min: -1e9, max: 1e9 }),
        ),
        BODY,
      )
      .map(([age, body]) => now => {
        const t = String(now - age);
        const header = `t=${t},v1=${digest(CURRENT, t, body)}`;
        if (Math.abs(age) <= 300) return accepted(header, body, [CURRENT], 't lies within 300 s');
        return refused(
          header,
          body,
          [CURRENT],
          't lies outside 300 s',
          age > 0 ? 'timestamp-too-old' : 'timestamp-too-new',
        );
      }),
  ],
  rotated: [
    'rotation',
    'a webhook signed under several secrets, of which several are known',
    fc
      .tuple(
        BODY,
        fc.uniqueArray(SECRET, { minLength: 2, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        AGE,
      )
      .map(([body, secrets, signs, knows, age]) => now => {
        const t = String(now - age);
        const signing = secrets.filter((_, index) => signs[index]);
        const known = secrets.filter((_, index) => knows[index]);
        const header = [`t=${t}`, ...signing.map(secret => `v1=${digest(secret, t, body)}`)].join(',');
        const own = known.length === 0 ? [FOREIGN] : known;
        if (signing.some(secret => own.includes(secret)))
          return accepted(header, body, own, 'a v1 is of a known secret');
        return refused(header, body, own, 'no v1 is of a known secret');
      }),
  ],
  candidates: [
    'candidates',
    'a good v1 among others, malformed ones too, and among pairs of other names',
    fc
      .tuple(BODY, fc.array(BAD, { maxLength: 6 }), fc.array(OTHER, { maxLength: 4 }), fc.nat(), AGE)
      .map(([body, bad, others, place, age]) => now => {
        const t = String(now - age);
        const v1 = bad.map(value => `v1=${value}`);
        v1.splice(place % (v1.length + 1), 0, `v1=${digest(CURRENT, t, body)}`);
        const pairs = [...v1, ...others];
        pairs.splice((place >> 8) % (pairs.length + 1), 0, `t=${t}`);
        return accepted(pairs.join(','), body, [CURRENT], 'any v1 suffices, and other pairs are ignored');
      }),
  ],
  strangers: [
    'candidates',
    'any number of v1, malformed ones too, none of them good',
    fc.tuple(BODY, fc.array(BAD, { maxLength: 8 }), fc.array(OTHER, { maxLength: 3 }), AGE).map(
      ([body, bad, others, age]) =>
        now =>
          refused(
            [`t=${now - age}`, ...bad.map(value => `v1=${value}`), ...others].join(','),
            body,
            [CURRENT],
            'none matches',
          ),
    ),
  ],
  truncated: [
    'candidates',
    'a digest that is cut, or has more behind it',
    fc
      .tuple(BODY, fc.integer({ min: 0, max: 63 }), fc.constantFrom('', '0', 'zz', '=', ' x', '\u00e9'), AGE)
      .map(([body, length, more, age]) => now => {
        const t = String(now - age);
        const right = digest(CURRENT, t, body);
        const given = more === '' ? right.slice(0, length) : right + more.repeat(1 + (length % 3));
        return refused(`t=${t},v1=${given}`, body, [CURRENT], 'the whole digest is compared');
      }),
  ],
  're-encoded': [
    'body',
    'a body written otherwise than it was signed, with the same meaning',
    fc
      .tuple(BODY, fc.constantFrom('compact', 'indented', 'bom', 'escaped', 'trimmed'), AGE)
      .map(([body, how, age]) => now => {
        const t = String(now - age);
        const value: unknown = JSON.parse(body.toString());
        const forms: { readonly [how: string]: string } = {
          compact: JSON.stringify(value),
          indented: JSON.stringify(value, null, 4),
          bom: `\ufeff${body}`,
          escaped: body
            .toString()
            .replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
          trimmed: body.toString().trim(),
        };
        const other = Buffer.from(forms[how] ?? '');
        const header = `t=${t},v1=${digest(CURRENT, t, body)}`;
        if (other.equals(body)) return accepted(header, body, [CURRENT], 'the bytes are those that were signed');
        return refused(header, other, [CURRENT], 'the raw bytes are signed, not what they stand for');
      }),
  ],
  'boundary-shifted': [
    't',
    'a boundary between t and the body that is moved',
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 9 }), fc.boolean(), AGE)
      .map(([number, cut, into, age]) => now => {
        const t = String(now - age);
        const whole = Buffer.from(`${number}.{"id":"evt_1"}`);
        const rest = Buffer.from('{"id":"evt_1"}');
        if (into)
          return refused(
            `t=${t}.${number},v1=${digest(CURRENT, t, whole)}`,
            rest,
            [CURRENT],
            'one signature would cover two messages',
            'malformed-timestamp',
          );
        const moved = Buffer.concat([Buffer.from(`${t.slice(-cut)}.`), rest]);
        return refused(
          `t=${t.slice(0, -cut)},v1=${digest(CURRENT, t, rest)}`,
          moved,
          [CURRENT],
          'the dot is part of what is signed',
        );
      }),
  ],
  'not-utf-8': [
    'body',
    'bytes that are no UTF-8, signed as their replacement',
    fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), AGE).map(([noise, age]) => now => {
      const t = String(now - age);
      const raw = Buffer.concat([
        Buffer.from('{"id":"evt_1","n":"'),
        Buffer.from(noise),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]);
      return refused(
        `t=${t},v1=${digest(CURRENT, t, Buffer.from(raw.toString('utf8')))}`,
        raw,
        [CURRENT],
        'the raw bytes are signed',
      );
    }),
  ],
  'missing-t': [
    't',
    'no t, or one that is no moment, whatever was signed',
    fc
      .tuple(
        BODY,
        fc.constantFrom('', '0', '-1', 'null', 'NaN', 'undefined', '1e', '0x', '--', 'x', '1.5.5', '∞'),
        fc.boolean(),
      )
      .map(([body, t, absent]) => () => {
        const sent = Buffer.from(t).toString('latin1');
        const v1 = `v1=${digest(CURRENT, sent, body)}`;
        return refused(
          absent ? v1 : `t=${sent},${v1}`,
          body,
          [CURRENT],
          'what is no moment lies within no tolerance',
          absent ? 'no-timestamp' : 'malformed-timestamp',
        );
      }),
  ],
  sizes: [
    'layout',
    'a large body, or a header of nearly 8 KiB',
    fc
      .tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: 110 }), AGE)
      .map(([size, many, age]) => now => {
        const t = String(now - age);
        const body = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'é'.repeat(size / 2) }));
        const pairs = Array.from({ length: many }, (_, index) => `v1=${String(index).padStart(64, '0')}`);
        return accepted(
          [`t=${t}`, ...pairs, `v1=${digest(CURRENT, t, body)}`].join(','),
          body,
          [CURRENT],
          'no size below 8 KiB of header is hostile',
        );
      }),
  ],
};

/** The generated signature cases: what is drawn is asked, and what fails is shrunk across the process boundary. */
export function generatedSignatures(systemClock: boolean): readonly Property<unknown>[] {
  return Object.entries(SKETCHES).map(([name, [table, title, arbitrary]]) => ({
    id: `verify/generated/${name}`,
    area: 'verify',
    method: 'verify',
    title,
    arbitrary: arbitrary as fc.Arbitrary<unknown>,
    ask: async (value, asker) => {
      const now = asker.now();
      const sketch = (value as Sketch)(now);
      const each = { id: `${table}/generated`, title, now, toleranceSeconds: 300, secrets: [CURRENT], ...sketch };
      // An exact edge cannot be asked of a clock that goes on.
      if (systemClock && table === 'tolerance' && isNearEdge(each)) return { passed: [], problems: [] };
      return judgeVerify(each, await asker.call('verify', questionOf(each)));
    },
  }));
}

function isNearEdge({ header, now }: SignatureCase): boolean {
  const age = Math.abs(now - Number(/t=(\d+)/.exec(String(header))?.[1]));
  return Math.abs(age - 300) < 60;
}
