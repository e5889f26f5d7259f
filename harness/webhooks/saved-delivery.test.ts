import { describe, expect, test } from 'vitest';
import { readSavedDelivery, type SavedDelivery, writeSavedDelivery } from './saved-delivery.ts';
import { signatureOfDelivery } from './signature-of-delivery.ts';

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

describe('a saved delivery', () => {
  test('is read back as it was, whatever its bytes', () => {
    expect(readSavedDelivery(writeSavedDelivery(DELIVERY), 'f')).toEqual(DELIVERY);
    const empty = { ...DELIVERY, headers: [], body: Buffer.alloc(0) };
    expect(readSavedDelivery(writeSavedDelivery(empty), 'f')).toEqual(empty);
  });

  test.each([
    ['not JSON', '{'],
    ['another thing', '[]'],
    ['another form', changed({ savedDelivery: 2 })],
    ['no moment', changed({ at: 'yesterday' })],
    ['no method', changed({ method: 1 })],
    ['headers as an object', changed({ headers: { a: 'b' } })],
    ['a header without a value', changed({ headers: [['a']] })],
    ['a body that is no base64', changed({ body: '{"a":1}' })],
  ])('is refused where it is %s, with the name of the file', (_, text) => {
    expect(() => readSavedDelivery(text, 'my-file')).toThrow(
      expect.objectContaining({ code: 'saved-delivery-invalid', message: expect.stringContaining('my-file: ') }),
    );
  });
});

describe('the signature of a delivery', () => {
  const signedWith = (value: string, name = 'X-Some-Signature') =>
    signatureOfDelivery({ ...DELIVERY, headers: [...DELIVERY.headers, [name, value]] });

  test.each([
    [String(Math.floor(AT / 1000)), 's'],
    [String(AT), 'ms'],
    [`${AT}000`, 'us'],
    [`${AT}000000`, 'ns'],
    ['2026-01-02T04:04:05+01:00', 'iso'],
    ['17', 's'],
  ])('is found by its form, whatever its name, and t=%s is in %s', (t, unit) => {
    expect(signedWith(`t=${t},v1=ab`)).toEqual({ name: 'X-Some-Signature', lines: [`t=${t},v1=ab`], unit });
  });

  test('is looked for where it is told to be, and has the neutral name where there is none', () => {
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
});
