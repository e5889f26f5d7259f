import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answering, type Asked, type OpenClient, type OpenService, openClient, openService } from '#testing';

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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** One call of each kind: the harness's own POSTs, a deliberate mistake, and a GET. */
const CALLS = {
  enquiry: () => service.client.resolveBankAccount({ account_number: '1', bank_code: '2' }),
  simulate: () => service.client.simulate('co_1', { event: 'expire' }),
  sendRaw: () => service.client.sendRaw({ method: 'POST', server: 'base', path: '/v1/banks/resolve', body: {} }, {}),
  read: () => service.client.getOnrampOrder('onr_1'),
} as const;

const calls = fc.record({
  name: fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[])),
  answers: fc.array(fc.constantFrom<Answering>(429, 200, 400, 500, 'drop'), { minLength: 3, maxLength: 3 }),
});

const keyOf = ({ headers }: Asked) => headers['idempotency-key'];

test('Every POST has a new UUID, which its retries after a 429 keep and no other call uses', async () => {
  const used = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { maxLength: 12 }), async sequence => {
      for (const { name, answers } of sequence) {
        server.forget();
        server.answers = [...answers];
        await CALLS[name]();
        const keys = new Set(server.asked.map(keyOf));
        expect(keys.size).toBe(1);
        const [key] = keys;
        if (name === 'read') expect(key).toBeUndefined();
        else {
          expect(key).toMatch(UUID);
          expect(used.has(key)).toBe(false);
          used.add(key);
          // Only a 429 means that the call had no effect. After any other answer a POST is not repeated.
          const repeats = answers.findIndex(answer => answer !== 429);
          expect(server.asked.length).toBe(repeats < 0 ? 3 : repeats + 1);
        }
        for (const again of server.asked) expect(again).toEqual(server.asked[0]);
      }
    }),
    { numRuns: 60 },
  );
  expect(used.size).toBeGreaterThan(50);
});
