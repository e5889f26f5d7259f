import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../evidence/dialect.ts';
import { loadScenarios } from '../journeys/scenario.ts';
import type { Summary } from '../report/summary.ts';
import { DEFAULT_API_KEY, type SandboxOptions, startSandbox } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import { CALM, type Disturbances } from '../world/simulated/disturbances.ts';
import { type SimulatedWorld, simulatedWorld } from '../world/simulated/simulated-world.ts';
import type { Environment, World } from '../world/world.ts';
import { callCommand, type EndedCommand } from './call-command.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** The port of the receiver, which webhooks are configured for in advance. */
const RECEIVER_PORT = 8_400;

/** The number of simulations so far. Each has its own seed, so that no two runs of a test are equal. */
let simulations = 0;

/** The options of the sandbox in a simulation. */
export interface SimulatedServiceOptions extends Pick<SandboxOptions, 'dialect' | 'faults' | 'apiKey'> {
  readonly disturbances?: Partial<Disturbances>;
}

/** A sandbox in a simulated world that plays the remote service. */
export interface SimulatedService {
  readonly world: SimulatedWorld;
  readonly url: string;
  /** The settings with which a run needs no commands: URLs, key, secret and receiver port. */
  readonly env: { readonly [name: string]: string };
  /** Makes orders. @returns their ids */
  newOrders(count: number): Promise<readonly string[]>;
  /** Simulates a step of an order. */
  simulate(order: string, event: string): Promise<void>;
}

/** Calls a command in a simulated world without real waits, for example a run on the embedded target. */
export async function callSimulated(
  args: readonly string[],
  env: Environment = {},
  cwd?: string,
): Promise<EndedCommand> {
  // Loads the command in real time, because a simulation does not wait for files.
  await callCommand([args[0] ?? '', '--help']);
  return simulated(world => callCommand(args, env, cwd, world));
}

/** Does `work` beside a sandbox in a simulated world without real waits, and then closes the sandbox. */
export function besideSandbox<T>(
  { disturbances = {}, ...options }: SimulatedServiceOptions,
  work: (service: SimulatedService) => Promise<T>,
): Promise<T> {
  return simulated(async world => {
    const webhookUrl = `http://127.0.0.1:${RECEIVER_PORT}/`;
    const sandbox = await startSandbox({ world: world.service, webhookUrl, ...options });
    const dispatcher = world.dial();
    const post = async (path: string, body: object) => {
      const json = { 'Content-Type': 'application/json', 'X-API-Key': DEFAULT_API_KEY };
      const headers = { ...json, 'Idempotency-Key': world.uuid() };
      const call = { origin: sandbox.url, path, method: 'POST', headers, body: JSON.stringify(body) } as const;
      const { body: answer } = await dispatcher.request(call);
      return answer.text();
    };
    const service = {
      world,
      url: sandbox.url,
      env: {
        ...{ SANDBOX_URL: sandbox.url, API_KEY: DEFAULT_API_KEY, SIGNING_SECRET: sandbox.signingSecrets.join() },
        RECEIVER_PORT: String(RECEIVER_PORT),
      },
      newOrders: async (count: number) => {
        const ids = await post('/_control/collection-orders', { count, format: 'ids' });
        return ids.split('\n').filter(id => id !== '');
      },
      simulate: async (order: string, event: string) =>
        void (await post(`/sandbox/collection-orders/${order}/simulate`, { event })),
    };
    try {
      return await work(service);
    } finally {
      await dispatcher.destroy();
      await sandbox.close();
    }
  }, disturbances);
}

/** Does `work` in a simulated world without real waits. */
export async function simulated<T>(
  work: (world: SimulatedWorld) => Promise<T>,
  disturbances: Partial<Disturbances> = {},
): Promise<T> {
  loaded ??= load();
  await loaded;
  const world = simulatedWorld(`simulation ${simulations++}`, { ...CALM, ...disturbances });
  return world.run(() => work(world));
}

let loaded: Promise<unknown> | undefined;

/** Loads modules in real time, because a simulation does not wait for files. */
async function load(): Promise<void> {
  await Promise.all([loadScenarios(), callCommand(['run', '--help']), callCommand(['doctor', '--help'])]);
  await (await startSandbox({ world: realWorld() })).close();
}

/** The `summary.json` of a run, which has journeys. */
export type SummaryFile = Summary & Required<Pick<Summary, 'journeys'>>;

/** A finished command with its run folder. Disposing of it removes the folder. */
export type CalledRun = Awaited<ReturnType<typeof callRun>>;

/**
 * Runs a command with `--out`, such as `run`, `gate` or `merge`, in a temporary folder. A run on the embedded target is
 * simulated, so that neither waits nor load delay it.
 *
 * @param world the world of any other command; default: the real one
 */
export async function callRun(args: readonly string[], env: { readonly [name: string]: string } = {}, world?: World) {
  const parent = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
  const folder = join(parent, 'run');
  const [command = '', ...options] = args;
  const words = [command, '--out', folder, ...options];
  const isEmbedded = command === 'run' && env.SANDBOX_URL === undefined;
  const ended = isEmbedded ? await callSimulated(words, env, parent) : await callCommand(words, env, parent, world);
  /** The text of a file in the run folder. */
  const read = (file: string) => {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch (cause) {
      throw new Error(`${command} exited with ${ended.code} and left no ${file}:\n${ended.stderr}`, { cause });
    }
  };
  return {
    ...ended,
    folder,
    read,
    summary: () => JSON.parse(read('summary.json')) as SummaryFile,
    [Symbol.dispose]: () => rmSync(parent, { recursive: true }),
  };
}

/** The options of a simulated run. */
export interface SimulatedRunOptions {
  /** The options of `run`, except for `--out`. */
  readonly args: readonly string[];
  /** A folder for this run only. */
  readonly folder: string;
  /** Settings besides those for the target. */
  readonly env?: Environment;
  readonly dialect?: Dialect;
  /** The number of orders. Default: enough for every scenario, in a third of the time of all orders. */
  readonly orders?: number;
  /** The faults of the network before the sandbox. Default: none. */
  readonly road?: (sandbox: SimulatedService) => FaultProxyOptions | Promise<FaultProxyOptions>;
  readonly disturbances?: Partial<Disturbances>;
}

/**
 * Runs the command `run` against a remote target in a simulated world: as a user would, through a fault proxy, but
 * without real waits.
 *
 * @returns how it ended, with its run folder, the proxy, and `summary.json`
 */
export async function runSimulated(options: SimulatedRunOptions) {
  const { dialect = {}, disturbances = {}, orders = 40 } = options;
  const out = join(options.folder, 'out');
  const { ended, proxy } = await besideSandbox({ dialect, disturbances }, async service => {
    const own = await service.newOrders(orders);
    const proxy = await openFaultProxy(service.url, (await options.road?.(service)) ?? {}, service.world);
    const env = { ...service.env, SANDBOX_URL: proxy.url, ORDER_IDS: own.join(), ...options.env };
    const ended = await callCommand(['run', '--out', out, ...options.args], env, options.folder, service.world);
    await proxy.close();
    return { ended, proxy };
  });
  return { ...ended, out, proxy, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as Summary };
}

const AT_ONCE = { 'Retry-After': '0' };

/** Answers in place of the service, which does nothing: `bare` without a time to come again. */
const REFUSALS = {
  limited: { status: 429, headers: AT_ONCE },
  'limited-bare': { status: 429, headers: {} },
  unavailable: { status: 503, headers: AT_ONCE },
  'unavailable-bare': { status: 503, headers: {} },
} as const;

/** What happens to a call: it is refused, never answered, lost, or answered in vain, since the answer is lost. */
type Mishap = keyof typeof REFUSALS | 'held' | 'call-lost' | 'answer-lost';

/**
 * `mishap` picks the mishap of each call, except for `/_control`. `rewrite` changes the path and the body, but not its
 * length. `skewMs` shifts the `Date` of each response.
 */
export interface FaultProxyOptions {
  readonly mishap?: (call: { readonly method: string; path: string; index: number }) => Mishap | undefined;
  readonly rewrite?: (text: string) => string;
  readonly skewMs?: number;
}

/** Opens a proxy to a service on loopback that injects network failures, and counts them. */
export async function openFaultProxy(service: string, options: FaultProxyOptions, world: World) {
  const counts = new Map<Mishap, number>();
  let index = 0;
  const { rewrite } = options;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url: path = '', rawHeaders: headers } = incoming;
    const mishap = path.startsWith('/_control') ? undefined : options.mishap?.({ method, path, index: index++ });
    if (mishap) counts.set(mishap, (counts.get(mishap) ?? 0) + 1);
    const refused = mishap !== undefined && mishap in REFUSALS && REFUSALS[mishap as keyof typeof REFUSALS];
    if (refused || mishap === 'held') incoming.resume();
    if (refused) return void outgoing.writeHead(refused.status, refused.headers).end('not now');
    if (mishap === 'held') return;
    if (mishap === 'call-lost') return void incoming.socket.destroy();
    const onward = world.request(service, { method, path: rewrite?.(path) ?? path, headers });
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
    (rewrite ? incoming.map(part => rewrite(String(part))) : incoming).pipe(onward);
  };
  const { url, close } = await listenOnLoopback(world.createServer({}).on('request', pass));
  return { url, close, count: (mishap: Mishap) => counts.get(mishap) ?? 0 };
}
