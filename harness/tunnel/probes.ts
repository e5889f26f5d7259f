import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../core/errors.ts';
import type { Headers } from '../core/evidence.ts';
import { header } from '../core/json.ts';
import { isLoopback } from '../core/loopback.ts';
import type { World } from '../core/world.ts';

/** A request at the receiver, as far as a probe looks at it. */
export interface ProbeArrival {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What a probe carries. */
export interface ProbeContent {
  readonly headers?: Headers;
  /** Several parts are sent chunked. */
  readonly body?: Buffer | readonly Buffer[];
}

/** What came of a probe: it was here and its proof came back, or why that cannot be said. */
export type Probed =
  | { readonly here: true; readonly arrival: ProbeArrival }
  | { readonly here: false; readonly why: string };

/** The header that a probe's nonce comes in, and the one that its proof goes back in. */
const NONCE = 'Onramp-Harness-Nonce';
const PROOF = 'Onramp-Harness-Proof';

/** How long a probe may take, in milliseconds. */
const PROBE_MS = 5_000;

/**
 * Requests of our own through a public address, which prove that it leads here: the receiver answers each with its nonce
 * hashed under a key that nobody else has. A nonce counts once, so that nothing a stranger sends passes for a probe.
 */
export class Probes {
  readonly #world: World;
  readonly #random: (size: number) => Buffer;
  readonly #key: Buffer;
  readonly #out = new Map<string, ProbeArrival | undefined>();

  /** @param random bytes that nobody can foretell; never from the run's seed */
  constructor(world: World, random: (size: number) => Buffer) {
    this.#world = world;
    this.#random = random;
    this.#key = random(32);
  }

  /** Looks at a request to the receiver. @returns the headers to answer it with, where it is a probe of ours */
  answer(arrival: ProbeArrival): Headers | undefined {
    const nonce = header(arrival.headers, NONCE);
    if (nonce === undefined || !this.#out.has(nonce) || this.#out.get(nonce) !== undefined) return undefined;
    this.#out.set(nonce, arrival);
    return [[PROOF, this.#proofOf(nonce)]];
  }

  /** Sends a probe to an address. Never throws. */
  async send(url: string, { headers = [], body = Buffer.alloc(0) }: ProbeContent = {}): Promise<Probed> {
    const nonce = this.#random(16).toString('hex');
    this.#out.set(nonce, undefined);
    const { origin, pathname, hostname } = new URL(url);
    const dispatcher = this.#world.dial({
      proxied: !isLoopback(hostname),
      connectTimeoutMs: PROBE_MS,
      responseTimeoutMs: PROBE_MS,
      connections: 1,
    });
    try {
      const answer = await dispatcher.request({
        origin,
        path: pathname,
        method: 'POST',
        headers: [...headers, [NONCE, nonce]].flat(),
        body: Buffer.isBuffer(body) ? body : Readable.from(body),
      });
      await answer.body.dump();
      const arrival = this.#out.get(nonce);
      if (answer.headers[PROOF.toLowerCase()] === this.#proofOf(nonce) && arrival) return { here: true, arrival };
      return { here: false, why: whyNot(answer, arrival !== undefined) };
    } catch (thrown) {
      return { here: false, why: codeOf(thrown) ?? messageOf(thrown) };
    } finally {
      this.#out.delete(nonce);
      await dispatcher.destroy();
    }
  }

  #proofOf(nonce: string): string {
    return createHmac('sha256', this.#key).update(nonce).digest('hex');
  }
}

function whyNot({ statusCode, headers }: Dispatcher.ResponseData, arrived: boolean): string {
  if (arrived) return `the receiver was reached, but its answer did not come back (${statusCode})`;
  const location = typeof headers.location === 'string' ? ` to ${headers.location.split('?')[0]}` : '';
  return `something else answers there (${statusCode}${location})`;
}
