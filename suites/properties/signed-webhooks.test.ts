import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrival, type Dialect, verifySignature } from '#harness';
import { dialects, headerLines, type OpenReceiver, openClient, openReceiver, openSandbox } from '#testing';

let receiver: OpenReceiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

/** The first webhook of an order from a sandbox in the dialect, and the secrets that signed it. */
async function webhookOf(dialect: Dialect): Promise<{ arrival: Arrival; secrets: readonly string[] }> {
  // A separate path excludes late webhooks of other sandboxes.
  const path = `/${crypto.randomUUID()}`;
  // An event about no order might be sent before the secrets are set.
  const { unrelated: _, ...quiet } = dialect;
  const sandbox = await openSandbox({ dialect: quiet, webhookUrl: new URL(path, receiver.url).href });
  const secrets = ['whsec_old', 'whsec_new'];
  await sandbox.control('PUT', '/webhook', { url: new URL(path, receiver.url).href, secrets });
  const service = openClient(sandbox.url);
  const mine = () => receiver.arrivals.find(arrival => arrival.path === path);
  try {
    await service.client.simulate(await sandbox.newOrder(), { event: 'deposit_detected' });
    await receiver.until(() => mine() !== undefined);
    return { arrival: mine() as Arrival, secrets };
  } finally {
    await service.close();
    await sandbox.close();
  }
}

const flipped = (bytes: Buffer, bit: number) =>
  Buffer.from(bytes.map((byte, index) => (index === (bit >> 3) % bytes.length ? byte ^ (1 << (bit & 7)) : byte)));

test('A webhook verifies under each secret in every dialect, and under none if a body bit changes', () =>
  fc.assert(
    fc.asyncProperty(dialects(), fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), async (dialect, bits) => {
      const { arrival, secrets } = await webhookOf(dialect);
      const { signatureHeader = 'Service-Signature', timestampUnit: unit = 's' } = dialect;
      const verdict = ({ headers, body }: Pick<Arrival, 'headers' | 'body'>, known: readonly string[]) =>
        verifySignature({
          header: headerLines(headers, signatureHeader),
          body,
          secrets: known,
          now: Date.now(),
          unit,
        });
      expect(secrets).toHaveLength(2);
      for (const secret of secrets) expect(verdict(arrival, [secret])).toEqual({ accepted: true, secret: 0 });
      expect(verdict(arrival, ['whsec_of_a_stranger'])).toEqual({ accepted: false, reason: 'signature-mismatch' });
      for (const bit of bits) {
        const altered = { ...arrival, body: flipped(arrival.body, bit) };
        expect(verdict(altered, secrets)).toEqual({ accepted: false, reason: 'signature-mismatch' });
      }
    }),
    { numRuns: 40 },
  ));
