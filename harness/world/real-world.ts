import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type * as Undici from 'undici';
import { proxiesOf } from './proxies.ts';
import { randomnessOf, seededRandom } from './seeded-random.ts';
import type { World } from './world.ts';

/** Loads at the first call: undici alone takes as long as everything that a help needs. */
const load = createRequire(import.meta.url);

/** How many random bytes are drawn at once. */
const STOCK = 4_096;

/** The real clock, network and processes, and random bytes or a stream of bytes that a seed determines. */
export function realWorld(options: { readonly seed?: number | string } = {}): World {
  return {
    ...(options.seed === undefined ? randomnessOf(stocked(randomBytes)) : seededRandom(options.seed)),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, fire) {
      const handle = setTimeout(fire, ms);
      handle.unref();
      return { cancel: () => clearTimeout(handle) };
    },
    stayAlive() {
      const handle = setInterval(() => {}, 60_000);
      return { cancel: () => clearInterval(handle) };
    },
    dial: ({ connectTimeoutMs = 10_000, responseTimeoutMs = 30_000, connections = 16, proxied = false } = {}) => {
      const options = {
        connections,
        pipelining: 1,
        keepAliveTimeout: 4_000,
        connect: { timeout: connectTimeoutMs },
        headersTimeout: responseTimeoutMs,
        bodyTimeout: responseTimeoutMs,
      };
      const { Agent, EnvHttpProxyAgent }: typeof Undici = load('undici');
      if (proxied) proxiesOf(process.env);
      return proxied ? new EnvHttpProxyAgent(options) : new Agent(options);
    },
    request: (url, requestOptions) => {
      const https: typeof Https = load('node:https');
      return (url.startsWith('https:') ? https.request : request)(url, { ...requestOptions, agent: false });
    },
    createServer: serverOptions => createServer(serverOptions),
    spawn: (command, args, spawnOptions) => spawn(command, args, spawnOptions),
  };
}

/** The same random bytes, of which many are drawn at once: the system takes as long for a few. */
function stocked(draw: (size: number) => Buffer): (size: number) => Buffer {
  let stock: Buffer = Buffer.alloc(0);
  return size => {
    if (size > stock.length) stock = draw(Math.max(size, STOCK));
    const taken = stock.subarray(0, size);
    stock = stock.subarray(size);
    return taken;
  };
}
