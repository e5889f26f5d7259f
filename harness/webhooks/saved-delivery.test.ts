import { expect, test } from 'vitest';
import { readSavedDelivery, type SavedDelivery, signatureOfDelivery, writeSavedDelivery } from './saved-delivery.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const DELIVERY: SavedDelivery = {
  at: AT,
  method: 'POST',
  path: '/hooks?a=1',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Twice', 'a'],
    ['X-Twice', '\u00ff'],
  ],
  body: Buffer.from([0x7b, 0xff, 0x00, 0x0a]),
};

const changed = (more: object) => JSON.stringify({ ...JSON.parse(writeSavedDelivery(DELIVERY)), ...more });

test('A saved delivery with any bytes is read back unchanged', () => {
  expect(readSavedDelivery(writeSavedDelivery(DELIVERY), 'f')).toEqual(DELIVERY);
  const empty = { ...DELIVERY, headers: [], body: Buffer.alloc(0) };
  expect(readSavedDelivery(writeSavedDelivery(empty), 'f')).toEqual(empty);
});

test.each([
  ['{', 'it is not JSON: '],
  [changed({ savedDelivery: 2 }), '/savedDelivery must be 1, not number 2'],
  [changed({ at: 'yesterday' }), '/at must be a date and time, not "yesterday"'],
  [changed({ headers: [['a']] }), '/headers/0 must NOT have fewer than 2 items'],
  [changed({ body: '{"a":1}' }), '/body must match pattern'],
])('An invalid saved delivery is refused with the name of the file and the problem: %s', (text, problem) => {
  expect(() => readSavedDelivery(text, 'my-file')).toThrow(
    expect.objectContaining({
      code: 'saved-delivery-invalid',
      kind: 'usage',
      message: expect.stringContaining(`my-file: ${problem}`),
    }),
  );
});

const signedWith = (value: string, name = 'X-Some-Signature') =>
  signatureOfDelivery({ ...DELIVERY, headers: [...DELIVERY.headers, [name, value]] });

test.each([
  [String(Math.floor(AT / 1000)), 's'],
  [String(AT), 'ms'],
  [`${AT}000`, 'us'],
  [`${AT}000000`, 'ns'],
  ['2026-01-02T04:04:05+01:00', 'iso'],
  ['17', 's'],
])('The signature of a delivery is found by its form under any name, and t=%s is in %s', (t, unit) => {
  expect(signedWith(`t=${t},v1=ab`)).toEqual({ name: 'X-Some-Signature', lines: [`t=${t},v1=ab`], unit });
});

test('The signature of a delivery is the header with both a t and a v1', () => {
  const headers = [
    ['X-Time', 't=1'],
    ['X-Digest', 'v1=a'],
    ['X-Both', 't=1,v1=a'],
  ] as const;
  expect(signatureOfDelivery({ ...DELIVERY, headers }).name).toBe('X-Both');
});

test('The signature of a delivery is the given header, and has the neutral name if it is absent', () => {
  const headers = [
    ['X-One', 't=1,v1=a'],
    ['x-two', 'v0=b'],
  ] as const;
  expect(signatureOfDelivery({ ...DELIVERY, headers }, 'X-Two')).toEqual({
    name: 'x-two',
    lines: ['v0=b'],
    unit: 's',
  });
  expect(signatureOfDelivery(DELIVERY)).toEqual({ name: 'Service-Signature', lines: [], unit: 's' });
});
