import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type * as Undici from 'undici';
import type { World } from './world.ts';

/** Loads at the first call: undici alone takes as long as everything that a help needs. */
const load = createRequire(import.meta.url);

/** The real clock, network and processes, and random bytes or a stream of bytes that a seed determines. */
export function realWorld(options: { readonly seed?: number | string } = {}): World {
  const bytes = options.seed === undefined ? randomBytes : seededBytes(options.seed);
  return {
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
    randomBytes: bytes,
    uuid: () => uuidFrom(bytes(16)),
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

/** Bytes from SHA-256 over the seed and a counter. Not for secrets. */
function seededBytes(seed: number | string): (size: number) => Buffer {
  let counter = 0;
  return size => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, size);
  };
}

function uuidFrom(bytes: Buffer): string {
  const id = Buffer.from(bytes);
  id[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  id[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
