import { signatureOf } from '../evidence/signatures/signature-header.ts';
import { type SignatureVerdict, type SignedMessage, verifySignature } from '../webhooks/signature.ts';

/** The receiver's clock when the delivery arrives, in milliseconds. */
export const NOW = 1_700_000_000_000;
/** The `t` for this time, in seconds. */
export const T = '1700000000';
/** The shared secret. */
export const SECRET = 'whsec_of_the_test';
/** The delivered body. */
export const BODY = Buffer.from('{"id":"evt_1"}');
/** The correct `v1` of the body. */
export const DIGEST = signatureOf(T, BODY, SECRET);

/** The verdict on a valid delivery with the changes that a test makes. */
export const verdict = (change: Partial<SignedMessage> = {}): SignatureVerdict =>
  verifySignature({ header: `t=${T},v1=${DIGEST}`, body: BODY, secrets: [SECRET], now: NOW, ...change });

/** The verdict on a valid delivery. */
export const accepted = { accepted: true, secret: 0 };
/** The verdict on an invalid delivery, with the reason. */
export const refused = (reason: string) => ({ accepted: false, reason });
