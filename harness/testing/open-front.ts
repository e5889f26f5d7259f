import type { IncomingMessage, ServerResponse } from 'node:http';
import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';
import { type Listening, listenOnLoopback } from './listen-on-loopback.ts';

/** A request that passes through a front: the parts that a test may change. */
export interface Passing {
  /** The path and query of the request line. */
  target: string;
  body: string;
}

/** A server in front of a service. */
export type OpenFront = Pick<Listening, 'url' | 'close'>;

/**
 * Opens a server that forwards requests to a service and returns its responses. `edit` may change the request, or
 * return a response to answer in place of the service.
 */
export async function openFront(
  service: string,
  edit: (passing: Passing) => Response | undefined,
  world: World = realWorld(),
): Promise<OpenFront> {
  const dispatcher = world.dial();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = 'GET', url = '/', headers } = request;
    const passing = { target: url, body: Buffer.concat(parts).toString() };
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
    const own = edit(passing);
    if (own) return void response.writeHead(own.status, [...own.headers].flat()).end(await own.text());
    const { target: path, body } = passing;
    const answer = await dispatcher.request({
      ...{ origin: service, path, method: method as 'GET', headers: kept, ...(body !== '' && { body }) },
    });
    const { connection: _____, 'keep-alive': ______, ...answered } = answer.headers;
    response.writeHead(answer.statusCode, answered).end(Buffer.from(await answer.body.arrayBuffer()));
  };
  const { url, close } = await listenOnLoopback(world.createServer({}).on('request', pass));
  return { url, close: () => close().then(() => dispatcher.destroy()) };
}
