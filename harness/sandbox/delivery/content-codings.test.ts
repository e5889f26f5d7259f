import { describe, expect, it } from 'vitest';
import { verifyingSecrets } from '../testing/receiver.ts';
import { withSandbox } from '../testing/with-sandbox.ts';

describe.concurrent('webhook.contentCodings', () => {
  it.each([[[]], [['gzip']], [['deflate']], [['br']], [['zstd']], [['gzip', 'br']], [['zstd', 'gzip', 'gzip']]])(
    'encodes with %j, names the codings and signs the encoded bytes',
    contentCodings =>
      withSandbox({ dialect: { webhook: { contentCodings } } }, async ({ failOne, receiver, sandbox }) => {
        const id = await failOne();
        const [received] = receiver.received;
        expect(received?.headers['content-encoding']).toBe(contentCodings.join(', ') || undefined);
        expect(received?.headers['content-length']).toBe(String(received?.body.length));
        expect(received?.json).toMatchObject({ type: 'collection.failed', data: { order_id: id } });
        expect(received && verifyingSecrets(received, sandbox.signingSecrets)).toHaveLength(1);
      }),
  );

  it('sends a redelivery as the same bytes', () =>
    withSandbox(
      {
        dialect: { webhook: { contentCodings: ['zstd', 'gzip'], framing: 'chunked' } },
        respond: (response, index) => response.writeHead(index === 0 ? 503 : 200).end(),
      },
      async ({ failOne, receiver, sandbox }) => {
        await failOne();
        const [first, second] = receiver.received;
        expect(second?.body).toEqual(first?.body);
        expect(second && verifyingSecrets(second, sandbox.signingSecrets)).toHaveLength(1);
      },
    ));

  it.each(['signs-reserialised-body', 'body-changed-after-signing'])(
    'sends JSON that does not verify with the fault %s',
    fault =>
      withSandbox(
        { faults: [fault], dialect: { webhook: { contentCodings: ['gzip'] } } },
        async ({ failOne, receiver, sandbox }) => {
          await failOne();
          const [received] = receiver.received;
          expect(received?.json).toMatchObject({ type: 'collection.failed' });
          expect(received && verifyingSecrets(received, sandbox.signingSecrets)).toEqual([]);
        },
      ),
  );
});
