import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { World } from '../core/world.ts';
import type { Moment } from './disturbances.ts';

/** How long a request is asked to wait, in seconds. */
const RETRY_AFTER = '5';
/** What the test itself asks of the sandbox, which is no part of the service. */
const CONTROL = '/_control';

/**
 * The world of a service with maintenance windows, first to last. What is in front of the service answers every request
 * with 503 then, and its timers and its deliveries stand still.
 */
export function maintained(world: World, windows: readonly Moment[]): World {
  const start = world.monotonic();
  const elapsed = () => world.monotonic() - start;
  const left = () => Math.max(0, ...windows.map(({ at, ms }) => (at <= elapsed() ? at + ms - elapsed() : 0)));
  return {
    ...world,
    after(milliseconds, fire) {
      const now = elapsed();
      let due = now + milliseconds;
      for (const { at, ms } of windows) if (at <= due && at + ms > now) due += at + ms - Math.max(at, now);
      return world.after(due - now, fire);
    },
    dial: options =>
      world.dial(options).compose(dispatch => (request, handler) => {
        const ms = left();
        if (ms === 0) return dispatch(request, handler);
        world.after(ms, () => dispatch(request, handler));
        return true;
      }),
    createServer: options => closedWhile(() => left() > 0, world.createServer(options)),
  };
}

function closedWhile(isClosed: () => boolean, server: Server): Server {
  const emit = server.emit.bind(server);
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(503, { 'Retry-After': RETRY_AFTER, 'Content-Length': '0' }).end();
    return true;
  };
  server.emit = ((name: string, ...args: [IncomingMessage, ServerResponse]) =>
    name === 'request' && isClosed() && args[0].url?.startsWith(CONTROL) === false
      ? refuse(...args)
      : emit(name, ...args)) as Server['emit'];
  return server;
}
