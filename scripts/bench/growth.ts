import assert from 'node:assert/strict';
import { readingsOf } from '../../harness/base/json.ts';
import { openBody } from '../../harness/evidence/record/keep-body.ts';
import { observeSignatures } from '../../harness/evidence/record/observer.ts';
import { anyEncoding, replaceEncoded } from '../../harness/evidence/redaction/encodings.ts';
import { Redactor } from '../../harness/evidence/redaction/redaction.ts';
import { printable } from '../../harness/report/visible.ts';
import { verifySignature } from '../../harness/webhooks/signature.ts';
import { interleave, perCpuSecond } from './interleave.ts';
import { median, type Row, ratiosOf } from './row.ts';

/** The factor between the lengths of the small and the large text. */
const TIMES = 10;
/** The most that the large text may cost, as a multiple of the small one. Quadratic time would cost a hundred. */
const TOO_MUCH = 50;

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
  assert.equal(
    replaceEncoded(text, ENCODED, () => ''),
    text,
  );
}

/** Work on a text: its kind, its text in words, the length of the small text, and a function. */
type Work = readonly [kind: string, text: string, length: number, work: (length: number) => () => unknown];

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
    ['Verify a header', `repeated ${part}`, 4_000, on(verify, part)],
    [
      ...(['Observe signatures', `repeated ${part}`, 4_000] as const),
      on(header => observeSignatures([['X-Signature', header]], BODY, [SECRET], undefined), part),
    ],
  ]),
  ['Verify a header', 'many signatures', 130_000, on(verify, `,v1=${DIGEST}`, 't=1700000000')],
  ['Observe near misses', 'a long text', 100_000, on(observeNearMisses, 'x', '{"pad":"', '"}')],
  ['Observe near misses', 'many values', 50_000, on(observeNearMisses, '1,', '[', '1]')],
  ['Redact', 'many levels', 200_000, on(redact, '{"account_name":[', '', '"Ada"')],
  ['Redact', 'many quotes', 100_000, on(redact, '"')],
  ['Redact', 'many backslashes', 100_000, on(redact, '\\', '{"account_name":"')],
  ['Redact', 'many numbers', 100_000, on(redact, '12345,', '{"account_name":[')],
  ['Redact', 'a long run of blanks', 100_000, on(redact, ' ', '{"a"', ':"b"')],
  ['Redact', 'words that nearly are a name', 100_000, on(redact, 'Ada ', '<')],
  ['Redact', 'many equals signs', 100_000, on(redact, 'a=')],
  ['Redact', 'one long name', 400_000, on(redact, '(a|b)* ', '{"account_name":"Ada ', '"}')],
  ...['\\', '%25', '%', '\\\\u00'].map(
    (part): Work => ['Search for encodings', `repeated ${part}`, 10_000, on(search, part)],
  ),
  [
    ...(['Read a body', 'a repeated name', 60_000] as const),
    on(text => readingsOf({ size: text.length, sha256: '', text }), '"a":1,', '{', '"a":2}'),
  ],
  ['Open a body', 'a long number', 280_000, on(open, '9', '{"a":', '}')],
  ['Open a body', 'a long fraction', 280_000, on(open, '9', '{"a":0.', '}')],
  ['Open a body', 'long numbers', 280_000, on(open, '12345678901234567890,', '[', '1]')],
  ['Open a body', 'small numbers', 280_000, on(open, '1,', '[', '12345678901234567890]')],
  ['Open a body', 'many levels', 560_000, on(open, '[')],
  ['Open a body', 'repeated members', 280_000, on(open, '"a":1,', '{', '"a":2}')],
  ['Open a body', 'escapes', 280_000, on(open, '\\u0041', '{"a":"', '"}')],
  ['Open a body', 'backslashes', 280_000, on(open, '\\\\', '{"a":"', '"}')],
  ['Open a body', 'objects', 280_000, on(open, '{},', '[', '{}]')],
  ['Open a body', 'no JSON', 280_000, on(open, '-')],
  ['Print text', 'lines and blanks', 20_000, on(printable, '\n', '', ' '.repeat(200_000))],
];

/** Work on texts that an attacker may send, against the same work on a tenth of the text: the worst of each kind. */
export async function growth(rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, text, length, work] of WORK) {
    const [large, small] = [work(TIMES * length), work(length)];
    const { ours, theirs } = await interleave(rounds, {
      ours: () => 1e6 / perCpuSecond(large, 20, 1),
      theirs: () => 1e6 / perCpuSecond(small, 20, 1),
    });
    const against = `a tenth of the text (${text})`;
    rows.push({ benchmark: kind, unit: 'µs of CPU', against, ours, theirs, goal: { most: TOO_MUCH } });
  }
  const worst = (own: readonly Row[]) => own.toSorted((a, b) => median(ratiosOf(b)) - median(ratiosOf(a)))[0];
  return [...Map.groupBy(rows, ({ benchmark }) => benchmark).values()].flatMap(own => worst(own) ?? []);
}
