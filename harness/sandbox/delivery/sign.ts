import { createHmac } from 'node:crypto';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';
import type { AttemptContext, Signing } from './attempt.ts';
import { writeT } from './write-t.ts';

/** HMAC-SHA256 over `t`, a dot and the body, as lowercase hex, keyed with the text of the secret (rule 2). */
export function digest(secret: string, t: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

/** The value of the signature header: `t` and one `v1` per secret, in the layout of the dialect. */
export function sign(service: Service, body: Buffer, context: AttemptContext): string {
  const { world, dialect, faults, store } = service;
  const input: Signing = { at: world.now(), body, secrets: store.settings.signingSecrets, digest };
  const signing = faults.apply('signing', input, context);
  const t = writeT(world, signing.at, dialect);
  // The raw bytes of the body are signed (rule 2), so it is encoded first.
  const sent = encode(signing.body, dialect.webhook.contentCodings);
  const v1 = signing.secrets.map(secret => signing.digest(secret, t, sent));
  const header = { pairs: layOut(service, t, v1), separator: ',' };
  const { pairs, separator } = faults.apply('signatureHeader', header, context);
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
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  pairs.splice({ before: 0, between: 1, after: pairs.length }[otherPairsPlace], 0, ...others);
  return pairs;
}
