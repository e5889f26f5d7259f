import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeWorld } from '../../../testing/fake-world.ts';
import type { Asker } from '../gate-case.ts';
import { ACCOUNT } from './answers.ts';
import { API_KEY, enquiryRow } from './call.ts';
import { CHANGING_ROWS } from './changing-rows.ts';
import { problemsOf } from './client-case.ts';
import { Wire } from './wire.ts';

const world = fakeWorld();
let wire: Wire;
beforeAll(async () => {
  wire = await Wire.open(world, '127.0.0.1');
});
afterAll(() => wire.close());

const BODY = '{"account_number":"0123456789","bank_code":"044"}';

/** Sends a name enquiry over a connection. */
async function enquire(
  socket: Socket = connect(Number(new URL(wire.url).port), '127.0.0.1'),
  more = '',
): Promise<Socket> {
  const headers = {
    Host: 'localhost',
    Accept: 'application/json',
    'X-API-Key': API_KEY,
    'Content-Type': 'application/json',
    'Idempotency-Key': world.uuid(),
    'Content-Length': String(BODY.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const asked = wire.asked.length;
  socket.write(`POST /v1/banks/resolve HTTP/1.1\r\n${lines.join('')}${more}\r\n${BODY}`);
  while (wire.asked.length === asked) await new Promise(resolve => setImmediate(resolve));
  return socket;
}

/** Waits until the service has answered and the answer has arrived. */
async function answered(socket: Socket): Promise<void> {
  world.advance(10_000);
  await once(socket, 'data');
}

const GAVE_UP = { error: { status: null, code: null, message: 'timed out', requestId: null } };
const RECEIVED = { value: ACCOUNT };

/** Judges an SDK that makes the call in these ways, one per attempt. */
async function judged(name: string, ...ways: readonly (() => Promise<object>)[]) {
  const row = [...CHANGING_ROWS, enquiryRow('resolve', 'a name enquiry')].find(each => each.name === name);
  if (row === undefined) throw new Error(`there is no row ${name}`);
  let times = 0;
  const call = async () => ({ kind: 'result', result: await (ways[times++] ?? ways.at(-1))?.() });
  const asker = { call, now: () => 0, systemClock: false, restart: async () => {}, late: () => false };
  const context = { wire, elsewhere: wire, keys: new Map(), sent: new Set<string>(), calls: 0 };
  const problems = await problemsOf(row, context, asker as unknown as Asker);
  return { problems: problems.filter(({ severity }) => severity === 'breach').map(({ cause }) => cause), times };
}

/** A way to make the call: for each connection, how many requests it has answered in turn; 0 if it gives up on one. */
const way =
  (result: object, ...connections: readonly number[]) =>
  async () => {
    for (const answers of connections) {
      const socket = await enquire();
      for (let nth = 0; nth < answers; nth++) {
        if (nth > 0) await enquire(socket);
        await answered(socket);
      }
      socket.destroy();
    }
    return result;
  };
/** Gives up while the answer is on its way, and sends the request again. */
const givesUpLate = way(GAVE_UP, 1, 0);
const givesUpBefore = way(GAVE_UP, 0, 0);
const never = way(GAVE_UP, 0);
const receives = way(RECEIVED, 1);
const sendsTwice = way(RECEIVED, 2);

test('Repeating a request after an answer that may have been lost is no breach', async () => {
  expect(await judged('resolve-slow', givesUpLate, givesUpBefore)).toEqual({ problems: [], times: 2 });
  expect(await judged('resolve', givesUpLate, givesUpLate, receives)).toEqual({ problems: [], times: 3 });
});

test('Repeating a request over the connection that brought a success is a breach', async () => {
  expect(await judged('resolve', sendsTwice)).toEqual({ problems: ['repeats-POST'], times: 1 });
  expect(await judged('resolve-slow', sendsTwice)).toEqual({ problems: ['repeats-POST'], times: 2 });
});

test('Repeating a request after a success in every attempt is a breach', async () => {
  expect(await judged('resolve-slow', givesUpLate)).toEqual({ problems: ['repeats-POST'], times: 2 });
  expect(await judged('resolve', givesUpLate)).toEqual({ problems: ['gives-up'], times: 3 });
});

test('Never receiving an answer that is sent at once is a breach', async () => {
  expect(await judged('resolve', never, receives)).toEqual({ problems: [], times: 2 });
  expect(await judged('resolve', never)).toEqual({ problems: ['gives-up'], times: 3 });
});

test('Two lines with different idempotency keys are a breach', async () => {
  const sending = async () => {
    const socket = await enquire(undefined, `Idempotency-Key: ${world.uuid()}\r\n`);
    await answered(socket);
    socket.destroy();
    return RECEIVED;
  };
  expect(await judged('resolve', sending)).toMatchObject({ problems: ['several-keys'] });
  expect(await judged('resolve', receives)).toMatchObject({ problems: [] });
});

test('A request that is not HTTP is a finding of its own, not a missing request', async () => {
  const way = async () => {
    const socket = connect(Number(new URL(wire.url).port), '127.0.0.1');
    socket.write('POST /v1/banks/résolve HTTP/1.1\r\n\r\n');
    await once(socket, 'data');
    return GAVE_UP;
  };
  expect(await judged('resolve', way)).toMatchObject({ problems: ['not-http'] });
});
