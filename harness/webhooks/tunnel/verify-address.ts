import { gzipSync } from 'node:zlib';
import type { Headers } from '../../evidence/evidence.ts';
import { pause } from '../../world/world.ts';
import type { ProbeContent, Probes } from './probes.ts';
import { type TunnelConnection, type TunnelOptions, tunnelError } from './provider.ts';

/** The pauses between rounds of probes, in milliseconds. They grow from the shortest to the longest. */
const SHORTEST_MS = 200;
const LONGEST_MS = 2_000;

/**
 * Finds the best address of a connection that leads to the receiver: a nonce came back hashed twice in a row. A status
 * of 200 alone would prove nothing.
 * @returns the address, without the receiver's path
 * @throws HarnessError `tunnel-failed`, `tunnel-leads-nowhere` (unreachable)
 */
export async function verifyAddress(
  { world, probes, path, provider, receiver, signal }: TunnelOptions,
  connection: TunnelConnection,
  patienceMs: number,
): Promise<string> {
  const { name, setting, likely } = provider;
  const due = world.monotonic() + patienceMs;
  const refusals = new Map<string, string>();
  const refused = () => [...refusals].map(([address, why]) => `${address}: ${why}`).join('; ');
  let broken: string | undefined;
  let pauseMs = SHORTEST_MS;
  void connection.broken.then(why => {
    broken = why;
  });
  while (!signal.aborted) {
    const addresses = connection.addresses();
    const probed = await Promise.all(addresses.map(address => probeTwice(probes, address + path)));
    for (const [index, address] of addresses.entries()) {
      const outcome = probed[index];
      if (outcome?.here) return address;
      if (outcome) refusals.set(address, outcome.why);
    }
    const said = connection.said();
    if (broken !== undefined)
      throw tunnelError('tunnel-failed', name, `failed: ${[broken, refused()].filter(Boolean).join('; ')}`, {
        received: said === '' ? 'no output' : said,
        expected: 'an address that leads to the receiver, and keeps doing so',
        likely,
        next: `try the value of ${setting} by hand`,
        ...provider.explain?.(`${broken}\n${said}`),
      });
    if (world.monotonic() >= due)
      throw tunnelError('tunnel-leads-nowhere', name, 'does not lead to the receiver', {
        received: refused() || `no address${said === '' ? '' : `, but this output: ${said}`}`,
        expected: `an address that leads to ${receiver.host}:${receiver.port} within ${patienceMs / 1000} s`,
        likely,
        next: `check ${setting}, and that requests from outside are allowed`,
      });
    await Promise.race([connection.broken, pause(world, pauseMs)]);
    pauseMs = Math.min(LONGEST_MS, pauseMs * 1.2);
  }
  throw tunnelError('tunnel-failed', name, 'was not verified', { received: 'the run was stopped' });
}

async function probeTwice(probes: Probes, url: string) {
  const first = await probes.send(url);
  return first.here ? probes.send(url) : first;
}

/** Webhook headers that must arrive with their values. */
const HEADERS: Headers = [
  ['X-Onramp-MixedCase', 'Aa Bb'],
  ['X-Onramp-Twice', 'one'],
  ['X-Onramp-Twice', 'two'],
  ['Service-Signature', `t=1700000000,v1=${'0'.repeat(64)},v1=${'f'.repeat(64)}`],
  ['Webhook-Signature', 't=1700000000, v1=00'],
];

/** Headers about the transport, which each hop writes. */
const OF_THE_HOP = /^(host|connection|keep-alive|content-length|transfer-encoding|te|upgrade|onramp-harness-nonce)$/i;

/** JSON that changes if a program parses and rewrites it. */
const ODD_JSON = '{ "a":1.0,\t"b" : "\\u00e9\\/", "a": 12345678901234567890,"e":1e2 }\r\n';

/** Random bytes that must arrive unchanged. */
const RANDOM_BYTES = 16_384;

const NEXT = 'use another tunnel (TUNNEL), or switch off what rewrites requests on the way';

/**
 * Sends bodies and headers of every kind through a public address and compares what arrives. Signatures cover exact
 * bytes, so deliveries through a tunnel that changes them could not be judged.
 * @returns the names, in lower case, of headers that were added
 * @throws HarnessError `tunnel-alters-bodies`, `tunnel-drops-headers`, `tunnel-failed` (unreachable)
 */
export async function verifyTransparency(probes: Probes, url: string, name: string): Promise<readonly string[]> {
  const added = new Set<string>();
  for (const [what, { headers, body }] of contents(probes.random(RANDOM_BYTES))) {
    const sent = [...headers, ...HEADERS];
    const probed = await probes.send(url, { headers: sent, body });
    if (!probed.here)
      throw tunnelError('tunnel-failed', name, `does not pass ${what} on`, {
        received: probed.why,
        expected: 'every POST that is well-formed HTTP to reach the receiver',
        next: NEXT,
      });
    const whole = Buffer.isBuffer(body) ? body : Buffer.concat(body);
    const { body: came, headers: arrived } = probed.arrival;
    if (!whole.equals(came))
      throw tunnelError('tunnel-alters-bodies', name, 'changes bodies on their way', {
        received: `${what} of ${whole.length} bytes arrived as ${came.length} other bytes`,
        expected: 'the same bytes: webhooks are signed over them',
        likely: 'it parses JSON and writes it again, or undoes compression',
        next: NEXT,
      });
    for (const own of addedHeaders(sent, arrived, name)) added.add(own);
  }
  return [...added];
}

function contents(random: Buffer): readonly (readonly [what: string, content: Required<ProbeContent>])[] {
  const json: Headers = [['Content-Type', 'application/json']];
  const parts = [ODD_JSON.slice(0, 9), ODD_JSON.slice(9)].map(part => Buffer.from(part));
  return [
    ['odd JSON', { headers: json, body: Buffer.from(ODD_JSON) }],
    ['random bytes', { headers: [['Content-Type', 'application/octet-stream']], body: random }],
    ['compressed JSON', { headers: [...json, ['Content-Encoding', 'gzip']], body: gzipSync(ODD_JSON) }],
    ['a body in chunks', { headers: json, body: parts }],
  ];
}

function addedHeaders(sent: Headers, came: Headers, name: string): readonly string[] {
  const lines = (headers: Headers, wanted: string) =>
    headers.filter(([key]) => key.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
  const names = [...new Set(sent.map(([key]) => key))];
  const values = (headers: Headers, key: string) =>
    lines(headers, key)
      .flatMap(value => value.split(','))
      .map(value => value.trim())
      .join();
  const lost = names.find(key => values(came, key) !== values(sent, key));
  if (lost !== undefined)
    throw tunnelError('tunnel-drops-headers', name, 'does not pass every header on', {
      received: `${lost} ${lines(came, lost).length === 0 ? 'did not arrive' : 'arrived with another value'}`,
      expected: 'every header with its value: one of them carries the signature',
      likely: 'it passes on only headers that it knows',
      next: NEXT,
    });
  const own = new Set(names.map(key => key.toLowerCase()));
  return came.map(([key]) => key.toLowerCase()).filter(key => !OF_THE_HOP.test(key) && !own.has(key));
}
