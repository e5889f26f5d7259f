import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../base/errors.ts';
import type { Trouble } from '../evidence/evidence.ts';
import { pause, type World } from '../world/world.ts';
import { type PutOff, putOff } from './client/outage.ts';

/** The parts of an answer that a probe reads. */
type ProbeAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & {
  readonly body: { dump(): Promise<void> };
};

/** What a {@link Reachability} needs. */
interface ReachabilityOptions {
  readonly world: World;
  /** Sends a request. */
  readonly request: (options: Dispatcher.RequestOptions) => Promise<ProbeAnswer>;
  /** An address of the target. Any HTTP answer from it counts. */
  readonly url: string;
  readonly stamp: () => number;
  /** Records trouble. */
  readonly record: (trouble: Trouble) => void;
  /** Called when the answer to a probe puts it off. */
  readonly putOff: (asked: PutOff) => void;
  /** Called if the target stays unreachable, so that the run cannot go on. */
  readonly lost: (message: string) => void;
}

/** Pauses between attempts to reach the target again, in milliseconds: two seconds in total. */
const PAUSES = [50, 150, 300, 500, 1000];
/** How often the target is probed while the run waits, in milliseconds. */
const HEARTBEAT_MS = 5_000;
/** How long an attempt may take, in milliseconds. */
const PROBE_MS = 5_000;

/**
 * Distinguishes an unreachable target from a wrong one. After a call without an answer, and regularly while the run
 * waits, it probes whether the target answers. Unreachable periods are recorded as trouble, so that what was missing in
 * them is not a breach. A target that stays unreachable ends the run.
 */
export class Reachability {
  readonly #options: ReachabilityOptions;
  #looking: Promise<boolean> | undefined;
  #stopped = false;

  constructor(options: ReachabilityOptions) {
    this.#options = options;
    this.#beat();
  }

  /** Whether the target answers, after several attempts. @param since when it may have become unreachable */
  look(since: number): Promise<boolean> {
    this.#looking ??= this.#search(since).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Stops watching the target. */
  stop(): void {
    this.#stopped = true;
  }

  async #search(since: number): Promise<boolean> {
    const { world, stamp, record, lost } = this.#options;
    let problem = await this.#attempt();
    if (problem === undefined) return true;
    for (const ms of PAUSES) {
      await pause(world, ms);
      if (this.#stopped) return false;
      const now = await this.#attempt();
      if (now === undefined) {
        record({ kind: 'target-unreachable', from: since, to: stamp(), message: problem });
        return true;
      }
      problem = now;
    }
    record({ kind: 'target-unreachable', from: since, to: stamp(), message: problem });
    lost(problem);
    return false;
  }

  /** Probes once. @returns the problem; `undefined` if any HTTP answer came */
  async #attempt(): Promise<string | undefined> {
    const { problem, putOff } = await this.probe();
    if (putOff) this.#options.putOff(putOff);
    return problem;
  }

  /** Probes once. @returns the problem if no HTTP answer came, or else what the answer asks for by `Retry-After` */
  async probe(): Promise<{ readonly problem?: string; readonly putOff?: PutOff }> {
    const { url, world } = this.#options;
    const { origin, pathname } = new URL(url);
    try {
      const answer = await this.#options.request({
        origin,
        path: pathname,
        method: 'GET',
        headersTimeout: PROBE_MS,
        bodyTimeout: PROBE_MS,
        reset: true,
      });
      await answer.body.dump();
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      const asked = putOff({ status: answer.statusCode, headers }, world.now());
      return asked ? { putOff: asked } : {};
    } catch (thrown) {
      return { problem: codeOf(thrown) ?? messageOf(thrown) };
    }
  }

  #beat(): void {
    this.#options.world.after(HEARTBEAT_MS, () => {
      if (this.#stopped) return;
      void this.look(this.#options.stamp()).then(() => this.#beat());
    });
  }
}

/** The remedy for each error code of Node and undici, in order of precedence. */
const REMEDIES: readonly (readonly [code: RegExp, next: (setting: string) => string])[] = [
  [
    /\b(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)\b/,
    () => 'for a private authority, set NODE_EXTRA_CA_CERTS to its certificate file (in the environment, not in .env)',
  ],
  [
    /\b(CERT_\w+|ERR_TLS_\w+|HOSTNAME_MISMATCH)\b/,
    () => 'the certificate of the service is wrong or has expired: tell its operators',
  ],
  [
    /\b(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)\b/,
    setting =>
      `what answers there does not speak TLS: check the port of ${setting}, and whether it is an http:// address`,
  ],
  [
    /\bUND_ERR_(PRX_\w+|INVALID_ARG)\b/,
    () =>
      'the proxy refuses or does not reach the host: check HTTPS_PROXY and HTTP_PROXY; NO_PROXY excepts hosts from it',
  ],
  [/\b(EAI_AGAIN|ENETUNREACH|ENETDOWN)\b/, () => 'check the network of this machine'],
  [
    /\bENOTFOUND\b/,
    setting => `the host does not exist: check ${setting}, and whether a proxy is needed (HTTPS_PROXY, HTTP_PROXY)`,
  ],
  [
    /(?:)/,
    setting =>
      `check ${setting}, that the service is up, and the proxy where one is set or needed (HTTPS_PROXY, NO_PROXY)`,
  ],
];

/** What to do about a call without an answer. @param problem a text that contains the error code */
export function remedyFor(problem: string, setting: string): string {
  return REMEDIES.find(([code]) => code.test(problem))?.[1](setting) ?? '';
}
