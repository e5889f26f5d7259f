import {
  digestOf,
  isTimely,
  messageOf,
  type Parts,
  pairs,
  type Received,
  same,
  valuesOf,
  verifies,
} from '../backend.ts';
import type { WrongBackend } from './wrong-backend.ts';

/** Verifies with another message, another time rule or another comparison. */
function verifying(rule: {
  readonly timely?: (received: Received, now: number) => boolean;
  readonly message?: (received: Received) => string | Buffer;
  readonly v1?: (received: Received) => readonly string[];
  readonly equal?: (v1: string, digest: string) => boolean;
}): Parts {
  const { timely = isTimely, message = messageOf, v1 = received => valuesOf(received, 'v1'), equal = same } = rule;
  return {
    verify: (received, now) =>
      timely(received, now) && v1(received).some(one => equal(one, digestOf(message(received)))),
  };
}

const age = (received: Received, now: number) => now - Number(valuesOf(received, 't')[0] ?? Number.NaN);
const rewritten = (received: Received) => Buffer.from(JSON.stringify(JSON.parse(received.body.toString())));

/** Backends that verify signatures wrongly. */
export const WRONG_SIGNATURE: readonly WrongBackend[] = [
  ['verifies-nothing', 'accepts anything', { verify: () => true }],
  ['verifies-nothing', 'wants any signature', { verify: received => valuesOf(received, 'v1').length > 0 }],
  [
    'remembers-verified-headers',
    'caches what verified',
    {
      verify: (received, now, { memory }) => {
        const header = String(received.headers['service-signature']);
        if (verifies(received, now)) memory.seen.add(header);
        return memory.seen.has(header);
      },
    },
  ],
  [
    'verifies-a-reserialized-body',
    'writes the body again',
    {
      verify: (received, now) => isTimely(received, now) && matches(received, messageOf(received, rewritten(received))),
    },
  ],
  [
    'verifies-a-reserialized-body',
    'also accepts the body written again',
    {
      verify: (received, now) =>
        verifies(received, now) ||
        (isTimely(received, now) && matches(received, messageOf(received, rewritten(received)))),
    },
  ],
  [
    'skips-an-absent-header',
    'verifies where there is a header',
    { verify: (received, now) => received.headers['service-signature'] === undefined || verifies(received, now) },
  ],
  [
    'empty-secret',
    'falls back to no secret',
    {
      verify: (received, now) =>
        verifies(received, now) ||
        (isTimely(received, now) && valuesOf(received, 'v1').includes(digestOf(messageOf(received), ''))),
    },
  ],
  ['signs-without-t', 'signs the body alone', { verify: matchesBody }],
  [
    'accepts-without-t',
    'takes an absent t for now',
    {
      verify: (received, now) =>
        valuesOf(received, 't').length === 0 ? matches(received, messageOf(received)) : verifies(received, now),
    },
  ],
  [
    'accepts-without-v1',
    'compares each v1, of which there is none',
    {
      verify: (received, now) =>
        isTimely(received, now) && (valuesOf(received, 'v1').length === 0 || matches(received, messageOf(received))),
    },
  ],
  ['no-tolerance', 'ignores t', verifying({ timely: () => true })],
  [
    'no-tolerance',
    'compares milliseconds',
    verifying({ timely: (received, now) => Math.abs(age(received, now)) < 300_000 }),
  ],
  ['checks-only-the-past', 'looks back only', verifying({ timely: (received, now) => age(received, now) <= 300 })],
  ['checks-only-the-future', 'looks ahead only', verifying({ timely: (received, now) => age(received, now) >= -300 })],
  [
    'tolerance-too-wide',
    'allows an hour',
    verifying({ timely: (received, now) => Math.abs(age(received, now)) <= 3600 }),
  ],
  [
    'tolerance-too-narrow',
    'allows a minute',
    verifying({ timely: (received, now) => Math.abs(age(received, now)) <= 60 }),
  ],
  [
    'compares-a-part-of-the-digest',
    'compares as long as the shorter is',
    verifying({ equal: (v1, digest) => v1 !== '' && digest.startsWith(v1) }),
  ],
  [
    'compares-a-part-of-the-digest',
    'compares the beginning',
    verifying({ equal: (v1, digest) => v1.startsWith(digest) }),
  ],
  ['only-the-first-v1', 'takes the first', verifying({ v1: received => valuesOf(received, 'v1').slice(0, 1) })],
  [
    'only-the-last-v1',
    'reads pairs into a map',
    verifying({ v1: received => [new Map(pairs(received)).get('v1') ?? ''] }),
  ],
  [
    'one-v1-only',
    'wants one',
    verifying({ v1: received => (valuesOf(received, 'v1').length === 1 ? valuesOf(received, 'v1') : []) }),
  ],
  [
    'remembers-verified-ids',
    'caches what verified by its event id',
    {
      verify: (received, now, { memory }) => {
        const { id } = JSON.parse(received.body.toString());
        if (verifies(received, now)) memory.seen.add(id);
        return memory.seen.has(id);
      },
    },
  ],
  [
    'decodes-before-it-verifies',
    'reads the body as Latin-1',
    verifying({ message: received => messageOf(received, Buffer.from(received.body.toString('latin1'))) }),
  ],
  [
    'remembers-before-it-verifies',
    'stores the id first',
    {
      first: (said, _, { stored }) => {
        if (said === undefined) return 400;
        if (stored.seen.has(`early:${said.id}`)) return 200;
        stored.seen.add(`early:${said.id}`);
        return undefined;
      },
    },
  ],
  [
    'guessed-secret',
    'also takes the text of a setting that is not set',
    {
      verify: (received, now) =>
        verifies(received, now) ||
        (isTimely(received, now) && valuesOf(received, 'v1').includes(digestOf(messageOf(received), 'undefined'))),
    },
  ],
  [
    'expects-t-first',
    'reads pairs by their place',
    { verify: (received, now) => pairs(received)[0]?.[0] === 't' && verifies(received, now) },
  ],
  ['tolerance-too-wide', 'allows 320 s', verifying({ timely: (received, now) => Math.abs(age(received, now)) <= 320 })],
  [
    'compares-a-part-of-the-digest',
    'compares the first sixteen',
    verifying({ equal: (v1, digest) => v1.slice(0, 16) === digest.slice(0, 16) }),
  ],
  [
    'accepts-without-v1',
    'takes any scheme for v1',
    verifying({ v1: received => pairs(received).map(([, value]) => value) }),
  ],
  [
    'decodes-before-it-verifies',
    'normalises what it reads',
    verifying({ message: received => messageOf(received, Buffer.from(received.body.toString().normalize('NFD'))) }),
  ],
  [
    'decodes-before-it-verifies',
    'gets a body in which a proxy changed line endings',
    verifying({
      message: received => messageOf(received, Buffer.from(received.body.toString().replaceAll('\r\n', '\n'))),
    }),
  ],
];

function matches(received: Received, message: Buffer): boolean {
  return valuesOf(received, 'v1').some(v1 => same(v1, digestOf(message)));
}

function matchesBody(received: Received, now: number): boolean {
  return (
    isTimely(received, now) &&
    valuesOf(received, 'v1').some(v1 => [digestOf(received.body), digestOf(messageOf(received))].includes(v1))
  );
}
