import { buffer } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { pause, type World } from '../world.ts';

/** Something at a time (ms since the beginning): its duration, or the jump of a clock, in milliseconds. */
export interface Moment {
  readonly at: number;
  readonly ms: number;
}

/** A maintenance window of the service. */
export interface MaintenanceWindow extends Moment {
  /** The status of the answers, without `Retry-After`. Default: 503 with `Retry-After`. */
  readonly bare?: 429 | 503;
}

/** What a real network and real machines may do to a run, without any fault of the service. */
export interface Disturbances {
  /** The time to connect, and for each part that is sent, at least and at most, in milliseconds. */
  readonly delayMs: readonly [least: number, most: number];
  /** The percentage of parts that take {@link SLOW_MS} longer. */
  readonly slow: number;
  /** The percentage of connections that are refused. */
  readonly refused: number;
  /** The percentage of connections that are cut at some byte. */
  readonly cut: number;
  /** Outages of the network: every connection is cut, and none can be established. */
  readonly outages: readonly Moment[];
  /** How far the clock of the service is ahead, in milliseconds. */
  readonly aheadMs: number;
  /** Jumps of the clock of the service. */
  readonly jumps: readonly Moment[];
  /** Periods in which this process stands still. */
  readonly stalls: readonly Moment[];
  /** Outages of the tunnel: the service cannot connect to the receiver, and its connections are cut. */
  readonly tunnelOutages: readonly Moment[];
  /** When the service stops, and how long it takes until it runs again, with all stored data. */
  readonly restarts: readonly Moment[];
  /** The relay that keeps deliveries on their way when the service hangs up; null if there is none. */
  readonly relay: RelayKind | null;
  /** Maintenance windows in order: every request is put off, and webhooks are held. */
  readonly windows: readonly MaintenanceWindow[];
}

/** The additional time of a slow part, in milliseconds. */
export const SLOW_MS = 700;

const during = (at: number, ms: number): Moment => ({ at, ms });

/** The choices of each disturbance. The first is calm, and so are about half of them. */
const CHOICES: { readonly [Name in keyof Disturbances]: readonly Disturbances[Name][] } = {
  delayMs: [
    [0.05, 0.05],
    [0.1, 2],
    [1, 20],
    [10, 80],
    [20, 400],
  ],
  slow: [0, 0, 1, 4],
  refused: [0, 0, 0, 1, 4],
  cut: [0, 0, 0, 1, 4],
  outages: [[], [], [], [during(700, 1_500)], [during(2_000, 400), during(3_000, 3_000)]],
  aheadMs: [0, 0, -45_000, 45_000, 1_500],
  jumps: [[], [], [], [during(1_500, 20_000)], [during(1_000, -20_000)]],
  // Drawn at random times.
  stalls: [[]],
  tunnelOutages: [[], [], [], [during(1_500, 2_000)], [during(3_000, 500), during(9_000, 6_000)]],
  restarts: [[], [], [], [during(1_200, 800)], [during(4_000, 200), during(12_000, 1_500)]],
  relay: [null, null, null, 'buffer', 'gateway', 'queue'],
  windows: [
    [],
    [],
    [],
    [during(1_000, 10_000)],
    [{ ...during(500, 5_000), bare: 429 }],
    [
      { ...during(0, 4_000), bare: 503 },
      { ...during(12_000, 8_000), bare: 503 },
    ],
    [during(300, 3_000), during(15_000, 20_000)],
  ],
};

/** Everything is as fast as on loopback. */
export const CALM = Object.fromEntries(
  Object.entries(CHOICES).map(([name, [calm]]) => [name, calm]),
) as unknown as Disturbances;

/** How often this process stands still, when, and for how long, in milliseconds. */
const STALLS = {
  count: [0, 0, 0, 1, 4],
  at: Array.from({ length: 300 }, (_, nth) => 100 * nth),
  ms: [150, 700, 4_000],
};

/** Draws disturbances. @param pick picks one of several choices */
export function drawDisturbances(pick: <T>(choices: readonly T[]) => T): Disturbances {
  const drawn = Object.entries(CHOICES).map(([name, choices]) => [name, pick<unknown>(choices)]);
  const stalls = Array.from({ length: pick(STALLS.count) }, () => ({ at: pick(STALLS.at), ms: pick(STALLS.ms) }));
  return { ...(Object.fromEntries(drawn) as Disturbances), stalls };
}

/** Whether calls or webhooks may get lost, or clocks and timers cannot be trusted. A run may then show less. */
export function areLossy({ refused, cut, outages, jumps, stalls, restarts, windows }: Disturbances): boolean {
  return refused > 0 || cut > 0 || [outages, jumps, stalls, restarts, windows].some(moments => moments.length > 0);
}

/**
 * A relay between a service and the receiver, which keeps a delivery when the service hangs up: `buffer` passes on the
 * receiver's answer, or its hang-up · `gateway` answers 502 to a hang-up · `queue` answers the service at once, and
 * retries the delivery until it is acknowledged.
 */
export type RelayKind = 'buffer' | 'gateway' | 'queue';

/** How long a queue waits for an answer, its first and longest pause between attempts, in ms, and its attempts. */
const QUEUE = { timeoutMs: 1_000, pauseMs: 100, longestPauseMs: 2_000, attempts: 50 };

/** What the receiver answered. */
type Passed = Pick<Dispatcher.ResponseData, 'statusCode'> & Partial<Pick<Dispatcher.ResponseData, 'headers'>>;

/** Starts a relay of deliveries. @returns the address that accepts those for `url` */
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
    await pause(world, Math.min(longestPauseMs, pauseMs * 2 ** nth));
  }
}
