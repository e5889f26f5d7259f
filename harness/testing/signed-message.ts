import { type SignatureVerdict, type SignedMessage, signatureOf, verifySignature } from '../webhooks/signature.ts';

/** The receiver's clock when the delivery comes, in milliseconds. */
export const NOW = 1_700_000_000_000;
/** The same moment as `t` says it, in seconds. */
export const T = '1700000000';
/** The secret that both sides know. */
export const SECRET = 'whsec_of_the_test';
/** What is delivered. */
export const BODY = Buffer.from('{"id":"evt_1"}');
/** Its right `v1`. */
export const DIGEST = signatureOf(T, BODY, SECRET);

/** The verdict on a delivery that is right but for what a test changes. */
export const verdict = (change: Partial<SignedMessage> = {}): SignatureVerdict =>
  verifySignature({ header: `t=${T},v1=${DIGEST}`, body: BODY, secrets: [SECRET], now: NOW, ...change });

/** The verdict on what is right. */
export const accepted = { accepted: true, secret: 0 };
/** The verdict on what is not, for that reason. */
export const refused = (reason: string) => ({ accepted: false, reason });
