import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { creditOnce, type HandlerParts, onStored } from '../mistakes/handler.ts';
import { VERIFIER_MISTAKES } from '../sdk/mistakes/known-mistakes.ts';
import { type Effort, FULL_EFFORT } from './bench.ts';
import { HTTP_BUGS, KNOWN_BUGS } from './bugs/known-bugs.ts';
import { REMEMBERS_ALL } from './bugs/lost-webhook-bugs.ts';
import { SIGNATURE_BUGS } from './bugs/signature-bugs.ts';
import type { EndpointArea } from './case-id.ts';
import { breachesIn, gate, LITTLE_EFFORT } from './testing/gate.ts';

/** Bugs that show only by chance or in numbers, with the effort that they need. */
const NEED_MORE: { readonly [bug: string]: Effort } = {
  'forgets-soon': { ...LITTLE_EFFORT, otherEvents: FULL_EFFORT.otherEvents },
  'credits-before-it-remembers': { ...LITTLE_EFFORT, copies: FULL_EFFORT.copies },
  'checks-then-inserts': { ...LITTLE_EFFORT, kills: 4 },
  'acknowledges-a-copy': { ...LITTLE_EFFORT, copies: FULL_EFFORT.copies },
  'acknowledges-before-it-stores': { ...LITTLE_EFFORT, kills: 4 },
  'skips-what-is-pending': { ...LITTLE_EFFORT, kills: 4 },
  'keeps-a-lock': { ...LITTLE_EFFORT, kills: 4 },
};

/** Tests try one way of each bug, and two of these; `ENDPOINT_WAYS=all` tries every way, which takes minutes. */
const isEvery = process.env.ENDPOINT_WAYS === 'all';
const TWO_WAYS = [
  ...['credits-another-order', 'remembers-before-it-credits', 'goes-by-the-age-of-t', 'stops-at-an-event'],
];

/** Which cases show a bug. Those about HTTP are the fewest, so they show what they can. */
const AREAS: readonly (readonly [EndpointArea, readonly string[]])[] = [
  ['http', ['breaks-at-a-webhook', 'stops-at-forgery', 'credits-nothing', 'credits-then-refuses']],
  ['http', ['decodes-as-ascii', 'drops-line-end', 'normalised-body', 'prints-other-ids', 'redirects-webhooks']],
  ['http', ['refuses-at-random', 'refuses-every-event', 'searches-the-body', 'stops-at-an-event', 'percent-signs']],
  ['http', ['signature-header-case', ...Object.keys(HTTP_BUGS)]],
  ['signature', ['notes-before-verifying', 'forgets-at-refusal']],
  ['signature', Object.keys({ ...SIGNATURE_BUGS, ...VERIFIER_MISTAKES })],
];

/** The area whose cases show a bug; `undefined` for all areas. */
const areaOf = (name: string) =>
  isEvery ? undefined : (AREAS.find(([, bugs]) => bugs.includes(name))?.[0] ?? 'credit');

/** JSON as `json.dumps` writes it: a space after each separator, and non-ASCII characters escaped. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${written(name)}: ${written(member)}`)
      .join(', ')}}`;
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\0-\x7f]/g, escaped);
}

/** Forgets an event this many milliseconds after the credit. */
const rememberingFor = (ms: number) =>
  onStored(({ order }, key, { stored, later }) => {
    later(() => stored.seen.delete(key), ms);
    return stored.credits.push(order) > 0;
  });

/** Handlers as people write them. None is in the tables of bugs. */
const HANDLERS: { readonly [what: string]: readonly [bug: string, parts: HandlerParts] } = {
  'verifies nothing, and remembers events of every type': [
    'verifies-nothing',
    { ...REMEMBERS_ALL, accepts: () => true },
  ],
  'remembers an event for 300 ms': ['forgets-soon', rememberingFor(300)],
  'remembers an event for 2 s': ['forgets-soon', rememberingFor(2_000)],
  'stops until its next start at a type that it does not know': [
    'stops-at-an-event',
    {
      credits: () => true,
      process(said, key, running) {
        const { seen } = running.memory;
        if (!/^collection\.deposit_|^disbursement\.completed$/.test(said.type)) seen.add('dead');
        return seen.has('dead') || said.type !== COMPLETED || creditOnce(said, key, running);
      },
    },
  ],
  'runs in four processes that take turns, each of which remembers its own ids': [
    'remembers-in-each-process',
    {
      first(_, { memory }) {
        memory.credits.push('request');
        return undefined;
      },
      process({ order }, key, { stored, memory }) {
        const own = `${memory.credits.length % 4}:${key}`;
        if (memory.seen.has(own)) return true;
        memory.seen.add(own);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  'credits, then answers 401 to what does not verify': [
    'credits-before-it-verifies',
    {
      accepts(verified, { event }, running) {
        if (event?.type === COMPLETED) creditOnce(event, event.id, running);
        return verified;
      },
    },
  ],
  'marks the event, then fails with 500 now and then': [
    'remembers-before-it-credits',
    onStored(({ order }, _, { stored, memory }) => {
      memory.credits.push(order);
      return memory.credits.length % 7 !== 3 && stored.credits.push(order) > 0;
    }),
  ],
  'ignores an event with an unknown member of its body': [
    'refuses-unknown-fields',
    {
      first: ({ event, body }) =>
        event && Object.keys(JSON.parse(body.toString())).some(name => /^(?:unheard_of|note)$/.test(name))
          ? 200
          : undefined,
    },
  ],
  'answers once it has stored the event, and forgets at a restart what waits in its queue': [
    'skips-what-is-pending',
    {
      ...onStored(({ order }, _, { memory }) => memory.credits.push(order) > 0),
      *begin({ stored, memory }) {
        for (;;) {
          yield 19;
          stored.credits.push(...memory.credits.splice(0, 1));
        }
      },
    },
  ],
  'credits 300 ms after its answer, and forgets at a restart what was due': [
    'acknowledges-before-it-stores',
    onStored(({ order }, _, { stored, later }) => {
      later(() => stored.credits.push(order), 300);
      return true;
    }),
  ],
  'reads a whole file of credits and events, and writes it back': [
    'overwrites-credits',
    {
      *process({ order }, key, { stored }) {
        yield 10;
        const read = { credits: [...stored.credits], seen: [...stored.seen] };
        if (read.seen.includes(key)) return true;
        yield 1;
        stored.credits.splice(0, stored.credits.length, ...read.credits, order);
        stored.seen.clear();
        for (const one of [...read.seen, key]) stored.seen.add(one);
        return true;
      },
    },
  ],
  'takes the body for a format, in which two percent signs are one': [
    'percent-signs',
    { accepts: (verified, { body }) => verified && !body.includes('%%') },
  ],
  'verifies the body without its line ends': [
    'drops-line-end',
    { verifier: { body: body => Buffer.from(body.toString('latin1').replace(/[\r\n]/g, ''), 'latin1') } },
  ],
  'verifies what the serializer of Python writes of the parsed body': [
    'json-with-blanks',
    { verifier: { body: body => Buffer.from(written(JSON.parse(body.toString()))) } },
  ],
  'reads ids by a pattern that takes no white space': [
    'searches-the-body',
    {
      process: (said, key, running, { body }) =>
        /"id":"[^"]+".*"order_id":"[^"]+"/s.test(body.toString()) && creditOnce(said, key, running),
    },
  ],
  'keeps the pairs of the header in a map, and never looks at t': [
    'no-tolerance',
    { verifier: { fresh: () => true, moment: () => 0, signedT: all => all.at(-1) ?? '' } },
  ],
  'takes a t of at most twelve digits, and refuses only what is too old': [
    'past-only',
    {
      first: ({ signature = '' }) => (/t=\d{13}/.test(signature) ? 400 : undefined),
      verifier: { fresh: (age, tolerance) => age <= tolerance },
    },
  ],
  'normalizes the text of a body, and verifies that': [
    'normalised-body',
    { verifier: { body: body => Buffer.from(body.toString().normalize('NFKC')) } },
  ],
  'compares the hours and minutes of the age of t alone': [
    'forgets-days',
    { verifier: { fresh: age => Math.trunc(age / 3600) % 24 === 0 && Math.abs(Math.trunc(age) % 3600) <= 300 } },
  ],
  'compares the digests as numbers of 64 bits': [
    'most-of-digest',
    { verifier: { matches: (given, digest) => /^[0-9a-f]{64}$/.test(given) && given.endsWith(digest.slice(48)) } },
  ],
  'stores order ids in upper case': [
    'prints-other-ids',
    { process: (said, key, running) => creditOnce({ ...said, order: said.order.toUpperCase() }, key, running) },
  ],
  'ends at a signed body that is not JSON': [
    'dies-of-a-request',
    {
      accepts(verified, { event }, running) {
        if (verified && event === undefined) running.die();
        return verified;
      },
    },
  ],
};

/** Mistakes in recognizing events that no case of this gate shows. */
const UNSEEN = ['zero-is-none', 'trims-ids', 'ids-as-members', 'composes-ids'];
const OWN_BUGS = KNOWN_BUGS.filter(({ name }) => !(name in VERIFIER_MISTAKES || UNSEEN.includes(name)));
const WAYS = OWN_BUGS.map(({ name, parts }, nth) => ({
  ...{ name, parts },
  way: OWN_BUGS.slice(0, nth).filter(other => other.name === name).length + 1,
})).filter(({ name, way }) => isEvery || way <= (TWO_WAYS.includes(name) ? 2 : 1));

/** Mistakes that SDKs share and that cases of this gate show. Tests try every third of them. */
const OF_SDKS = [
  ...['first-v1-only', 'last-v1-only', 'two-v1-only', 'every-v1', 'several-v1-refused', 'none-is-all', 'empty-v1'],
  ...['digest-prefix', 'given-prefix', 'half-digest', 'hex-decoded', 'no-comparison', 'inverted-comparison'],
  ...['future-only', 'short-tolerance', 'wraps-at-32-bits', 't-in-ms', 'nan-is-fresh', 'missing-t-unsigned'],
  ...['first-signed-last-compared', 'last-signed-first-compared', 'any-t-fresh', 't-first', 'fixed-places'],
  ...['any-version', 'either-is-enough', 'parsed-json', 'also-rewritten-json', 'fails-open'],
].filter((_, nth) => isEvery || nth % 3 === 0);

/** Ways of mistakes that only handlers are known to have: the name, and which way it is. */
const OF_HANDLERS = [
  ...['no-comparison 2', 'also-other-message 1', 'also-other-message 2', 'body-alone 1', 'no-tolerance 8'],
  ...['minutes 4', 'forgets-days 1', 'forgets-days 6', 'pattern 4', 'long-tolerance 1', 'long-tolerance 2'],
  ...['long-past 1', 'long-future 1', 'future-only 2', 'wraps-in-nanoseconds 1'],
];

test.each([...OF_SDKS.map(name => `${name} 1`), ...OF_HANDLERS])(
  'A handler with the mistake of an SDK is diagnosed with it: %s',
  async row => {
    const [name = '', way] = row.split(' ');
    const [, ...ways] = VERIFIER_MISTAKES[name] ?? expect.unreachable();
    const verifier = ways[Number(way) - 1] ?? expect.unreachable();
    const { bugs, found, cases } = await gate({ verifier }, { seed: 1, only: 'signature' });
    expect(found.filter(([bug]) => bug !== name)).toEqual([]);
    expect(bugs).toEqual([name]);
    const [first] = breachesIn(cases);
    expect(first?.likely).toMatch(/^(?:The|Of two t the|If t is missing, the) handler\b/);
  },
);

test.each([
  ...WAYS.map(({ name, parts, way }) => ({ name, parts, what: `way ${way}` })),
  ...Object.entries(HANDLERS).map(([what, [name, parts]]) => ({ name, parts, what })),
])('The finding names only the bug of the handler: $name, $what', async ({ name, parts }) => {
  const { bugs, found, cases } = await gate(parts, {
    ...{ seed: 1, only: areaOf(name), ...(NEED_MORE[name] && { effort: NEED_MORE[name] }) },
  });
  expect(found.filter(([bug]) => bug !== name)).toEqual([]);
  expect(bugs).toEqual([name]);
  const [first] = breachesIn(cases);
  expect(first?.likely).toBe(KNOWN_BUGS.find(bug => bug.name === name)?.bug);
});

test('One lost credit is not explained by a handler that refuses everything', async () => {
  let count = 0;
  const twice = onStored(({ order }, _, { stored }) => ++count === 40 || stored.credits.push(order, order) > 0);
  const { bugs, found } = await gate(twice, { seed: 1, only: 'credit' });
  expect(bugs).toEqual(['credits-again-unasked']);
  expect(found.map(([bug]) => bug)).toContain(undefined);
});

test('A case that lost one acknowledged credit, and passes when it is repeated, lost it by chance', async () => {
  let count = 0;
  const { bugs } = await gate(
    onStored(({ order }, _, { stored }) => ++count === 40 || stored.credits.push(order) > 0),
    { seed: 1, only: 'credit' },
  );
  expect(bugs).toEqual(['drops-sound-webhooks']);
});
