import type { IncomingMessage, ServerResponse } from 'node:http';
import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';
import { type Listening, listenOnLoopback } from './listen-on-loopback.ts';

/** What happens to a call on the way to a service. */
type Mishap =
  /** 429 with `Retry-After: 0`: nothing was done. */
  | 'limited'
  /** 429 without `Retry-After`: nothing was done. */
  | 'limited-bare'
  /** 503 with `Retry-After: 0`: nothing was done. */
  | 'unavailable'
  /** 503 without `Retry-After`: nothing was done. */
  | 'unavailable-bare'
  /** The call is never answered, and nothing is done. */
  | 'held'
  /** The service handles the call, but its response is lost. */
  | 'answer-lost'
  /** The connection breaks before the call reaches the service. */
  | 'call-lost';

/** A proxy between a run and a service. */
export interface FaultProxy extends Pick<Listening, 'url' | 'close'> {
  /** How often each mishap occurred. */
  readonly count: (mishap: Mishap) => number;
}

/** `mishap` picks the mishap of each call, except for `/_control`. `skewMs` shifts the `Date` of each response. */
export interface FaultProxyOptions {
  readonly mishap?: (call: {
    readonly method: string;
    readonly path: string;
    readonly index: number;
  }) => Mishap | undefined;
  readonly skewMs?: number;
}

const AT_ONCE = { 'Retry-After': '0' };

/** The answers of mishaps that refuse a call. */
const REFUSALS: ReadonlyMap<Mishap | undefined, { readonly status: number; readonly headers: object }> = new Map([
  ['limited', { status: 429, headers: AT_ONCE }],
  ['limited-bare', { status: 429, headers: {} }],
  ['unavailable', { status: 503, headers: AT_ONCE }],
  ['unavailable-bare', { status: 503, headers: {} }],
]);

/** Opens a proxy to a service on loopback that injects network failures. */
export async function openFaultProxy(
  service: string,
  options: FaultProxyOptions,
  world: World = realWorld(),
): Promise<FaultProxy> {
  const counts = new Map<Mishap, number>();
  let index = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url: path = '', rawHeaders: headers } = incoming;
    const mishap = path.startsWith('/_control') ? undefined : options.mishap?.({ method, path, index: index++ });
    if (mishap) counts.set(mishap, (counts.get(mishap) ?? 0) + 1);
    const refused = REFUSALS.get(mishap);
    if (refused !== undefined) {
      incoming.resume();
      outgoing.writeHead(refused.status, { ...refused.headers, 'Content-Length': '0' }).end();
      return;
    }
    if (mishap === 'held') return void incoming.resume();
    if (mishap === 'call-lost') return void incoming.socket.destroy();
    const onward = world.request(service, { method, path, headers });
    onward.once('error', () => outgoing.destroy());
    onward.once('response', answer => {
      if (mishap === 'answer-lost') {
        answer.resume();
        return void incoming.socket.destroy();
      }
      const date = new Date(Date.parse(answer.headers.date ?? '') + (options.skewMs ?? 0)).toUTCString();
      const told = answer.rawHeaders.map((part, at, all) => (/^date$/i.test(all[at - 1] ?? '') ? date : part));
      outgoing.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  };
  const { url, close } = await listenOnLoopback(world.createServer({}).on('request', pass));
  return { url, close, count: mishap => counts.get(mishap) ?? 0 };
}
