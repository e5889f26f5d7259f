import { buffer } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import type { World } from '../world.ts';

/** Something at a moment, in milliseconds since the beginning: how long it takes, or how far a clock moves, in ms. */
export interface Moment {
  readonly at: number;
  readonly ms: number;
}

/** A maintenance window of the service. */
export interface MaintenanceWindow extends Moment {
  /** The status of what is answered, without `Retry-After`. Default: 503 with `Retry-After`. */
  readonly bare?: 429 | 503;
}

/** What a real network and real machines may do to a run, without any fault of the service. */
export interface Disturbances {
  /** How long it takes to connect, and each part that is sent, at least and at most, in milliseconds. */
  readonly delayMs: readonly [least: number, most: number];
  /** Of a hundred parts, how many take {@link SLOW_MS} more. */
  readonly slow: number;
  /** Of a hundred connections, how many are refused. */
  readonly refused: number;
  /** Of a hundred connections, how many are cut at some byte. */
  readonly cut: number;
  /** Outages of the network: every connection is cut, and none can be made. */
  readonly outages: readonly Moment[];
  /** How far the clock of the service is ahead, in milliseconds. */
  readonly aheadMs: number;
  /** Jumps of the clock of the service. */
  readonly jumps: readonly Moment[];
  /** When this process stands still. */
  readonly stalls: readonly Moment[];
  /** Outages of the tunnel: the service cannot connect to the receiver, and what it sends is cut. */
  readonly tunnelOutages: readonly Moment[];
  /** When the service stops, and how long it takes until it runs again, with all that it had stored. */
  readonly restarts: readonly Moment[];
  /** What keeps a delivery on its way to the receiver, though the service hangs up; null: nothing. */
  readonly relay: RelayKind | null;
  /** Maintenance windows, first to last: every request is put off, and webhooks are held. */
  readonly windows: readonly MaintenanceWindow[];
}

/** How much longer a slow part takes, in milliseconds. */
export const SLOW_MS = 700;

/** Everything is as quick as on loopback. */
export const CALM: Disturbances = {
  delayMs: [0.05, 0.05],
  slow: 0,
  refused: 0,
  cut: 0,
  outages: [],
  aheadMs: 0,
  jumps: [],
  stalls: [],
  tunnelOutages: [],
  restarts: [],
  relay: null,
  windows: [],
};

/** The choices of each disturbance: about half of them are calm. */
const CHOICES: { readonly [Name in keyof Disturbances]: readonly Disturbances[Name][] } = {
  delayMs: [CALM.delayMs, [0.1, 2], [1, 20], [10, 80], [20, 400]],
  slow: [0, 0, 1, 4],
  refused: [0, 0, 0, 1, 4],
  cut: [0, 0, 0, 1, 4],
  outages: [
    [],
    [],
    [],
    [{ at: 700, ms: 1_500 }],
    [
      { at: 2_000, ms: 400 },
      { at: 3_000, ms: 3_000 },
    ],
  ],
  aheadMs: [0, 0, -45_000, 45_000, 1_500],
  jumps: [[], [], [], [{ at: 1_500, ms: 20_000 }], [{ at: 1_000, ms: -20_000 }]],
  // Drawn at random places.
  stalls: [[]],
  tunnelOutages: [
    [],
    [],
    [],
    [{ at: 1_500, ms: 2_000 }],
    [
      { at: 3_000, ms: 500 },
      { at: 9_000, ms: 6_000 },
    ],
  ],
  restarts: [
    [],
    [],
    [],
    [{ at: 1_200, ms: 800 }],
    [
      { at: 4_000, ms: 200 },
      { at: 12_000, ms: 1_500 },
    ],
  ],
  relay: [null, null, null, 'buffer', 'gateway', 'queue'],
  windows: [
    [],
    [],
    [],
    [{ at: 1_000, ms: 10_000 }],
    [{ at: 500, ms: 5_000, bare: 429 }],
    [
      { at: 0, ms: 4_000, bare: 503 },
      { at: 12_000, ms: 8_000, bare: 503 },
    ],
    [
      { at: 300, ms: 3_000 },
      { at: 15_000, ms: 20_000 },
    ],
  ],
};

/** How often this process stands still, when, and for how long, in milliseconds. */
const STALLS = {
  count: [0, 0, 0, 1, 4],
  at: Array.from({ length: 300 }, (_, nth) => 100 * nth),
  ms: [150, 700, 4_000],
};

/** Draws disturbances: `pick` picks one choice of each. */
export function drawDisturbances(pick: <T>(choices: readonly T[]) => T): Disturbances {
  const drawn = Object.entries(CHOICES).map(([name, choices]) => [name, pick<unknown>(choices)]);
  const stalls = Array.from({ length: pick(STALLS.count) }, () => ({ at: pick(STALLS.at), ms: pick(STALLS.ms) }));
  return { ...(Object.fromEntries(drawn) as Disturbances), stalls };
}

/** Whether calls or webhooks may get lost, or clocks and timers cannot be trusted: a run may then show less. */
export function areLossy({ refused, cut, outages, jumps, stalls, restarts, windows }: Disturbances): boolean {
  return refused > 0 || cut > 0 || [outages, jumps, stalls, restarts, windows].some(moments => moments.length > 0);
}

/** The same disturbances without one of them, for each that is not calm. */
export function calmer(disturbances: Disturbances): readonly Disturbances[] {
  const names = Object.keys(CALM) as (keyof Disturbances)[];
  return names
    .filter(name => JSON.stringify(disturbances[name]) !== JSON.stringify(CALM[name]))
    .map(name => ({ ...disturbances, [name]: CALM[name] }));
}

/**
 * What stands between a service and the receiver, and keeps a delivery that it took when the service hangs up:
 * `buffer` passes on the receiver's answer, or that it closed the connection · `gateway` answers 502 where it did ·
 * `queue` answers the service itself, at once, and delivers on its own, again and again until that is acknowledged.
 */
export type RelayKind = 'buffer' | 'gateway' | 'queue';

/** How long a queue waits for an answer, and at first before it delivers again, in milliseconds. */
const QUEUE = { timeoutMs: 1_000, pauseMs: 100, longestPauseMs: 2_000, attempts: 50 };

/** What the receiver answered. */
type Passed = Pick<Dispatcher.ResponseData, 'statusCode'> & Partial<Pick<Dispatcher.ResponseData, 'headers'>>;

/** Starts a relay of deliveries. @returns the address where it takes those for `url` */
export async function startRelay(world: World, kind: RelayKind, url: string): Promise<string> {
  const { origin, pathname } = new URL(url);
  const dispatcher = world.dial({ connections: 1_000, responseTimeoutMs: 0 });
  const server = world.createServer({});
  server.on('request', async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const { connection: _, 'transfer-encoding': __, ...passed } = headers;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const send = async (limit: object = {}): Promise<Passed> => {
      const answer = await dispatcher.request({
        origin,
        path,
        method: method as 'POST',
        headers: passed,
        body,
        ...limit,
      });
      await answer.body.dump();
      return answer;
    };
    if (kind === 'queue') void deliverAgain(world, send);
    const answer = kind === 'queue' ? { statusCode: 202 } : await send().catch(() => undefined);
    if (answer) response.writeHead(answer.statusCode, answer.headers).end();
    else if (kind === 'gateway') response.writeHead(502).end();
    else request.socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${pathname}`;
}

async function deliverAgain(world: World, send: (limit: object) => Promise<Passed>): Promise<void> {
  const { timeoutMs, pauseMs, longestPauseMs, attempts } = QUEUE;
  for (let nth = 0; nth < attempts; nth++) {
    const answer = await send({ headersTimeout: timeoutMs }).catch(() => undefined);
    if (answer && answer.statusCode >= 200 && answer.statusCode < 300) return;
    await new Promise<void>(resolve => void world.after(Math.min(longestPauseMs, pauseMs * 2 ** nth), resolve));
  }
}
