import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { VerifyParams } from '#harness';

interface Stripe {
  readonly webhooks: { readonly signature: { verifyHeader(body: Buffer, header: unknown, ...rest: unknown[]): void } };
  readonly errors: { readonly StripeSignatureVerificationError: new () => Error };
}

const load = createRequire(new URL('../../scripts/tools/package.json', import.meta.url));
const Stripe = load('stripe') as { new (key: string): Stripe; readonly PACKAGE_VERSION: string };

/** npm's `stripe` behind the gate's protocol: a real third-party SDK whose webhooks have the same signature scheme. */
const { webhooks, errors } = new Stripe('sk_test_of_nobody');
const { signature } = webhooks;

/** Tries one secret at a time, as users do during a rotation. Any error except a refusal is an error of the SDK. */
function verify({ header, body, secrets, toleranceSeconds, now }: VerifyParams): object {
  let reason = 'no secret is known';
  for (const secret of secrets) {
    try {
      signature.verifyHeader(Buffer.from(body, 'base64'), header, secret, toleranceSeconds, undefined, now * 1000);
      return { accepted: true };
    } catch (thrown) {
      if (!(thrown instanceof errors.StripeSignatureVerificationError)) throw thrown;
      reason = thrown.message.split('\n')[0] ?? '';
    }
  }
  return { accepted: false, reason };
}

const DESCRIPTION = {
  name: 'stripe',
  version: Stripe.PACKAGE_VERSION,
  language: 'TypeScript',
  clock: 'injected',
  methods: ['verify'],
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: VerifyParams };
  let answer: object;
  try {
    answer = { result: method === 'describe' ? DESCRIPTION : verify(params) };
  } catch (thrown) {
    answer = { error: { code: -32_000, message: String(thrown) } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
