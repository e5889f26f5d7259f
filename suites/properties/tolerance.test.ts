import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realWorld, TIMESTAMP_UNITS, verifySignature } from '#harness';
import { headerLines, holds, type OpenReceiver, openClient, openReceiver, openSandbox } from '#testing';

let receiver: OpenReceiver;
beforeAll(async () => {
  receiver = await openReceiver(() => 200);
});
afterAll(() => receiver.close());

/** `t` in nanoseconds since the epoch, parsed independently of the verifier: by its unit, or as a date. */
function nanoseconds(t: string, unit: (typeof TIMESTAMP_UNITS)[number]): bigint {
  if (unit !== 'iso') return BigInt(t) * { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n }[unit];
  const [, whole = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(t) ?? [];
  return BigInt(Date.parse(whole + zone)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

const EDGE_MS = 300_000;
const nearAnEdge = fc
  .tuple(
    fc.constantFrom(-EDGE_MS, 0, EDGE_MS),
    fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -2, max: 2 })),
  )
  .map(([edge, beside]) => edge + beside);

test('A webhook is accepted if its t is at most 300 s before or after the receiver’s clock, in every unit', () =>
  holds(
    fc.asyncProperty(
      fc.constantFrom(...TIMESTAMP_UNITS),
      fc.constantFrom('utc', 'utc-fraction', 'offset', 'offset-fraction'),
      fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 }),
      fc.array(nearAnEdge, { minLength: 20, maxLength: 20 }),
      async (timestampUnit, isoForm, moment, deltas) => {
        const path = `/${crypto.randomUUID()}`;
        const sandbox = await openSandbox({
          // The sandbox's clock is stopped, so that the test can hit the limit to the millisecond.
          world: { ...realWorld(), now: () => moment },
          dialect: { timestampUnit, signature: { isoForm } },
          webhookUrl: new URL(path, receiver.url).href,
        });
        const service = openClient(sandbox.url);
        try {
          await service.client.simulate(await sandbox.newOrder(), { event: 'expire' });
          await receiver.until(arrivals => arrivals.some(arrival => arrival.path === path));
          const { headers, body } = receiver.arrivals.find(arrival => arrival.path === path) ?? { headers: [] };
          const header = headerLines(headers, 'Service-Signature');
          const [, t = ''] = /^t=([^,]+)/.exec(header[0] ?? '') ?? [];
          for (const delta of deltas) {
            const now = moment + delta;
            const age = BigInt(now) * 1_000_000n - nanoseconds(t, timestampUnit);
            const verdict = verifySignature({
              header,
              body: body ?? Buffer.alloc(0),
              secrets: sandbox.signingSecrets,
              now,
              unit: timestampUnit,
            });
            const edge = 300_000_000_000n;
            expect(verdict, `${t} at ${now}`).toEqual(
              age > edge
                ? { accepted: false, reason: 'timestamp-too-old' }
                : age < -edge
                  ? { accepted: false, reason: 'timestamp-too-new' }
                  : { accepted: true, secret: 0 },
            );
          }
        } finally {
          await service.close();
          await sandbox.close();
        }
      },
    ),
    { numRuns: 40 },
  ));
