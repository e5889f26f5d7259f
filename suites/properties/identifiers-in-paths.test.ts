import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenClient, type OpenService, openClient, openService } from '#testing';

/** Strings with a special meaning in a URL, or in software that handles URLs. */
const PIECES = [
  ...'/\\?#%&=+;,:@~!*\'()$[]{} \t\n\r\0"<>|^`',
  ...['.', '..', '../', './', '%2e', '%2F', '%00', '%zz', 'simulate', 'onramp', ':id', '{id}'],
  ...['é', 'Ọ', 'e\u0308', '🔑', '\ufeff', '\u200b', '\u202e', '\u2028', '订单'],
];

/**
 * Identifiers that a service could assign, including all characters that a path must encode. Never empty, `.` or `..`,
 * which a URL path cannot contain as a segment.
 */
function identifiers(): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 }),
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 1 }),
      fc.array(fc.uuid(), { minLength: 1, maxLength: 1 }),
    )
    .map(pieces => pieces.join(''))
    .filter(id => id !== '' && id !== '.' && id !== '..');
}

let server: OpenService;
let service: OpenClient;

beforeAll(async () => {
  server = await openService();
  service = openClient(server.url);
});
afterAll(async () => {
  await service.close();
  await server.close();
});

/** The paths of the calls about an id, split at `/` and decoded like a server. */
async function pathsOf(id: string): Promise<readonly (readonly string[])[]> {
  server.forget();
  await service.client.getOnrampOrder(id);
  await service.client.simulate(id, { event: 'fail' });
  return server.asked.map(({ target }) => target.split('/').slice(1).map(decodeURIComponent));
}

const pathsTo = (id: string) => [
  ['v1', 'onramp', 'orders', id],
  ['sandbox', 'collection-orders', id, 'simulate'],
];

test('Any identifier arrives unchanged and stays within its path segment', () =>
  fc.assert(
    fc.asyncProperty(identifiers(), async id => {
      expect(await pathsOf(id)).toEqual(pathsTo(id));
      for (const { target } of server.asked) expect(target).toMatch(/^[!-~]+$/);
    }),
    { numRuns: 300 },
  ));

// A URL cannot contain them, encoded or not: WHATWG URL also treats `%2e%2e` as `..`.
test.each(['', '.', '..'])('The identifier "%s", which would change the path, is not sent', async id => {
  server.forget();
  await expect(service.client.getOnrampOrder(id)).rejects.toMatchObject({ code: 'id-unsendable' });
  await expect(service.client.simulate(id, { event: 'fail' })).rejects.toMatchObject({ code: 'id-unsendable' });
  expect(server.asked).toEqual([]);
});

test('An identifier that is not valid Unicode is not sent', () =>
  fc.assert(
    fc.asyncProperty(identifiers(), fc.nat(0x7ff), identifiers(), async (before, surrogate, behind) => {
      const id = `${before}${String.fromCharCode(0xd800 + surrogate)}${behind}`;
      fc.pre(!id.isWellFormed());
      server.forget();
      await expect(service.client.getOnrampOrder(id)).rejects.toMatchObject({ code: 'id-unsendable' });
      expect(server.asked).toEqual([]);
    }),
  ));
