import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf } from '../../base/json.ts';
import { RUN_INFO } from '../../testing/samples.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import type { Arrival } from '../delivery.ts';
import type { Headers, OutgoingRequest, RecordLine, RunInfo, WireExchange } from '../evidence.ts';
import { Redactor } from '../redaction/redaction.ts';
import { Recorder } from './recorder.ts';

const KEY = 'sk_test_0a1b2c3d4e5f';
const SIGNING = 'whsec_9z8y7x6w';

function open(run: RunInfo = RUN_INFO, signatureName?: string) {
  const lines: string[] = [];
  const redactor = new Redactor(Buffer.alloc(32, 1));
  redactor.addSecret({ name: 'API_KEY', value: KEY });
  redactor.addSecret({ name: 'SIGNING_SECRET', value: SIGNING });
  const recorder = new Recorder({
    run,
    redactor,
    secrets: () => [SIGNING],
    sink: line => lines.push(line),
    ...(signatureName !== undefined && { signatureHeader: signatureName }),
  });
  return { recorder, lines, redactor };
}

const rawExchange = (more: Partial<WireExchange> = {}): WireExchange => ({
  attempt: 0,
  sentAt: 1,
  endedAt: 2,
  request: { method: 'GET', url: 'http://target/v1', headers: [] },
  ...more,
});

const answer = (body: string | Buffer, headers: Headers = []): Pick<WireExchange, 'response'> => ({
  response: { status: 200, headers, body: Buffer.from(body as string) },
});

const rawDelivery = (body: string | Buffer, headers: Headers = [], more: Partial<Arrival> = {}): Arrival => ({
  at: 5,
  method: 'POST',
  path: '/hook',
  headers,
  body: Buffer.from(body as string),
  complete: true,
  ours: true,
  ...more,
});

/** Records a delivery that is acknowledged. */
const receive = (recorder: Recorder, raw: Arrival) =>
  recorder.delivery(recorder.open(raw), { kind: 'status', status: 200, refused: false });

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

test('The record begins with the run and ends with one footer that counts the lines before it', () => {
  const { recorder, lines, redactor } = open();
  // A secret may be a word of the record, which stays.
  redactor.addSecret({ name: 'SIGNING_SECRET', value: 'done' });
  recorder.exchange(rawExchange());
  recorder.end({ at: 9, reason: 'done' });
  recorder.end({ at: 10, reason: 'broken' });
  recorder.write({ type: 'trouble', kind: 'stall', from: 1, to: 2, message: 'late' });
  expect(lines.map(line => JSON.parse(line))).toEqual([
    { type: 'run', ...RUN_INFO },
    { type: 'exchange', id: 'x1', ...rawExchange() },
    { type: 'end', lines: 2, at: 9, reason: 'done' },
  ]);
  expect(recorder.evidence.end).toEqual({ at: 9, reason: 'done', lines: 2 });
  expect(recorder.evidence.troubles).toEqual([]);
});

test('The record has one line per event, whatever the event contains', () => {
  const { recorder, lines } = open();
  receive(recorder, rawDelivery('{"a":"b\nc\u2028\r"}\n'));
  for (const line of lines) expect(line).not.toMatch(/[\n\r]/);
});

test('The record passes each line to listeners', () => {
  const { recorder } = open();
  const types: RecordLine['type'][] = [];
  recorder.listen(line => types.push(line.type));
  recorder.exchange(rawExchange());
  recorder.malformed(3, 'HPE', Buffer.from('x'));
  expect(types).toEqual(['exchange', 'malformed']);
});

test('The record is redacted in what is returned, gathered and written', () => {
  const { recorder, lines } = open();
  const exchange = recorder.exchange(rawExchange(answer(`{"key":"${KEY}"}`)));
  const delivery = receive(recorder, rawDelivery(`{"key":"${KEY}"}`));
  expect([exchange.id, delivery.id]).toEqual(['x1', 'd2']);
  const written = lines.slice(1).map(line => ({ ...JSON.parse(line), type: undefined }));
  expect([...recorder.evidence.exchanges, ...recorder.evidence.deliveries]).toEqual(written);
  expect(JSON.stringify([exchange, delivery])).not.toContain(KEY);
});

const bodyOf = (bytes: string | Buffer, headers: Headers = []) =>
  receive(open().recorder, rawDelivery(bytes, headers)).body;
const JSON_TEXT = '{"a":1}';
const NO_UTF8 = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
const CUT = gzipSync(JSON_TEXT.repeat(100)).subarray(0, -4);
const KEYED = Buffer.from(`\u00ff${KEY}`, 'latin1');
const base64 = (bytes: Buffer) => ({ base64: bytes.toString('base64') });

test.each<[string, string | Buffer, string | undefined, object]>([
  ['of UTF-8 is kept as text', '\ufeff{"a": "é"}\n', undefined, { text: '\ufeff{"a": "é"}\n' }],
  ['without bytes is kept as text', '', undefined, { text: '' }],
  ['of other bytes is kept as base64', NO_UTF8, undefined, base64(NO_UTF8)],
  ['is decoded from gzip', gzipSync(JSON_TEXT), 'gzip', { decoded: 'gzip', text: JSON_TEXT }],
  ['is decoded from deflate', deflateSync(JSON_TEXT), 'deflate', { decoded: 'deflate', text: JSON_TEXT }],
  ['is decoded from br', brotliCompressSync(JSON_TEXT), 'br', { decoded: 'br', text: JSON_TEXT }],
  ['that is not compressed as it says is kept as it came', JSON_TEXT, 'gzip', { text: JSON_TEXT }],
  ['whose compressed form is cut is kept as it came', CUT, 'gzip', base64(CUT)],
  [
    'of UTF-8 is marked where something was removed from it',
    `{"key":"${KEY}"}`,
    undefined,
    { text: '{"key":"[redacted API_KEY]"}', altered: true },
  ],
  [
    'of other bytes is marked where something was removed from it',
    KEYED,
    undefined,
    { ...base64(Buffer.from('\u00ff[redacted API_KEY]', 'latin1')), altered: true },
  ],
])('A body %s, with the size and digest of its exact bytes', (_, body, coding, kept) => {
  const bytes = Buffer.from(body as string);
  const headers: Headers = coding === undefined ? [] : [['content-ENCODING', coding]];
  expect(bodyOf(body, headers)).toEqual({ size: bytes.length, sha256: sha256(bytes), ...kept });
});

test('A body can be restored byte for byte', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(bytesOf(bodyOf(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
    }),
  );
});

type Write = (recorder: Recorder, text: string) => unknown;

/** Records an exchange with a text from outside; or a delivery, or another line. */
const exchanging =
  (of: (text: string) => Partial<WireExchange>): Write =>
  (recorder, text) =>
    recorder.exchange(rawExchange(of(text)));
const asking = (of: (text: string) => Partial<OutgoingRequest>) =>
  exchanging(text => ({ request: { method: 'POST', url: 'http://t/', headers: [], ...of(text) } }));
const receiving =
  (of: (text: string) => Arrival): Write =>
  (recorder, text) =>
    receive(recorder, of(text));
const writing =
  (of: (text: string) => RecordLine): Write =>
  (recorder, text) =>
    recorder.write(of(text));

const coded = (coding: string): Headers => [['Content-Encoding', coding]];

/** Every place of the record where text from outside can end up. */
const PLACES: { readonly [place: string]: Write } = {
  'the URL of a request': asking(text => ({ url: `http://t/?q=${text}` })),
  'a header of a request': asking(text => ({ headers: [['X-API-Key', text]] })),
  'the name of a header': asking(text => ({ headers: [[text, 'x']] })),
  'the body of a request': asking(text => ({ body: Buffer.from(text) })),
  'a header of an answer': exchanging(text => answer('', [['X-Echo', text]])),
  'the body of an answer': exchanging(text => answer(text)),
  'a compressed answer': exchanging(text => answer(gzipSync(text), coded('gzip'))),
  'a compressed answer that is broken': exchanging(text => answer(gzipSync(text).subarray(0, -5), coded('gzip'))),
  'an answer that is not UTF-8': exchanging(text =>
    answer(Buffer.concat([Buffer.from([0xff, 0x20]), Buffer.from(text)])),
  ),
  'the message of a failure': exchanging(text => ({ failure: { kind: 'dropped', message: `gone: ${text}` } })),
  'the path of a delivery': receiving(text => rawDelivery('', [], { path: `/hook?${text}` })),
  'a header of a delivery': receiving(text => rawDelivery('', [['X-Echo', text]])),
  'a signature header': receiving(text => rawDelivery('', [['Signature', `t=${text},${text}=1,v1=a`]])),
  'the body of a delivery': receiving(text => rawDelivery(text)),
  'a compressed delivery': receiving(text => rawDelivery(brotliCompressSync(text), coded('br'))),
  'a packet that is not HTTP': (recorder, text) => recorder.malformed(1, 'HPE', Buffer.from(text)),
  'a message of trouble': writing(text => ({ type: 'trouble', kind: 'stall', from: 0, to: 1, message: text })),
  'the reason of a scenario': writing(text => ({
    ...{ type: 'scenario', id: 's', suite: 'x', title: 't', from: 0, reason: text },
  })),
  'the message of the end': (recorder, text) => recorder.end({ at: 1, reason: 'broken', message: text }),
};

const bodiesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, item]) =>
        key === 'base64' ? [Buffer.from(String(item), 'base64').toString('latin1')] : bodiesIn(item),
      );

// redaction/encodings.test.ts shows every encoding.
test.each(Object.keys(PLACES))('Secrets never survive in %s, as they are or encoded', place => {
  for (const secret of [KEY, SIGNING])
    for (const text of [secret, Buffer.from(secret).toString('hex'), Buffer.from(`u${secret}`).toString('base64url')]) {
      const { recorder, lines } = open();
      const returned = PLACES[place]?.(recorder, `key=${text};`);
      const line = lines.at(-1) ?? '';
      expect(lines).toHaveLength(2);
      const bodies = bodiesIn(JSON.parse(line)).join();
      for (const written of [line, bodies, JSON.stringify(returned ?? null)]) expect(written).not.toContain(text);
      expect(line + bodies).toContain('[redacted ');
    }
});

test('Secrets never survive in the description of a run', () => {
  const target = { kind: 'remote', url: `http://t/${KEY}` } as const;
  const { lines } = open({ ...RUN_INFO, target, dialect: { [KEY]: 1, eventId: [SIGNING] } });
  for (const secret of [KEY, SIGNING]) expect(lines[0]).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    dialect: { '[redacted API_KEY]': 1, eventId: ['[redacted SIGNING_SECRET]'] },
    settings: RUN_INFO.settings,
  });
});

test('Secrets that an answer or a delivery contains are named, wherever they are', () => {
  const { recorder } = open();
  const hex = Buffer.from(SIGNING).toString('hex');
  const answers = [
    answer(KEY),
    answer('', [['X-Echo', KEY]]),
    answer(gzipSync(`{"key":"${KEY}"}`), coded('gzip')),
    answer(Buffer.concat([Buffer.from([0xff]), Buffer.from(KEY)])),
    answer(`${hex} ${KEY} ${hex}`),
    answer('nothing'),
  ];
  const found = answers.map(response => recorder.exchange(rawExchange(response)).leaked?.join());
  expect(found).toEqual(['API_KEY', 'API_KEY', 'API_KEY', 'API_KEY', 'SIGNING_SECRET,API_KEY', undefined]);
  const deliveries = [rawDelivery(KEY), rawDelivery('', [['X-Key', KEY]]), rawDelivery('{}')];
  const received = deliveries.map(raw => receive(recorder, raw).leaked?.join());
  expect(received).toEqual(['API_KEY', 'API_KEY', undefined]);
});

test('Secrets in a request of the harness are not leaks', () => {
  const request = { method: 'GET', url: 'http://t/', headers: [['X-API-Key', KEY]], body: Buffer.from(KEY) } as const;
  expect(open().recorder.exchange(rawExchange({ request, ...answer('{}') }))).not.toHaveProperty('leaked');
});

test('Names of people have the same pseudonym in the query, the request and the answer, and in later lines', () => {
  const { recorder, lines } = open();
  const account = '{"account_name":"Ada Obi","account_number":"0123456789"}';
  const url = 'http://t/?account_name=Ada%20Obi&account_number=0123456789';
  const { request, response } = recorder.exchange(
    rawExchange({ request: { method: 'POST', url, headers: [], body: Buffer.from(account) }, ...answer(account) }),
  );
  const { body } = receive(recorder, rawDelivery(account));
  expect(lines.join()).not.toMatch(/Ada|0123456789/);
  expect(request.body).toMatchObject({ text: response?.body.text, altered: true });
  expect(body.text).toBe(response?.body.text);
  const { account_name: name, account_number: number } = JSON.parse(body.text ?? '');
  expect(request.url).toBe(`http://t/?account_name=${encodeURIComponent(name)}&account_number=${number}`);
});

test('Names of people stay if no member identifies them as names, whatever other lines contain', () => {
  const { recorder, lines } = open();
  receive(recorder, rawDelivery('{"to":"Ada Obi"}'));
  receive(recorder, rawDelivery('{"account_name":"Ada Obi"}'));
  receive(recorder, rawDelivery('{"to":"Ada Obi"}'));
  recorder.end({ at: 9, reason: 'unreachable', received: 'curl printed {"account_name":"Ada Obi"}' });
  expect(lines.map(line => line.includes('Ada Obi'))).toEqual([false, true, false, true, false]);
});

test('Names of people are found in answers that were compressed, cut off or written in Latin-1', () => {
  const text = '{"account_name":"Ada Obi"}';
  const gzip: Headers = [['Content-Encoding', 'gzip']];
  for (const response of [
    answer(gzipSync(text), gzip),
    answer(gzipSync(text).subarray(0, -5), gzip),
    answer(text.slice(0, -3)),
    answer(Buffer.concat([Buffer.from([0xe9]), Buffer.from(text)])),
  ]) {
    const { body } = open().recorder.exchange(rawExchange(response)).response ?? {};
    expect(body).toMatchObject({ altered: true });
    expect(body && bytesOf(body).toString('latin1')).not.toContain('Ada');
  }
});

test('Names of people are replaced once: a pseudonym that equals another number is not replaced again', () => {
  const { recorder, redactor } = open();
  const numbers = Array.from({ length: 900 }, (_, index) => String(1000 + index * 10));
  const text = JSON.stringify({ account_number: numbers });
  expect(receive(recorder, rawDelivery(text)).body.text).toBe(redactor.text(text));
});

const BODY = '{"id":"evt_1"}';
const T = '1700000000';

test('Signatures are checked over the bytes of the wire, with the current secrets', () => {
  const compressed = gzipSync(BODY);
  const { recorder } = open();
  const headers: Headers = [
    ['Service-Signature', signatureHeader(T, compressed, [SIGNING])],
    ['Content-Encoding', 'gzip'],
  ];
  expect(receive(recorder, rawDelivery(compressed, headers)).signatures).toEqual([
    { header: 'Service-Signature', t: [T], v1: 1, wellFormed: 1, others: [], slots: [0] },
  ]);
});

test('Signatures are found under the known name, whatever their value', () => {
  const { recorder } = open(RUN_INFO, 'X-Seal');
  expect(receive(recorder, rawDelivery(BODY, [['x-seal', 'junk']])).signatures).toMatchObject([{ header: 'x-seal' }]);
  expect(receive(open().recorder, rawDelivery(BODY, [['x-seal', 'junk']])).signatures).toEqual([]);
});

test('A packet that is not HTTP is kept with its bytes', () => {
  const { recorder } = open();
  const packet = Buffer.from([0x16, 0x03, 0x01]);
  expect(recorder.malformed(4, 'HPE_INVALID_METHOD', packet)).toEqual({
    type: 'malformed',
    at: 4,
    code: 'HPE_INVALID_METHOD',
    packet: { size: 3, sha256: sha256(packet), text: '\u0016\u0003\u0001' },
  });
});
