import {
  creditOnce,
  digestOf,
  isTimely,
  messageOf,
  type Parts,
  pairs,
  type Received,
  type Running,
  type Said,
  same,
  valuesOf,
  verifies,
} from './backend.ts';

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
const has = (received: Received, name: string) => received.rawHeaders.includes(name);

/** Looks an event up, waits, then stores it. */
async function checkThenInsert({ order }: Said, key: string, { stored, moment }: Running): Promise<boolean> {
  if (stored.seen.has(key)) return true;
  await moment(2);
  stored.seen.add(key);
  stored.credits.push(order);
  return true;
}

/** Remembers the last hundred events of any type. */
function creditUnlessRecent({ id, type, order }: Said, _: string, { stored }: Running): boolean {
  const known = stored.seen.delete(id);
  stored.seen.add(id);
  const [oldest = ''] = stored.seen;
  if (stored.seen.size > 100) stored.seen.delete(oldest);
  if (!known && type === 'disbursement.completed') stored.credits.push(order);
  return true;
}

/** Remembers the last so many completions. */
const creditUnlessAmongLast =
  (count: number) =>
  ({ order }: Said, key: string, { stored }: Running): boolean => {
    if (stored.seen.has(key)) return true;
    stored.seen.add(key);
    const [oldest = ''] = stored.seen;
    if (stored.seen.size > count) stored.seen.delete(oldest);
    return stored.credits.push(order) > 0;
  };

/** Ignores a completion whose order has no confirmed deposit yet. */
function creditInOrder(said: Said, key: string, running: Running): boolean {
  const { stored } = running;
  if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
  return said.type === 'disbursement.completed' && stored.seen.has(`confirmed:${said.order}`)
    ? creditOnce(said, key, running)
    : true;
}

/** Backends that are wrong, by the name of the bug that the gate finds. Several may share a bug. */
export const WRONG_BACKENDS: readonly (readonly [bug: string, how: string, parts: Parts])[] = [
  ['credits-nothing', 'holds another secret', { verify: () => false }],
  ['credits-nothing', 'credits another type', { credits: ({ type }) => type === 'payout.completed' }],
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
  ['signs-without-t', 'signs the body alone', { verify: received => matchesBody(received) }],
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
  ['drops-sound-webhooks', 'takes orders of one amount for one', { key: () => '100.00 USDC' }],
  [
    'drops-sound-webhooks',
    'swallows errors of a busy background job',
    {
      process: ({ order }, key, running) => {
        const { stored, memory, later } = running;
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        if (memory.credits.length > 0) return true;
        memory.credits.push(order);
        later(() => stored.credits.push(...memory.credits.splice(0)), 15);
        return true;
      },
    },
  ],
  [
    'credits-again-unasked',
    'repeats its own work now and then',
    {
      process: ({ order }, key, { stored }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        stored.credits.push(...(Number.parseInt(order.slice(-2), 16) % 3 === 0 ? [order, order] : [order]));
        return true;
      },
    },
  ],
  [
    'credits-then-refuses',
    'credits, and fails now and then before it remembers',
    {
      process: ({ order }, key, { stored, memory }) => {
        if (stored.seen.has(key)) return true;
        stored.credits.push(order);
        const fails = key.charCodeAt(key.length - 1) % 3 === 0 && !memory.seen.has(key);
        memory.seen.add(key);
        if (!fails) stored.seen.add(key);
        return !fails;
      },
    },
  ],
  [
    'remembers-in-each-process',
    'remembers in one of two places',
    {
      process: ({ order }, key, { stored, memory }) => {
        memory.credits.push(order);
        const own = `${Math.floor(memory.credits.length / 3) % 2}:${key}`;
        if (memory.seen.has(own)) return true;
        memory.seen.add(own);
        stored.credits.push(order);
        return true;
      },
    },
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
  ['credits-any-event', 'credits whatever comes', { credits: () => true, key: ({ order }) => order }],
  [
    'credits-before-disburse',
    'credits confirmed deposits',
    { credits: ({ type }) => /^disbursement\.completed$|confirmed$/.test(type), key: ({ order }) => order },
  ],
  [
    'credits-a-failure',
    'credits deposits on the wrong network',
    { credits: ({ type, status }) => type === 'disbursement.completed' || status === 'wrong_chain' },
  ],
  [
    'credits-any-disbursement',
    'compares the beginning of the type',
    { credits: ({ type }) => type?.startsWith('disbursement.') },
  ],
  [
    'credits-any-disbursement',
    'looks for the type in the type',
    { credits: ({ type }) => type?.includes('disbursement.completed') },
  ],
  [
    'credits-any-disbursement',
    'takes the dot for any character',
    { credits: ({ type }) => /^disbursement.completed$/.test(type ?? '') },
  ],
  ['credits-any-disbursement', 'compares the end of the type', { credits: ({ type }) => type?.endsWith('completed') }],
  [
    'credits-by-status',
    'reads the status',
    { credits: ({ type, status }) => type === 'disbursement.completed' || /completed|disbursed/i.test(status ?? '') },
  ],
  [
    'no-deduplication',
    'credits each delivery',
    { process: ({ order }, _, { stored }) => stored.credits.push(order) > 0 },
  ],
  [
    'deduplicates-by-signature',
    'remembers the header',
    { key: (_, { headers }) => String(headers['service-signature']) },
  ],
  ['deduplicates-by-body', 'remembers the body', { key: (_, { body }) => body.toString('base64') }],
  ['forgets-after-many', 'remembers a hundred', { credits: () => true, process: creditUnlessRecent }],
  ['forgets-after-many', 'remembers thirty completions', { process: creditUnlessAmongLast(30) }],
  ['forgets-after-many', 'remembers two hundred completions', { process: creditUnlessAmongLast(200) }],
  [
    'drops-old-events',
    'ignores what was made five minutes ago',
    { process: (said, key, running) => said.madeAt < Date.now() - 300_000 || creditOnce(said, key, running) },
  ],
  ['cuts-ids', 'keeps sixteen characters of an id', { key: ({ id }) => id.slice(0, 16) }],
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
  [
    'compares-the-content-type',
    'ignores what is not exactly JSON',
    { first: (_, { headers }) => (headers['content-type'] === 'application/json' ? undefined : 200) },
  ],
  ['reads-one-piece', 'reads once', { verify: (received, now) => received.pieces === 1 && verifies(received, now) }],
  ['checks-then-inserts', 'looks up, waits, inserts', { process: checkThenInsert }],
  [
    'remembers-in-memory',
    'keeps ids in a set',
    {
      process: ({ order }, key, { stored, memory }) => {
        if (memory.seen.has(key)) return true;
        memory.seen.add(key);
        stored.credits.push(order);
        return true;
      },
    },
  ],
  [
    'credits-before-it-remembers',
    'credits, then remembers',
    {
      process: async ({ order }, key, { stored, memory, moment }) => {
        if (stored.seen.has(key) || memory.seen.has(key)) return true;
        memory.seen.add(key);
        stored.credits.push(order);
        await moment(15);
        stored.seen.add(key);
        return true;
      },
    },
  ],
  [
    'remembers-before-it-credits',
    'remembers, then credits',
    {
      process: async ({ order }, key, { stored, moment }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        await moment(15);
        stored.credits.push(order);
        return true;
      },
    },
  ],
  [
    'acknowledges-before-it-stores',
    'works after the answer',
    {
      process: (said, key, running) => {
        if (running.memory.seen.has(key)) return true;
        running.memory.seen.add(key);
        running.later(() => creditOnce(said, key, running), 20);
        return true;
      },
    },
  ],
  ['expects-an-order-of-events', 'ignores a completion that is early', { credits: () => true, process: creditInOrder }],
  [
    'credits-before-the-answer-is-read',
    'undoes its memory alone where the sender is gone',
    {
      process: async ({ order }, key, { stored, moment, isCut }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        stored.credits.push(order);
        await moment(10);
        if (isCut()) stored.seen.delete(key);
        return true;
      },
    },
  ],
  [
    'dies-of-a-request',
    'ends where a body is not JSON',
    {
      first: (said, _, running) => {
        if (said === undefined) running.die();
        return undefined;
      },
    },
  ],
  [
    'dies-of-a-request',
    'processes nothing after a large body',
    {
      first: (_, { body }, { memory }) => {
        if (body.length > 500_000) memory.seen.add('full');
        return memory.seen.has('full') ? 503 : undefined;
      },
    },
  ],
  [
    'names-of-headers-in-one-case',
    'reads raw headers',
    { verify: (received, now) => has(received, 'Service-Signature') && verifies(received, now) },
  ],
  [
    'needs-a-length',
    'reads as much as the length says',
    { verify: (received, now) => received.headers['content-length'] !== undefined && verifies(received, now) },
  ],
];

function matches(received: Received, message: Buffer): boolean {
  return valuesOf(received, 'v1').some(v1 => same(v1, digestOf(message)));
}

function matchesBody(received: Received): boolean {
  const now = Date.now() / 1000;
  return (
    isTimely(received, now) &&
    valuesOf(received, 'v1').some(v1 => [digestOf(received.body), digestOf(messageOf(received))].includes(v1))
  );
}
