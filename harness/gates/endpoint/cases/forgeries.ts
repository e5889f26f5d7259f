import { createHmac } from 'node:crypto';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import { newSecret } from '../../../sandbox/new-service.ts';
import type { Bench } from '../bench.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Outgoing } from '../sender.ts';

const SECONDS_MS = 12_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far `t` may lie from the clock (Limits), in milliseconds. */
const TOLERANCE_MS = 300_000;

/** Secrets of handlers that were not configured, and of examples. */
const GUESSES = ['undefined', 'null', 'None', 'secret', 'whsec_test'];

/** A delivery that no backend may credit. */
interface Forgery {
  /** The case's id is `signature.<name>`. */
  readonly name: string;
  /** What is forged, as a clause after "where". */
  readonly where: string;
  /** Only `t` is wrong, so that clocks must agree; `closely`: to a few seconds. Default: no. */
  readonly timed?: EndpointCase['timed'];
  /** The forged deliveries of a genuine webhook. */
  make(bench: Bench, webhook: SoundWebhook): readonly Outgoing[];
}

/** Every forgery (Signature header, Limits, Errors). */
export const FORGERIES: readonly Forgery[] = [
  {
    name: 'forged',
    where: 'the digest is random',
    make: (bench, webhook) => [digestReplaced(bench, webhook, () => bench.world.randomBytes(32).toString('hex'))],
  },
  {
    name: 'altered-body',
    where: 'the body is altered after it was signed',
    make: (bench, webhook) => [bodyReplaced(bench, webhook, altered(webhook))],
  },
  {
    name: 'reserialized-body',
    where: 'white space in the body is changed after it was signed',
    make: (bench, webhook) => {
      const spaced = bench.source.rewrite(webhook, { spacing: 'indented' });
      const compact = bench.source.rewrite(webhook, { spacing: 'compact' });
      return [bodyReplaced(bench, compact, spaced), bodyReplaced(bench, spaced, compact)];
    },
  },
  {
    name: 'wrong-secret',
    where: 'another secret signs',
    make: (bench, webhook) => [bench.signed(webhook, { secrets: [newSecret(bench.world)] })],
  },
  {
    name: 'empty-secret',
    where: 'an empty secret signs',
    make: (bench, webhook) => [bench.signed(webhook, { secrets: [''] })],
  },
  {
    name: 'guessed-secret',
    where: 'a secret signs that anybody guesses, such as the text "undefined"',
    make: (bench, webhook) =>
      GUESSES.filter(guess => !bench.secrets.includes(guess)).map(guess => bench.signed(webhook, { secrets: [guess] })),
  },
  {
    name: 'no-header',
    where: 'there is no signature header',
    make: (bench, webhook) => [bench.withSignature(webhook, undefined)],
  },
  {
    name: 'no-t',
    where: 'the signature header has no t',
    make: (bench, webhook) =>
      ['', '.', 'undefined.', 'null.', 'None.', 'NaN.', '0.'].map(before => {
        const digest = digestOver(bench, Buffer.concat([Buffer.from(before), bench.source.encode(webhook.body)]));
        return bench.withSignature(webhook, `v1=${digest}`);
      }),
  },
  {
    name: 'no-v1',
    where: 'the signature header has no v1',
    make: (bench, webhook) => {
      const pairs = pairsOf(bench, webhook);
      const t = pairs.filter(pair => !pair.startsWith('v1='));
      return [t, [...t, 'v1='], [...t, 'v1'], pairs.map(pair => pair.replace(/^v1=/, 'v0='))].map(pairs =>
        bench.withSignature(webhook, pairs.join()),
      );
    },
  },
  {
    name: 'body-digest',
    where: 'the digest is that of the body alone',
    make: (bench, webhook) => [
      digestReplaced(bench, webhook, () => digestOver(bench, bench.source.encode(webhook.body))),
    ],
  },
  {
    name: 'altered-t',
    where: 't is altered after the webhook was signed',
    make: (bench, webhook) => {
      const now = bench.world.now();
      const other = pairsOf(bench, webhook, now - 7_000).find(pair => pair.startsWith('t=')) ?? '';
      const pairs = pairsOf(bench, webhook, now).map(pair => (pair.startsWith('t=') ? other : pair));
      return [bench.withSignature(webhook, pairs.join())];
    },
  },
  ...[
    { name: 'old-by-seconds', where: 't is older than 300 s by 12 s', ms: -TOLERANCE_MS - SECONDS_MS },
    { name: 'old-by-a-minute', where: 't is older than 300 s by a minute', ms: -TOLERANCE_MS - MINUTE_MS },
    { name: 'old-by-a-day', where: 't is older than 300 s by a day', ms: -TOLERANCE_MS - DAY_MS },
    { name: 'old-by-a-year', where: 't is older than 300 s by a year', ms: -TOLERANCE_MS - 365 * DAY_MS },
    { name: 'new-by-seconds', where: 't is newer than 300 s by 12 s', ms: TOLERANCE_MS + SECONDS_MS },
    { name: 'new-by-a-minute', where: 't is newer than 300 s by a minute', ms: TOLERANCE_MS + MINUTE_MS },
    { name: 'new-by-a-day', where: 't is newer than 300 s by a day', ms: TOLERANCE_MS + DAY_MS },
  ].map(
    ({ name, where, ms }): Forgery => ({
      ...{ name, where, timed: ms % MINUTE_MS === 0 ? true : 'closely' },
      make: (bench, webhook) => [bench.signed(webhook, { at: bench.world.now() + ms })],
    }),
  ),
  {
    name: 't-in-another-unit',
    where: 't counts milliseconds in place of seconds',
    timed: true,
    make: (bench, webhook) => {
      const times = bench.source.places.timestampUnit === 'ms' ? 1e-3 : 1e3;
      return [bench.signed(webhook, { at: bench.world.now() * times })];
    },
  },
  {
    name: 'wraps-at-32-bits',
    where: 't is newer by 2^32 s, which is nothing in 32 bits',
    timed: true,
    make: (bench, webhook) => {
      const unitMs = bench.source.places.timestampUnit === 'ms' ? 1 : 1000;
      return [bench.signed(webhook, { at: bench.world.now() + 2 ** 32 * unitMs })];
    },
  },
  {
    name: 'truncated',
    where: 'the digest is cut short',
    make: (bench, webhook) =>
      [62, 32, 8, 1].map(length => digestReplaced(bench, webhook, valid => valid.slice(0, length))),
  },
  {
    name: 'extended',
    where: 'the digest goes on after its end',
    make: (bench, webhook) => [digestReplaced(bench, webhook, valid => `${valid}00`)],
  },
];

/** The pairs of the signature header, as the dialect lays them out. */
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

/** The digest of a webhook that one secret signs, under the `t` of these pairs. */
export function digestOf(bench: Bench, webhook: SoundWebhook, pairs: readonly string[], secret: string): string {
  const t = pairs.find(pair => pair.startsWith('t='))?.slice(2) ?? '';
  return digestOver(bench, Buffer.concat([Buffer.from(`${t}.`), bench.source.encode(webhook.body)]), secret);
}

function digestOver({ secrets }: Bench, message: Buffer, secret: string = secrets[0]): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

function bodyReplaced(bench: Bench, signed: SoundWebhook, sent: SoundWebhook): Outgoing {
  return { ...bench.signed(signed), body: bench.source.encode(sent.body) };
}

/** The same webhook with its first digit changed: an amount, an id or a time. */
function altered(webhook: SoundWebhook): SoundWebhook {
  const text = webhook.body.toString();
  const changed = text.replace(/(?<="[a-z_]*amount"\s*:\s*"?)\d/, digit => String((Number(digit) + 1) % 10));
  const body = Buffer.from(changed === text ? text.replace(/\}\s*$/, ',"altered":true}') : changed);
  return { ...webhook, body };
}
