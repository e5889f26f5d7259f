import { createHmac } from 'node:crypto';
import type { World } from '../../world/world.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { AttemptContext, Signing } from '../faults/fault.ts';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';

const HOUR_MS = 3_600_000;

/** The text of `t` for a time (milliseconds since the Unix epoch), in the unit and form of the dialect. */
function writeT(world: World, moment: number, { timestampUnit, signature }: SandboxDialect): string {
  const ms = Math.floor(moment);
  const write = {
    s: () => String(Math.floor(ms / 1000)),
    ms: () => String(ms),
    us: () => ms + randomDigits(world, 3),
    ns: () => ms + randomDigits(world, 6),
    iso: () => writeIso(world, ms, signature.isoForm),
  };
  return write[timestampUnit]();
}

function writeIso(world: World, ms: number, form: SandboxDialect['signature']['isoForm']): string {
  const local = form.startsWith('offset') ? ms + 2 * HOUR_MS : ms;
  const [seconds] = new Date(local).toISOString().split('.');
  const fraction = form.endsWith('fraction') ? `.${String(ms % 1000).padStart(3, '0')}${randomDigits(world, 3)}` : '';
  return seconds + fraction + (form.startsWith('offset') ? '+02:00' : 'Z');
}

/** Digits below the clock's resolution of a millisecond. */
function randomDigits(world: World, digits: number): string {
  return String(world.randomBytes(4).readUInt32BE() % 10 ** digits).padStart(digits, '0');
}

/** HMAC-SHA256 over `t`, a dot and the body, as lowercase hex, keyed with the text of the secret (rule 2). */
function digest(secret: string, t: string, body: Buffer): string {
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
