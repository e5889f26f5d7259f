import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type * as Undici from 'undici';
import { HarnessError, messageOf } from '../base/errors.ts';
import { InvalidValue, webAddress } from '../base/parse-value.ts';
import type { World } from './world.ts';

/** Loads modules on demand: undici alone takes as long as everything else that `--help` needs. */
const load = createRequire(import.meta.url);

const https = (): typeof Https => load('node:https');

/** The options of an agent that keeps one connection open. */
export const ONE_CONNECTION = { keepAlive: true, maxSockets: 1 } as const;

/** The real clock, network and processes, with random bytes or bytes that a seed determines. */
export function realWorld(options: { readonly seed?: number | string } = {}): World {
  return {
    ...(options.seed === undefined ? randomnessOf(randomBytes) : seededRandom(options.seed)),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, fire) {
      // A moment may have passed between its computation and this call.
      const handle = setTimeout(fire, Math.max(0, ms));
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
      const undici: typeof Undici = load('undici');
      if (proxied) proxiesOf(process.env);
      return proxied ? new undici.EnvHttpProxyAgent(options) : new undici.Agent(options);
    },
    connection: url => new (url.startsWith('https:') ? https() : { Agent }).Agent(ONE_CONNECTION),
    request: (url, requestOptions) =>
      (url.startsWith('https:') ? https().request : request)(url, { agent: false, ...requestOptions }),
    createServer: serverOptions => createServer(serverOptions),
    spawn: (command, args, spawnOptions) => spawn(command, args, spawnOptions),
  };
}

type Randomness = Pick<World, 'randomBytes' | 'uuid'>;

/** Random bytes that a seed determines: SHA-256 over the seed and a counter. Not for secrets. */
export function seededRandom(seed: number | string): Randomness {
  let counter = 0;
  return randomnessOf(size => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      blocks.push(hash('sha256', `${seed}:${counter++}`, 'buffer'));
    }
    return Buffer.concat(blocks).subarray(0, size);
  });
}

function randomnessOf(randomBytes: (size: number) => Buffer): Randomness {
  return { randomBytes, uuid: () => uuidFrom(randomBytes(16)) };
}

function uuidFrom(bytes: Buffer): string {
  const id = Buffer.from(bytes);
  id[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  id[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The proxies for a remote target: their variable, and their host and port, never their credentials. The name of a
 * variable may be in lower case, which takes precedence.
 * @throws HarnessError `proxy-invalid` (usage) if one is not an http:// or https:// address
 */
export function proxiesOf(env: { readonly [name: string]: string | undefined }) {
  return (['HTTPS_PROXY', 'HTTP_PROXY'] as const).flatMap(name => {
    const value = env[name.toLowerCase()] ?? env[name];
    if (!value) return [];
    try {
      return [{ name, host: webAddress(value).host }];
    } catch (thrown) {
      if (!(thrown instanceof InvalidValue)) throw thrown;
      throw new HarnessError('proxy-invalid', 'usage', `${name} is ${messageOf(thrown)}`);
    }
  });
}

/** A note that requests go through proxies; `undefined` if none is set. @throws HarnessError `proxy-invalid` (usage) */
export function proxiesInWords(env: { readonly [name: string]: string | undefined }): string | undefined {
  const proxies = proxiesOf(env).map(({ name, host }) => `${host} (${name})`);
  if (proxies.length === 0) return undefined;
  return `requests go through ${proxies.join(' and ')}, except to hosts in NO_PROXY`;
}
