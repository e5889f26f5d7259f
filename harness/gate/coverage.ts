import type { Method } from './protocol.ts';

const REQUEST = ['request.accept', 'version.prefix', 'auth.header', 'response.request-id', 'wire.json'];
const POST = ['request.content-type', 'request.idempotency-key', 'request.one-key-per-post', 'wire.snake-case'];

/** Requirements that the gate can show, by the method that shows them. */
const SHOWN: { readonly [method in Method]: readonly string[] } = {
  verify: [
    'receiver.any-v1',
    'receiver.tolerance',
    'receiver.rejects-mismatch',
    'signature.hmac',
    'signature.raw-body',
    'signature.pairs',
    'signature.t',
    'signature.rotation',
  ],
  receive: ['receiver.dedupe', 'receiver.rejects-mismatch', 'event.id-kept'],
  resolveBankAccount: [
    ...REQUEST,
    ...POST,
    'enquiry.route',
    'enquiry.string-inputs',
    'enquiry.ok-body',
    'enquiry.data',
    'enquiry.error-body',
    'enquiry.400-body',
    'enquiry.401-body',
    'enquiry.500-body',
  ],
  getOnrampOrder: [
    ...REQUEST,
    'onramp.route',
    'onramp.ok-body',
    'onramp.amounts',
    'onramp.account-optional',
    'onramp.metadata',
    'onramp.readable-by-id',
    'onramp.error-body',
    'onramp.error-responses',
    'account.fields',
    'wire.decimal-strings',
  ],
  simulate: [
    ...REQUEST.filter(id => id !== 'auth.header'),
    ...POST,
    'wire.decimal-strings',
    'simulate.route',
    'simulate.optional-fields',
    'simulate.received-amount',
    'simulate.received-network',
    'simulate.only-own-event',
  ],
};

/** What an adapter cannot show of a consumer, and why. */
const HIDDEN: { readonly [requirement: string]: string } = {
  'receiver.constant-time': 'how long a comparison takes cannot be told across a process boundary',
  'auth.test-key-form': 'the gate gives the key itself',
};

/** The methods that show a requirement; none where the gate has nothing to say of it. */
export function methodsShowing(requirement: string): readonly Method[] {
  return (Object.keys(SHOWN) as Method[]).filter(method => SHOWN[method].includes(requirement));
}

/** Why no adapter can show a requirement; undefined where one can. */
export function whyHidden(requirement: string): string | undefined {
  return HIDDEN[requirement];
}
