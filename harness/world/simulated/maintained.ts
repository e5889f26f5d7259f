import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { World } from '../world.ts';
import type { MaintenanceWindow } from './disturbances.ts';

/** How long a request is asked to wait, in seconds. */
const RETRY_AFTER = '5';
/** What the test itself asks of the sandbox, which is no part of the service. */
const CONTROL = '/_control';

/**
 * The world of a service with maintenance windows, first to last. What is in front of the service answers every request
 * with 503 (or 429) then, and its timers and its deliveries stand still.
 */
export function maintained(world: World, windows: readonly MaintenanceWindow[]): World {
  const start = world.monotonic();
  const elapsed = () => world.monotonic() - start;
  const now = () => windows.find(({ at, ms }) => at <= elapsed() && elapsed() < at + ms);
  return {
    ...world,
    after(milliseconds, fire) {
      const from = elapsed();
      let due = from + milliseconds;
      for (const { at, ms } of windows) if (at <= due && at + ms > from) due += at + ms - Math.max(at, from);
      return world.after(due - from, fire);
    },
    dial: options =>
      world.dial(options).compose(dispatch => (request, handler) => {
        const window = now();
        if (window === undefined) return dispatch(request, handler);
        world.after(window.at + window.ms - elapsed(), () => dispatch(request, handler));
        return true;
      }),
    createServer: options => closedWhile(now, world.createServer(options)),
  };
}

function closedWhile(now: () => MaintenanceWindow | undefined, server: Server): Server {
  const emit = server.emit.bind(server);
  const refuse = ({ bare }: MaintenanceWindow, request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const again = bare ? {} : { 'Retry-After': RETRY_AFTER };
    response.writeHead(bare ?? 503, { ...again, 'Content-Length': '0' }).end();
    return true;
  };
  server.emit = ((name: string, ...args: [IncomingMessage, ServerResponse]) => {
    const window = name === 'request' && args[0].url?.startsWith(CONTROL) === false ? now() : undefined;
    return window ? refuse(window, ...args) : emit(name, ...args);
  }) as Server['emit'];
  return server;
}
