import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../base/errors.ts';
import { header } from '../../base/json.ts';
import type { Arrival } from '../../evidence/delivery.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { isLoopback } from '../../world/loopback.ts';
import type { World } from '../../world/world.ts';

/** The parts of a received request that probes need. */
type ProbeArrival = Pick<Arrival, 'headers' | 'body'>;

/** The content of a probe. */
export interface ProbeContent {
  readonly headers?: Headers;
  /** Several parts are sent chunked. */
  readonly body?: Buffer | readonly Buffer[];
}

/** The header with the nonce of a probe, and the answer's header with its proof. */
const NONCE = 'Onramp-Harness-Nonce';
const PROOF = 'Onramp-Harness-Proof';

/** The time limit of a probe, in milliseconds. */
const PROBE_MS = 5_000;

/**
 * Requests of the harness through a public address that prove that it leads to the receiver. The receiver answers each
 * with its nonce, hashed under a key of this run. A nonce counts once, so no other request passes for a probe.
 */
export class Probes {
  readonly #world: World;
  readonly random: (size: number) => Buffer;
  readonly #key: Buffer;
  /** The arrivals of sent probes by nonce; `undefined` until one arrives. */
  readonly #sent = new Map<string, ProbeArrival | undefined>();

  /** @param random unpredictable bytes, never from the run's seed */
  constructor(world: World, random: (size: number) => Buffer) {
    this.#world = world;
    this.random = random;
    this.#key = random(32);
  }

  /** The headers of the answer to a probe; `undefined` for other requests. */
  answer(arrival: ProbeArrival): Headers | undefined {
    const nonce = header(arrival.headers, NONCE);
    if (nonce === undefined || !this.#sent.has(nonce) || this.#sent.get(nonce) !== undefined) return undefined;
    this.#sent.set(nonce, arrival);
    return [[PROOF, this.#proofOf(nonce)]];
  }

  /** Sends a probe to an address. Never throws. @returns what arrived if its proof came back, or why not */
  async send(url: string, { headers = [], body = Buffer.alloc(0) }: ProbeContent = {}) {
    const nonce = this.random(16).toString('hex');
    this.#sent.set(nonce, undefined);
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
      const arrival = this.#sent.get(nonce);
      if (answer.headers[PROOF.toLowerCase()] === this.#proofOf(nonce) && arrival)
        return { here: true as const, arrival };
      return { here: false as const, why: whyNot(answer, arrival !== undefined) };
    } catch (thrown) {
      return { here: false as const, why: codeOf(thrown) ?? messageOf(thrown) };
    } finally {
      // A late probe is still a probe, and no delivery.
      if (this.#sent.get(nonce)) this.#sent.delete(nonce);
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
