import { expect, test } from 'vitest';
import { readingsOf } from '../base/json.ts';
import { openBody } from '../evidence/record/keep-body.ts';
import { observeSignatures } from '../evidence/record/observer.ts';
import { anyEncoding, replaceEncoded } from '../evidence/redaction/encodings.ts';
import { Redactor } from '../evidence/redaction/redaction.ts';
import { printable } from '../report/visible.ts';
import { verifySignature } from '../webhooks/signature.ts';

/** The factor between the lengths of the small and the large text. */
const TIMES = 10;
/** The most that the large text may cost, as a multiple of the small one. Quadratic time would cost a hundred. */
const TOO_MUCH = 50;
/** The shortest reliable measurement, in microseconds. */
const MEASURABLE = 4_000;
const ATTEMPTS = 3;

/**
 * The user time of this thread for some rounds, in microseconds. Other processes affect it little. Kernel time does not
 * count, because allocating memory takes long under contention.
 */
function cpuTime(rounds: number, work: () => unknown): number {
  const from = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) work();
  return process.threadCpuUsage(from).user;
}

/** The cost of the large work as a multiple of the small one: the least of several attempts. */
function growth(small: () => unknown, large: () => unknown): number {
  cpuTime(1, large);
  let rounds = 1;
  while (cpuTime(rounds, small) < MEASURABLE) rounds *= 2;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= TOO_MUCH; attempt++)
    least = Math.min(least, cpuTime(rounds, large) / Math.max(MEASURABLE / 4, cpuTime(rounds, small)));
  return least;
}

const SECRET = 'whsec_linear';
const BODY = Buffer.from('{"id":"evt_1"}');
const DIGEST = 'f'.repeat(64);

const verify = (header: string) =>
  verifySignature({ header, body: BODY, secrets: [SECRET], now: 1_700_000_000_000 }).accepted;

function redact(text: string): void {
  const redactor = new Redactor(Buffer.alloc(32, 7));
  redactor.addSecret({ name: 'SECRET', value: 'sk_test_0a1b2c3d' });
  redactor.text(text);
}

/** Searches thirty signature headers that nearly fit a body. */
function observeNearMisses(body: string): void {
  const headers = Array.from({ length: 30 }, (_, nth) => [`X-Signature-${nth}`, `t=${nth + 1},v1=${DIGEST}`] as const);
  observeSignatures(headers, Buffer.from(body), [SECRET], undefined);
}

const open = (text: string) => openBody(Buffer.from(text), [], true);

const ENCODED = new RegExp(['"/x', '\\\\x', '/ x'].map(anyEncoding).join('|'), 'g');

function search(text: string): void {
  expect(replaceEncoded(text, ENCODED, () => '')).toBe(text);
}

/** Work on a text: a description, the length of the small text, and a function. */
type Work = readonly [what: string, length: number, work: (length: number) => () => unknown];

/** Work on a repeated part between a beginning and an end. */
const on =
  (work: (text: string) => unknown, part: string, begin = '', end = '') =>
  (length: number) => {
    const text = `${begin}${part.repeat(length / part.length)}${end}`;
    return () => work(text);
  };

const HEADERS = [
  ...[',', '=', ' ', '\t', 't=,', 'v1=a,', ' x', '\t,', '__proto__=1,', '"', ';', '{}', '9', '%2c', '\\u002c', '😀'],
  ...['t=1700000000', `v1=${DIGEST},`],
];

const WORK: readonly Work[] = [
  ...HEADERS.flatMap((part): readonly Work[] => [
    [`verify a header of repeated ${part}`, 4_000, on(verify, part)],
    [
      `observe a header of repeated ${part}`,
      4_000,
      on(header => observeSignatures([['X-Signature', header]], BODY, [SECRET], undefined), part),
    ],
  ]),
  ['verify many signatures', 130_000, on(verify, `,v1=${DIGEST}`, 't=1700000000')],
  ['observe near misses beside a long text', 100_000, on(observeNearMisses, 'x', '{"pad":"', '"}')],
  ['observe near misses beside many values', 50_000, on(observeNearMisses, '1,', '[', '1]')],
  ['redact many levels', 200_000, on(redact, '{"account_name":[', '', '"Ada"')],
  ['redact many quotes', 100_000, on(redact, '"')],
  ['redact many backslashes', 100_000, on(redact, '\\', '{"account_name":"')],
  ['redact many numbers', 100_000, on(redact, '12345,', '{"account_name":[')],
  ['redact a long run of blanks', 100_000, on(redact, ' ', '{"a"', ':"b"')],
  ['redact words that nearly are a name', 100_000, on(redact, 'Ada ', '<')],
  ['redact many equals signs', 100_000, on(redact, 'a=')],
  ['redact one long name', 400_000, on(redact, '(a|b)* ', '{"account_name":"Ada ', '"}')],
  ...['\\', '%25', '%', '\\\\u00'].map(
    (part): Work => [`search for encodings in repeated ${part}`, 10_000, on(search, part)],
  ),
  [
    'read a name that is repeated',
    60_000,
    on(text => readingsOf({ size: text.length, sha256: '', text }), '"a":1,', '{', '"a":2}'),
  ],
  ['open a body with a long number', 280_000, on(open, '9', '{"a":', '}')],
  ['open a body with a long fraction', 280_000, on(open, '9', '{"a":0.', '}')],
  ['open a body with long numbers', 280_000, on(open, '12345678901234567890,', '[', '1]')],
  ['open a body with small numbers', 280_000, on(open, '1,', '[', '12345678901234567890]')],
  ['open a deep body', 280_000, on(open, '[')],
  ['open a body with repeated members', 280_000, on(open, '"a":1,', '{', '"a":2}')],
  ['open a body with escapes', 280_000, on(open, '\\u0041', '{"a":"', '"}')],
  ['open a body with backslashes', 280_000, on(open, '\\\\', '{"a":"', '"}')],
  ['open a body with objects', 280_000, on(open, '{},', '[', '{}]')],
  ['open a body that is no JSON', 280_000, on(open, '-')],
  ['print lines and blanks', 20_000, on(printable, '\n', '', ' '.repeat(200_000))],
];

test.each(WORK)('The time to %s grows linearly with the length', (_, length, work) => {
  expect(growth(work(length), work(TIMES * length))).toBeLessThan(TOO_MUCH);
});
