import { createHmac } from 'node:crypto';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';
import type { AttemptContext } from './attempt.ts';
import { writeT } from './write-t.ts';

/** What a signature is made from. */
export interface Signing {
  /** When the delivery is signed, in milliseconds since the Unix epoch, on the world's clock. */
  readonly at: number;
  /** The body that is signed, before its content codings. */
  readonly body: Buffer;
  /** The secrets that each yield one `v1`, oldest first. */
  readonly secrets: readonly string[];
  /** The `v1` of one secret, over the body as it is sent. */
  readonly digest: (secret: string, t: string, body: Buffer) => string;
}

/** The signature header before it is joined. */
export interface SignatureHeader {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly separator: string;
}

/** HMAC-SHA256 over `t`, a dot and the body, as lowercase hex, keyed with the secret's text (verification rule 2). */
export function digest(secret: string, t: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

/** The value of the signature header for a body: `t` and one `v1` a secret, laid out as the dialect says. */
export function sign(service: Service, body: Buffer, context: AttemptContext): string {
  const { world, dialect, faults, store } = service;
  const plain: Signing = { at: world.now(), body, secrets: store.settings.signingSecrets, digest };
  const signing = faults.apply('signed', plain, context);
  const t = writeT(world, signing.at, dialect);
  // The raw bytes of the request are signed (verification rule 2), so content codings come first.
  const sent = encode(signing.body, dialect.webhook.contentCodings);
  const v1 = signing.secrets.map(secret => signing.digest(secret, t, sent));
  const { pairs, separator } = faults.apply('headed', { pairs: layOut(service, t, v1), separator: ',' }, context);
  return pairs.map(([name, value]) => `${name}=${value}`).join(separator);
}

function layOut({ world, dialect }: Service, t: string, v1: readonly string[]): [string, string][] {
  const { tPlace, v1Order, decoyV1, otherPairs, otherPairsPlace } = dialect.signature;
  const decoy = (...places: string[]) => (places.includes(decoyV1) ? [world.randomBytes(32).toString('hex')] : []);
  const inOrder = v1Order === 'newest-first' ? v1.toReversed() : v1;
  const digests = [...decoy('before', 'around'), ...inOrder, ...decoy('after', 'around')];
  const pairs = digests.map((value): [string, string] => ['v1', value]);
  pairs.splice({ first: 0, second: 1, last: pairs.length }[tPlace], 0, ['t', t]);
  const others = otherPairs.map((pair): [string, string] => {
    const cut = pair.indexOf('=');
    return [pair.slice(0, cut), pair.slice(cut + 1)];
  });
  pairs.splice({ before: 0, between: 1, after: pairs.length }[otherPairsPlace], 0, ...others);
  return pairs;
}
