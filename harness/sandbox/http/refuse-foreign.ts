import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../world/loopback.ts';
import { ApiError } from './api-error.ts';

/** The addresses that stand for every address of a machine. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/**
 * Refuses a request that a web page of another origin may have made: under a name that is not this machine's own, which
 * the page may have pointed here (DNS rebinding), or with headers in which a browser names another origin. The port of
 * a `Host` is not compared, so that a proxy on this machine can stand in front.
 *
 * @param listenHost the name or address that the sandbox listens on  @throws ApiError `forbidden`
 */
export function refuseForeign({ headers }: Pick<IncomingMessage, 'headers'>, listenHost: string): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const name = hostnameOf(host);
  if (name === undefined || !isOwnName(name, listenHost)) {
    throw new ApiError('forbidden', 'The Host must be a loopback name or the address that the sandbox listens on.');
  }
  if ((origin !== undefined && origin !== `http://${host}`) || !['none', 'same-origin'].includes(String(site))) {
    throw new ApiError('forbidden', 'A web page of another origin must not call this path.');
  }
}

/** The name or address in a `Host` header, without port and brackets; undefined if it is not one. */
function hostnameOf(host: string): string | undefined {
  return /[/\\?#@]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
}

/** A page cannot have an address pointed elsewhere, so each is right where the sandbox listens on every address. */
function isOwnName(name: string, listenHost: string): boolean {
  if (isLoopback(name) || name === listenHost.toLowerCase()) return true;
  return EVERY_ADDRESS.includes(listenHost) && isIP(name) !== 0;
}
