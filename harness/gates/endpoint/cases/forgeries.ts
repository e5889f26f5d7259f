import { createHmac } from 'node:crypto';
import { signatureOf } from '../../../evidence/signatures/signature-header.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import { newSecret } from '../../../sandbox/service.ts';
import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import type { Bench } from '../bench.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Outgoing } from '../sender.ts';

const SECONDS_MS = 12_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TOLERANCE_MS = TOLERANCE_SECONDS * 1_000;

/** Default secrets of handlers that were not configured, and of examples. */
const GUESSES = ['undefined', 'null', 'None', 'secret', 'whsec_test'];

/**
 * Deliveries that no backend may credit: a clause after "where", and the requests for a genuine webhook. If only `t` is
 * wrong, the clocks must agree; `closely` means within a few seconds.
 */
type Forgery = readonly [
  where: string,
  make: (bench: Bench, webhook: SoundWebhook) => readonly Outgoing[],
  timed?: EndpointCase['timed'],
];

/** A webhook that is signed this many milliseconds from now. */
const at = (where: string, ms: number): Forgery => [
  where,
  (bench, webhook) => [bench.signed(webhook, { at: bench.world.now() + ms })],
  ms % MINUTE_MS === 0 ? true : 'closely',
];

/** Every forgery (Signature header, Limits, Errors), by its case id after `signature.`. */
export const FORGERIES = {
  forged: ['the digest is random', (bench, webhook) => [withRandomDigest(bench, webhook)]],
  'altered-body': [
    'the body is altered after it was signed',
    (bench, webhook) => {
      // Invalid UTF-8, which many decoders read as the character that was signed.
      const [signed, sent] = ['\ufffd', '\xff'].map(note => {
        const text = webhook.body.toString().replace(/\}\s*$/, `,"note":"${note}"}`);
        return { ...webhook, body: Buffer.from(text, note === '\xff' ? 'latin1' : 'utf8') };
      });
      const decoded = signed && sent ? [bodyReplaced(bench, signed, sent)] : [];
      return [bodyReplaced(bench, webhook, altered(webhook)), ...decoded];
    },
  ],
  'reserialized-body': [
    'white space in the body is changed after it was signed',
    (bench, webhook) => {
      const spaced = bench.source.rewrite(webhook, { spacing: 'indented' });
      const compact = bench.source.rewrite(webhook, { spacing: 'compact' });
      return [bodyReplaced(bench, compact, spaced), bodyReplaced(bench, spaced, compact)];
    },
  ],
  'wrong-secret': [
    'another secret signs',
    (bench, webhook) => [bench.signed(webhook, { secrets: [newSecret(bench.world)] })],
  ],
  'empty-secret': ['an empty secret signs', (bench, webhook) => [bench.signed(webhook, { secrets: [''] })]],
  'guessed-secret': [
    'a secret signs that anybody guesses, such as the text "undefined"',
    (bench, webhook) =>
      GUESSES.filter(guess => !bench.secrets.includes(guess)).map(guess => bench.signed(webhook, { secrets: [guess] })),
  ],
  'no-header': ['there is no signature header', (bench, webhook) => [bench.withSignature(webhook, undefined)]],
  'no-t': [
    'the signature header has no t',
    (bench, webhook) =>
      ['', '.', 'undefined.', 'null.', 'None.', 'NaN.', '0.'].map(before => {
        const digest = digestOver(bench, Buffer.concat([Buffer.from(before), bench.source.encode(webhook.body)]));
        return bench.withSignature(webhook, `v1=${digest}`);
      }),
  ],
  'no-v1': [
    'the signature header has no v1',
    (bench, webhook) => {
      const pairs = pairsOf(bench, webhook);
      const t = pairs.filter(pair => !pair.startsWith('v1='));
      return [t, [...t, 'v1='], [...t, 'v1'], pairs.map(pair => pair.replace(/^v1=/, 'v0='))].map(pairs =>
        bench.withSignature(webhook, pairs.join()),
      );
    },
  ],
  'body-digest': [
    'the digest is that of the body alone',
    (bench, webhook) => [digestReplaced(bench, webhook, () => digestOver(bench, bench.source.encode(webhook.body)))],
  ],
  'unreadable-header': [
    'the signature header cannot be read: t is no number, or v1 is no digest',
    (bench, webhook) => {
      const [t = ''] = pairsOf(bench, webhook).filter(pair => pair.startsWith('t='));
      const v1 = `v1=${bench.world.randomBytes(32).toString('hex')}`;
      const unreadable = ['t=abc', 't=', 't=12.5', `t=${'9'.repeat(20)}`].map(own => `${own},${v1}`);
      const headers = [...unreadable, `${t},v1=zz`, `${t},v1=${'zz'.repeat(32)}`, 'nonsense', ','];
      return headers.map(header => bench.withSignature(webhook, header));
    },
  ],
  'other-media-type': [
    'the digest is random, and the media type is not that of JSON',
    (bench, webhook) =>
      ['text/plain', 'application/x-www-form-urlencoded'].map(type => {
        const { headers, ...forged } = withRandomDigest(bench, webhook);
        const others = Object.entries(headers).filter(([name]) => !/^content-type$/i.test(name));
        return { ...forged, headers: { ...Object.fromEntries(others), 'Content-Type': type } };
      }),
  ],
  large: [
    'the digest is random, and the body is large',
    (bench, webhook) => [20_000, 200_000].map(size => withRandomDigest(bench, enlarged(webhook, size))),
  ],
  'other-address': [
    'a forged webhook comes to the address with a slash, or a query, behind it',
    (bench, webhook) => ['/', '?a=b'].map(end => ({ ...withRandomDigest(bench, webhook), url: bench.url + end })),
  ],
  'other-method': [
    'a forged webhook comes by PUT',
    (bench, webhook) => [{ ...withRandomDigest(bench, webhook), method: 'PUT' }],
  ],
  'altered-t': [
    't is altered after the webhook was signed',
    (bench, webhook) => {
      const now = bench.world.now();
      const other = pairsOf(bench, webhook, now - 7_000).find(pair => pair.startsWith('t=')) ?? '';
      const pairs = pairsOf(bench, webhook, now).map(pair => (pair.startsWith('t=') ? other : pair));
      return [bench.withSignature(webhook, pairs.join())];
    },
  ],
  'two-t': [
    'an old t is signed, and a fresh t stands beside it',
    (bench, webhook) => {
      const now = bench.world.now();
      const [fresh = ''] = pairsOf(bench, webhook, now).filter(pair => pair.startsWith('t='));
      const old = pairsOf(bench, webhook, now - DAY_MS);
      return [
        [...old, fresh],
        [fresh, ...old],
      ].map(pairs => bench.withSignature(webhook, pairs.join()));
    },
  ],
  'old-by-seconds': at('t is older than 300 s by 12 s', -TOLERANCE_MS - SECONDS_MS),
  'old-by-a-minute': at('t is older than 300 s by a minute', -TOLERANCE_MS - MINUTE_MS),
  'old-by-a-day': [
    't is older than 300 s by a day',
    (bench, webhook) => {
      const at = bench.world.now() - TOLERANCE_MS - DAY_MS;
      const other = `v1=${bench.world.randomBytes(32).toString('hex')}`;
      // Beside another v1, and under a large body, a handler may compare t by other rules.
      const rotated = bench.withSignature(webhook, [...pairsOf(bench, webhook, at), other].join());
      return [bench.signed(webhook, { at }), rotated, bench.signed(enlarged(webhook, 70_000), { at })];
    },
    true,
  ],
  'old-by-a-year': at('t is older than 300 s by a year', -TOLERANCE_MS - 365 * DAY_MS),
  'new-by-seconds': at('t is newer than 300 s by 12 s', TOLERANCE_MS + SECONDS_MS),
  'new-by-a-minute': at('t is newer than 300 s by a minute', TOLERANCE_MS + MINUTE_MS),
  'new-by-a-day': at('t is newer than 300 s by a day', TOLERANCE_MS + DAY_MS),
  't-in-another-unit': [
    't counts milliseconds in place of seconds',
    (bench, webhook) => {
      const times = bench.source.places.timestampUnit === 'ms' ? 1e-3 : 1e3;
      return [bench.signed(webhook, { at: bench.world.now() * times })];
    },
    true,
  ],
  'wraps-at-32-bits': [
    't is newer by 2^32 s or 2^64 ns, which is nothing in 32 or 64 bits',
    (bench, webhook) => {
      const unitMs = bench.source.places.timestampUnit === 'ms' ? 1 : 1000;
      return [2 ** 32 * unitMs, 2 ** 64 / 1e6].map(ms => bench.signed(webhook, { at: bench.world.now() + ms }));
    },
    true,
  ],
  truncated: [
    'the digest is cut short',
    (bench, webhook) => [62, 32, 8, 1].map(length => digestReplaced(bench, webhook, valid => valid.slice(0, length))),
  ],
  'right-in-part': [
    'only the end or the beginning of the digest is right',
    (bench, webhook) =>
      [60, 32, 16, 8, -8, -16, -32, -60].map(right =>
        digestReplaced(bench, webhook, valid => {
          const wrong = valid.replace(/./g, digit => (digit === '0' ? '1' : '0'));
          return right > 0 ? valid.slice(0, right) + wrong.slice(right) : wrong.slice(0, right) + valid.slice(right);
        }),
      ),
  ],
  'signed-text-as-t': [
    't is signed, but no time',
    (bench, webhook) => ['now', 'NaN'].map(t => bench.withSignature(webhook, pairsWithT(bench, webhook, t).join())),
  ],
  extended: [
    'the digest goes on after its end',
    (bench, webhook) => ['00', 'zz', '=x'].map(more => digestReplaced(bench, webhook, valid => `${valid}${more}`)),
  ],
} as const satisfies { readonly [name: string]: Forgery };

/** The pairs of a signature header in the dialect's layout, with a valid digest under any text as `t`. */
function pairsWithT(bench: Bench, webhook: SoundWebhook, t: string): readonly string[] {
  const pairs = pairsOf(bench, webhook).map(pair => (pair.startsWith('t=') ? `t=${t}` : pair));
  const valid = digestOf(bench, webhook, pairs, bench.secrets[0]);
  return pairs.map(pair => (pair.startsWith('v1=') ? `v1=${valid}` : pair));
}

/** The pairs of a signature header in the dialect's layout. */
export function pairsOf({ source, secrets }: Bench, webhook: SoundWebhook, at?: number): readonly string[] {
  return source.sign(webhook, { secrets: [secrets[0]], ...(at !== undefined && { at }) }).split(',');
}

/** A webhook signed now, with another digest in place of the valid one. */
function digestReplaced(bench: Bench, webhook: SoundWebhook, other: (valid: string) => string): Outgoing {
  const pairs = pairsOf(bench, webhook);
  const valid = digestOf(bench, webhook, pairs, bench.secrets[0]);
  const replaced = pairs.map(pair => (pair === `v1=${valid}` ? `v1=${other(valid)}` : pair));
  return bench.withSignature(webhook, replaced.join());
}

function withRandomDigest(bench: Bench, webhook: SoundWebhook): Outgoing {
  return digestReplaced(bench, webhook, () => bench.world.randomBytes(32).toString('hex'));
}

/** The digest under one secret and the `t` of these pairs. */
export function digestOf(bench: Bench, webhook: SoundWebhook, pairs: readonly string[], secret: string): string {
  const t = pairs.find(pair => pair.startsWith('t='))?.slice(2) ?? '';
  return signatureOf(t, bench.source.encode(webhook.body), secret);
}

function digestOver({ secrets }: Bench, message: Buffer): string {
  return createHmac('sha256', secrets[0]).update(message).digest('hex');
}

function bodyReplaced(bench: Bench, signed: SoundWebhook, sent: SoundWebhook): Outgoing {
  return { ...bench.signed(signed), body: bench.source.encode(sent.body) };
}

/** The webhook with one more member, of this size in bytes. */
function enlarged(webhook: SoundWebhook, size: number): SoundWebhook {
  const body = Buffer.from(webhook.body.toString().replace(/\}\s*$/, `,"note":"${'x'.repeat(size)}"}`));
  return { ...webhook, body };
}

/** The webhook with a changed digit in its amount, or with one more member. */
function altered(webhook: SoundWebhook): SoundWebhook {
  const text = webhook.body.toString();
  const changed = text.replace(/(?<="[a-z_]*amount"\s*:\s*"?)\d/, digit => String((Number(digit) + 1) % 10));
  const body = Buffer.from(changed === text ? text.replace(/\}\s*$/, ',"altered":true}') : changed);
  return { ...webhook, body };
}
