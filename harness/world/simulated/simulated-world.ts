import { Agent as HttpAgent, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { Agent, type Dispatcher, errors } from 'undici';
import { HarnessError } from '../../base/errors.ts';
import { ONE_CONNECTION, seededRandom } from '../real-world.ts';
import type { DialOptions, Timer, World } from '../world.ts';
import { CALM, type Disturbances, type MaintenanceWindow, type Moment, SLOW_MS } from './disturbances.ts';
import { type Conditions, type Connected, MemoryNetwork, MemoryServer, type Side } from './memory-network.ts';
import { VirtualTime } from './virtual-time.ts';

/** 2026-01-01T00:00:00Z, when every simulation begins, in milliseconds since the Unix epoch. */
const BEGINNING = Date.UTC(2026, 0, 1);

/** A connection is cut before this many bytes, or not at all. */
const MOST_BEFORE_CUT = 4_000;

/** How many random bytes are drawn at once: one hash. */
const DRAWN_AT_ONCE = 32;

/** A world whose clock, timers, randomness and network exist only in this process. */
export type SimulatedWorld = ReturnType<typeof simulatedWorld>;

/** A new simulated world. Events happen in the same order for the same seed. */
export function simulatedWorld(seed: number | string, disturbances: Disturbances = CALM) {
  const time = new VirtualTime();
  const network = new MemoryNetwork(time, drawConditions(disturbances, time, seededRandom(`${seed}:network`)));
  const random = seededRandom(seed);
  let ahead = 0;
  const connectsTo = (side: Side, url: string) =>
    ((_: unknown, done: Connected) => network.connect(side, Number(new URL(url).port), done)) as never;
  const worldOf = (side: Side, aheadMs: () => number): World => ({
    now: () => Math.floor(BEGINNING + time.elapsed + aheadMs()),
    monotonic: () => time.read(),
    after: (ms, fire) => time.after(ms, fire),
    stayAlive: () => ({ cancel: () => {} }),
    ...random,
    dial: (options = {}) => memoryDispatcher((port, done) => network.connect(side, port, done), time, options),
    connection: url => Object.assign(new HttpAgent(ONE_CONNECTION), { createConnection: connectsTo(side, url) }),
    request: (url, options) => request(url, { ...options, createConnection: connectsTo(side, url) }),
    createServer: options => new MemoryServer(network, options),
    spawn: command => {
      throw new HarnessError('simulation-limited', 'usage', `a simulated world starts no processes: ${command}`);
    },
  });
  for (const { at } of disturbances.outages) time.after(at, () => network.cutAll());
  for (const { at } of disturbances.tunnelOutages) time.after(at, () => network.cutAll('service'));
  for (const { at, ms } of disturbances.stalls) time.after(at, () => time.stall(ms));
  for (const { at, ms } of disturbances.jumps) {
    time.after(at, () => {
      ahead += ms;
    });
  }
  return {
    ...worldOf('harness', () => 0),
    /** The same world as the machine of the service sees it, with another clock. */
    service: maintained(
      worldOf('service', () => disturbances.aheadMs + ahead),
      disturbances.windows,
    ),
    /**
     * Runs `work` to its end, as fast as it can be computed.
     * @throws HarnessError `simulation-stuck` (unreachable) if nothing can end it, or it goes on for days
     */
    run: <T>(work: () => Promise<T>) => time.run(work()),
  };
}

/** The conditions of a network with disturbances, drawn from `random` on demand. */
function drawConditions(
  { delayMs: [least, most], slow, refused, cut, outages, tunnelOutages }: Disturbances,
  time: VirtualTime,
  random: Pick<World, 'randomBytes'>,
): Conditions {
  let drawn: Buffer = Buffer.alloc(0);
  const draw = () => {
    if (drawn.length === 0) drawn = random.randomBytes(DRAWN_AT_ONCE);
    const chance = drawn.readUInt32BE() / 2 ** 32;
    drawn = drawn.subarray(4);
    return chance;
  };
  const happens = (percent: number) => percent > 0 && draw() * 100 < percent;
  const isNow = ({ at, ms }: Moment) => at <= time.elapsed && time.elapsed < at + ms;
  return {
    delayMs: () => least + (most > least ? (most - least) * draw() : 0) + (happens(slow) ? SLOW_MS : 0),
    refuses: from => outages.some(isNow) || (from === 'service' && tunnelOutages.some(isNow)) || happens(refused),
    cutAfter: () => (happens(cut) ? Math.floor(draw() * MOST_BEFORE_CUT) : undefined),
  };
}

/** The `Retry-After` of a request that is put off, in seconds. */
const RETRY_AFTER = '5';
/** The path for calls of the tests to the sandbox, which are not part of the service. */
const CONTROL = '/_control';

/**
 * The world of a service with maintenance windows, in order. During a window, a proxy answers every request with 503
 * (or 429), and the service's timers and deliveries stand still.
 */
function maintained(world: World, windows: readonly MaintenanceWindow[]): World {
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

type Connect = (port: number, done: Connected) => void;

/** A dispatcher whose connections are in memory, and whose timeouts use a virtual clock. */
function memoryDispatcher(connect: Connect, time: VirtualTime, options: DialOptions): Dispatcher {
  const { responseTimeoutMs = 30_000, connections = 16 } = options;
  const agent = new Agent({
    connections,
    pipelining: 1,
    // Undici measures these timeouts in real time.
    keepAliveTimeout: 600_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ port }, done) => connect(Number(port), done as never),
  });
  return agent.compose(dispatch => (request, handler) => {
    const { headersTimeout = responseTimeoutMs, bodyTimeout = responseTimeoutMs } = request;
    const inTime = guarded(handler, time, headersTimeout ?? 0, bodyTimeout ?? 0);
    return dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, inTime);
  });
}

/** Passes a response on, and aborts it if its headers or the next part of its body take too long. */
function guarded(
  handler: Dispatcher.DispatchHandler,
  time: VirtualTime,
  headersMs: number,
  bodyMs: number,
): Dispatcher.DispatchHandler {
  let timer: Timer | undefined;
  const wait = (ms: number, abort: () => void) => {
    timer?.cancel();
    timer = ms > 0 ? time.after(ms, abort) : undefined;
  };
  const waitForBody = (controller: Dispatcher.DispatchController) =>
    wait(bodyMs, () => controller.abort(new errors.BodyTimeoutError()));
  return {
    onRequestStart(controller, context) {
      wait(headersMs, () => controller.abort(new errors.HeadersTimeoutError()));
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, ...head) {
      waitForBody(controller);
      handler.onResponseStart?.(controller, ...head);
    },
    onResponseData(controller, chunk) {
      waitForBody(controller);
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd(controller, trailers) {
      timer?.cancel();
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      timer?.cancel();
      handler.onResponseError?.(controller, error);
    },
  };
}
