import { MatchersV3, type Pact } from '@pact-foundation/pact';
import { COMPLETED, leadsToCredit, type SimulateEvent, signatureHeader } from '#harness';
import { STATES } from '#testing';

/** When the example webhooks were signed, in seconds, and the secret. */
export const SIGNED = { at: 1_763_640_000, secret: 'whsec_of_the_pact' } as const;

/** A webhook as a message of the pact. */
export interface Message {
  readonly content: { readonly id: string; readonly type: string; readonly data: { readonly order_id: string } };
  readonly metadata: { readonly [name: string]: unknown };
}

// The order of t and v1, and other pairs, are unspecified. The native core matches a whole value.
const SIGNATURE = '(.*,)?(t=[^,]+(,.*)?,v1=[0-9a-f]{64}|v1=[0-9a-f]{64}(,.*)?,t=[^,]+)(,.*)?';

/**
 * Tests the webhook of a step as an asynchronous message with its signature header in the metadata. The locations of
 * id, type and order are unspecified; the default dialect of the embedded sandbox provides them.
 */
export async function meetWebhook(
  pact: Pact,
  step: SimulateEvent,
  consume: (message: Message) => Promise<void>,
): Promise<void> {
  const completes = leadsToCredit(step);
  const example = {
    data: { order_id: 'co-1' },
    id: `evt-${step}`,
    type: completes ? COMPLETED : `collection.${step}`,
  };
  const bytes = Buffer.from(JSON.stringify(example));
  const signature = signatureHeader(String(SIGNED.at), bytes, [SIGNED.secret]);
  await pact
    .addAsynchronousInteraction()
    .given(STATES.steppedOrder, { step })
    .expectsToReceive(`the webhook of a simulated ${step}`, message => {
      message
        .withJSONContent({
          data: { order_id: MatchersV3.string(example.data.order_id) },
          id: MatchersV3.string(example.id),
          type: completes ? MatchersV3.equal(example.type) : MatchersV3.string(example.type),
        })
        .withMetadata({
          contentType: 'application/json',
          'Service-Signature': MatchersV3.regex(SIGNATURE, signature) as never,
        });
    })
    .executeTest(({ contents, metadata }) =>
      consume({ content: contents.content as unknown as Message['content'], metadata }),
    );
}
