import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenClient, type OpenSandbox, openClient, openSandbox } from '#testing';

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

/** Positive decimal strings with up to 18 digits on either side of the point, including zeros at both ends. */
function amounts(): fc.Arbitrary<string> {
  const whole = digits(1, 18);
  return fc
    .oneof(
      whole,
      fc.tuple(whole, digits(1, 18)).map(parts => parts.join('.')),
      fc.constantFrom('1', '0.000000000000000001', '999999999999999999.999999999999999999', '0.1', '100.00', '007.50'),
    )
    .filter(text => /[1-9]/.test(text));
}

let sandbox: OpenSandbox;
let service: OpenClient;

beforeAll(async () => {
  sandbox = await openSandbox();
  service = openClient(sandbox.url);
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
});

/** A decimal string as an integer in units of its last decimal place, and its number of decimal places. */
function parts(text: string): { readonly digits: bigint; readonly places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** `amount` × `rate`, truncated to the given number of decimal places, in integer arithmetic. */
function product(amount: string, rate: string, places: number): string {
  const [a, b] = [parts(amount), parts(rate)];
  const exact = a.digits * b.digits;
  const surplus = a.places + b.places - places;
  const digits = surplus < 0 ? exact * 10n ** BigInt(-surplus) : exact / 10n ** BigInt(surplus);
  const text = digits.toString().padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}

test('An onramp order states destination = source × rate exactly, with every amount as a decimal string', () =>
  fc.assert(
    fc.asyncProperty(amounts(), amounts(), async (source_amount, quoted_rate) => {
      const made = await sandbox.control('POST', '/onramp-orders', { source_amount, quoted_rate });
      const { exchange } = await service.client.getOnrampOrder(String(made.id));
      const order = JSON.parse(exchange.response?.body.text ?? '{}');
      expect(order).toMatchObject({ source_amount, quoted_rate, account: { amount: source_amount } });
      expect(order.destination_amount).toBe(product(source_amount, quoted_rate, 6));
      for (const amount of [order.source_amount, order.quoted_rate, order.destination_amount, order.account.amount]) {
        expect(amount).toMatch(/^\d+(\.\d+)?$/);
      }
    }),
    { numRuns: 200 },
  ));

test('A collection order pays out amount × rate exactly', () =>
  fc.assert(
    fc.asyncProperty(amounts(), amounts(), async (amount, rate) => {
      const { orders } = await sandbox.control('POST', '/collection-orders', { amount, rate });
      const [order] = orders as readonly { readonly [name: string]: unknown }[];
      expect(order).toMatchObject({ amount, rate, payout_amount: product(amount, rate, 2) });
    }),
    { numRuns: 100 },
  ));
