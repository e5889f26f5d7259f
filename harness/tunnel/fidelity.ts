import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { HarnessError } from '../core/errors.ts';
import type { HeaderFidelity, Headers } from '../core/evidence.ts';
import type { ProbeArrival, ProbeContent, Probes } from './probes.ts';

/** Headers that a webhook may well have, whose case and number can be told apart on arrival. */
const HEADERS: Headers = [
  ['X-Onramp-MixedCase', 'Aa Bb'],
  ['X-Onramp-Twice', 'one'],
  ['X-Onramp-Twice', 'two'],
  ['Service-Signature', `t=1700000000,v1=${'0'.repeat(64)},v1=${'f'.repeat(64)}`],
  ['Webhook-Signature', 't=1700000000, v1=00'],
];

/** Headers that say how a request is carried, not what it carries: each hop writes its own. */
const OF_THE_HOP = /^(host|connection|keep-alive|content-length|transfer-encoding|te|upgrade|onramp-harness-nonce)$/i;

/** JSON that anything which reads and writes it again would change. */
const ODD_JSON = '{ "a":1.0,\t"b" : "\\u00e9\\/", "a": 12345678901234567890,"e":1e2 }\r\n';

/**
 * Sends bodies and headers of every kind through a public address, and compares what arrives.
 * @throws HarnessError `tunnel-alters-bodies`, `tunnel-drops-headers`, `tunnel-failed` (unreachable): signatures are over
 * exact bytes, so that nothing that came through could be judged
 */
export async function examine(probes: Probes, url: string, name: string, random: Buffer): Promise<HeaderFidelity> {
  let seen: HeaderFidelity = { caseKept: true, linesKept: true, added: [] };
  for (const [what, { headers = [], body = Buffer.alloc(0) }] of Object.entries(contents(random))) {
    const sent = [...headers, ...HEADERS];
    const probed = await probes.send(url, { headers: sent, body });
    if (!probed.here) throw refused(name, what, probed.why);
    const whole = Buffer.isBuffer(body) ? body : Buffer.concat(body);
    if (digestOf(whole) !== digestOf(probed.arrival.body)) throw altered(name, what, whole, probed.arrival.body);
    seen = both(seen, compare(sent, probed.arrival, name));
  }
  return seen;
}

function contents(random: Buffer): { readonly [what: string]: ProbeContent } {
  const type = (value: string): Headers => [['Content-Type', value]];
  return {
    'odd JSON': { headers: type('application/json'), body: Buffer.from(ODD_JSON) },
    'random bytes': { headers: type('application/octet-stream'), body: random },
    'compressed JSON': {
      headers: [...type('application/json'), ['Content-Encoding', 'gzip']],
      body: gzipSync(ODD_JSON),
    },
    'a body in chunks': {
      headers: type('application/json'),
      body: [Buffer.from(ODD_JSON.slice(0, 9)), Buffer.from(ODD_JSON.slice(9))],
    },
  };
}

function compare(sent: Headers, { headers: came }: ProbeArrival, name: string): HeaderFidelity {
  const lines = (headers: Headers, wanted: string) =>
    headers.filter(([key]) => key.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
  const names = [...new Set(sent.map(([key]) => key))];
  const split = (values: readonly string[]) => values.flatMap(value => value.split(',')).map(value => value.trim());
  const lost = names.find(key => split(lines(came, key)).join() !== split(lines(sent, key)).join());
  if (lost !== undefined) throw dropped(name, lost, lines(came, lost));
  return {
    caseKept: names.every(key => came.some(([other]) => other === key)),
    linesKept: names.every(key => lines(came, key).join('\n') === lines(sent, key).join('\n')),
    added: [...new Set(came.map(([key]) => key.toLowerCase()))].filter(
      key => !OF_THE_HOP.test(key) && !names.some(own => own.toLowerCase() === key),
    ),
  };
}

function both(one: HeaderFidelity, other: HeaderFidelity): HeaderFidelity {
  return {
    caseKept: one.caseKept && other.caseKept,
    linesKept: one.linesKept && other.linesKept,
    added: [...new Set([...one.added, ...other.added])],
  };
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

const NEXT = 'take another tunnel (TUNNEL), or switch off whatever rewrites requests on its way';

function altered(name: string, what: string, sent: Buffer, came: Buffer): HarnessError {
  return new HarnessError('tunnel-alters-bodies', 'unreachable', `the tunnel (${name}) changes bodies on their way`, {
    received: `${what} of ${sent.length} bytes arrived as ${came.length} other bytes`,
    expected: 'the same bytes: webhooks are signed over them',
    likely: 'it reads JSON and writes it again, or undoes compression',
    next: NEXT,
  });
}

function dropped(name: string, header: string, came: readonly string[]): HarnessError {
  return new HarnessError('tunnel-drops-headers', 'unreachable', `the tunnel (${name}) does not pass every header on`, {
    received: came.length === 0 ? `${header} did not arrive` : `${header} arrived with another value`,
    expected: 'every header with its value: one of them carries the signature',
    likely: 'it passes only headers on that it knows',
    next: NEXT,
  });
}

function refused(name: string, what: string, why: string): HarnessError {
  return new HarnessError('tunnel-failed', 'unreachable', `the tunnel (${name}) does not let ${what} through`, {
    received: why,
    expected: 'every POST that is well-formed HTTP to reach the receiver',
    next: NEXT,
  });
}
