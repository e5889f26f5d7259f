import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { service } from '../../contract/service.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import { comparePact } from './compare-pact.ts';

const newFolder = temporaryFolders();

const SENT = {
  Accept: ['application/json'],
  'Content-Type': ['application/json'],
  'Idempotency-Key': ['3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b'],
  'X-API-Key': ['sk_test_example'],
};
const GOT = { 'Content-Type': ['application/json'], 'request-id': ['req_1'] };
const ACCOUNT = { account_name: 'Ada Obi', account_number: '0123456789', bank_code: '044', bank_name: 'Bank' };
const ASKED = { account_number: '0123456789', bank_code: '044' };

interface Shape {
  readonly method?: string;
  readonly path?: string;
  readonly sent?: JsonObject;
  readonly headers?: { readonly [name: string]: readonly string[] | undefined };
  readonly status?: number;
  readonly got?: JsonObject;
  readonly gotHeaders?: object;
}

/** A pact with one interaction: a name enquiry that resolves, with changes. */
function pactOf(shape: Shape): JsonObject {
  const { method = 'POST', path = '/v1/banks/resolve', headers, status = 200, gotHeaders } = shape;
  const content = (body: JsonObject) => ({ content: body, contentType: 'application/json', encoded: false });
  return JSON.parse(
    JSON.stringify({
      consumer: { name: 'sdk' },
      provider: { name: 'service' },
      interactions: [
        {
          type: 'Synchronous/HTTP',
          description: 'an enquiry',
          request: {
            method,
            path,
            headers: { ...SENT, ...headers },
            ...(method === 'POST' && { body: content(shape.sent ?? ASKED) }),
          },
          response: {
            status,
            headers: { ...GOT, ...gotHeaders },
            body: content(shape.got ?? { status: true, data: ACCOUNT }),
          },
        },
      ],
      metadata: { pactSpecification: { version: '4.0' } },
    }),
  ) as JsonObject;
}

/** Compares a pact from a file of its own. */
function compare(pact: JsonObject | string) {
  const file = join(newFolder(), 'sdk.json');
  writeFileSync(file, typeof pact === 'string' ? pact : JSON.stringify(pact));
  return comparePact(file);
}
const ORDER = { method: 'GET', path: '/v1/onramp/orders/onr_1' };
const STEP = { path: '/sandbox/collection-orders/co_1/simulate', got: {} };
const SESSION = { method: 'GET', path: '/v1/client/session' };
const HTML = { 'Content-Type': ['text/html'] };
const RENAMED = { ...ACCOUNT, account_name: undefined as never, accountName: 'A' };

test.each<[string, Shape]>([
  ['an enquiry that resolves', {}],
  ['an enquiry of which only one field is read', { got: { data: { bank_name: 'Bank' } } }],
  ['a refused enquiry, wrong on purpose', { sent: { bank_cod: '044' }, status: 400, got: { code: 'c' } }],
  ['an onramp order with free-form metadata', { ...ORDER, got: { id: '1', metadata: { a: 1 } } }],
  ['an onramp order without an account', { ...ORDER, got: { id: '1', account: null } }],
  ['an error of some status', { ...ORDER, status: 418, got: { code: 'c', message: 'm' } }],
  ['a step, whatever is answered', { ...STEP, sent: { event: 'fail' }, status: 202, got: { x: 1 } }],
  ['a preview route', { ...SESSION, got: { anything: 1 } }],
])('A pact that conforms has no findings: %s', async (_, shape) => {
  expect(await compare(pactOf(shape))).toEqual([]);
});

/** Breaches of each requirement: what a pact does, how it differs, and the place in the finding. */
const BREACHES: { readonly [requirement: string]: readonly (readonly [does: string, shape: Shape, place: string])[] } =
  {
    'enquiry.data': [
      ['reads a field under another name', { got: { status: true, data: RENAMED } }, 'response.body.data.accountName'],
      ['reads a field that stands in for another', { got: { data: { holder: 'A' } } }, 'response.body.data.holder'],
    ],
    'onramp.error-body': [
      ['reads another error field', { ...ORDER, status: 404, got: { code: 'c', msg: 'm' } }, 'response.body.msg'],
    ],
    'onramp.amounts': [
      ['reads an amount as a number', { ...ORDER, got: { source_amount: 1.5 } }, 'response.body.source_amount'],
    ],
    'enquiry.bank-code-required': [['leaves a field out', { sent: { account_number: '1' } }, 'request.body']],
    'enquiry.string-inputs': [
      ['sends a number for a string', { sent: { ...ASKED, bank_code: 44 } }, 'request.body.bank_code'],
    ],
    'simulate.event-values': [
      ['simulates an unknown event', { ...STEP, sent: { event: 'explode' } }, 'request.body.event'],
    ],
    'simulate.only-own-event': [
      [
        'sends a field beside another event',
        { ...STEP, sent: { event: 'fail', received_amount: '1' } },
        'request.body.received_amount',
      ],
    ],
    'simulate.optional-fields': [
      [
        'misspells an optional field',
        { ...STEP, sent: { event: 'deposit_detected', received_amout: '1' } },
        'request.body.received_amout',
      ],
    ],
    'request.idempotency-key': [
      ['sends a key that is no UUID', { headers: { 'Idempotency-Key': ['1'] } }, 'request.headers.Idempotency-Key'],
    ],
    'enquiry.route': [
      ['uses another method', { method: 'GET' }, 'GET /v1/banks/resolve'],
      ['misspells a path', { path: '/v1/bank/resolve' }, '/v1/bank/resolve'],
      ['waits for another success', { status: 201 }, '201'],
    ],
    'wire.json': [['takes HTML', { gotHeaders: HTML }, 'response.headers.content-type']],
  };

test.each(Object.entries(BREACHES).flatMap(([requirement, rows]) => rows.map(row => [...row, requirement] as const)))(
  'A pact that %s breaks the contract, and the finding names the place',
  async (_, shape, place, requirement) => {
    const [finding, ...more] = (await compare(pactOf(shape))).filter(({ severity }) => severity === 'breach');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ check: 'pact', requirement, count: 1 });
    expect(finding?.message).toContain(place);
    expect(finding?.evidence[0]).toMatch(/^\/.*\/sdk\.json: interactions\[0\]\.re(quest|sponse)/);
  },
);

test.each<[string, Shape, string]>([
  ['reads a field that is not documented', { got: { data: { ...ACCOUNT, fee: '1' } } }, 'version.unsettled-fields'],
  ['sends a field that is not documented', { sent: { ...ASKED, channel: 'web' } }, 'request.unknown-fields'],
  ['waits for a status that the contract leaves open', { status: 404, got: { code: 'c' } }, 'enquiry.route'],
  ['calls an endpoint that is not named', { path: '/v1/collections' }, 'preview.other-endpoints'],
  ['does not say that it sends a key', { headers: { 'X-API-Key': undefined } }, 'auth.header'],
  ['reads another header', { gotHeaders: { 'x-region': ['eu'] } }, 'response.headers'],
  ['waits for another type from a preview route', { ...SESSION, gotHeaders: HTML }, 'wire.json'],
])('A pact that %s gets advice', async (_, shape, requirement) => {
  expect(await compare(pactOf(shape))).toMatchObject([{ severity: 'advice', requirement }]);
});

test('A comparison does not change the contract', async () => {
  const before = JSON.stringify(service());
  await compare(pactOf({}));
  expect(JSON.stringify(service())).toBe(before);
});

test('A finding names the field or path that was probably meant', async () => {
  const [finding] = await compare(pactOf({ got: { data: { acount_name: 'A' } } }));
  expect(finding?.likely).toBe('account_name was meant');
});

const message = (contents: unknown, metadata: object) =>
  ({ messages: [{ description: 'a disbursement', contents, metaData: metadata }], interactions: [] }) as never;

test('A message with a signature header has no findings', async () => {
  expect(await compare(message({ id: 'e' }, { 'X-Any-Name': 't=1,v1=00' }))).toEqual([]);
});

test('A message without a signature header gets advice, because its verification may be elsewhere', async () => {
  const found = await compare(message({ id: 'e' }, {}));
  expect(found).toMatchObject([{ severity: 'advice', requirement: 'signature.header' }]);
});

test('A message that is not an object cannot hold an event id', async () => {
  const found = await compare(message('text', { 'X-Any-Name': 't=1,v1=00' }));
  expect(found).toMatchObject([{ severity: 'breach', requirement: 'event.id' }]);
  expect(found[0]?.evidence).toEqual([expect.stringMatching(/sdk\.json: messages\[0\]$/)]);
});

test.each([
  ['is not JSON', 'nonsense'],
  ['is not an object', '[]'],
  ['has no interactions', '{}'],
  ['has interactions that are none', '{"interactions":[{"request":7}]}'],
])('A pact file that %s is refused', async (_, text) => {
  await expect(compare(text)).rejects.toMatchObject({ code: 'pact-unreadable', kind: 'usage' });
});

test('A pact file that is not there is refused', async () => {
  await expect(comparePact(join(newFolder(), 'pact.json'))).rejects.toMatchObject({ code: 'pact-unreadable' });
});
