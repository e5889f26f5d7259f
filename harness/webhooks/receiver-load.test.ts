/**
 * The receiver under load. The full figures take more memory and are measured by hand:
 * `RECEIVER_LOAD_MIB=1024 RECEIVER_LOAD_CONNECTIONS=9900 npx vitest run harness/webhooks/receiver-load`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { realWorld } from '../world/real-world.ts';
import { LARGEST_BODY, startReceiver } from './receiver.ts';

const MIB = 1024 * 1024;
const { RECEIVER_LOAD_MIB = '64', RECEIVER_LOAD_CONNECTIONS = '300' } = process.env;
const MEBIBYTES = Number(RECEIVER_LOAD_MIB);
const CONNECTIONS = Number(RECEIVER_LOAD_CONNECTIONS);

/** How many bytes of its body each slow sender sends. */
const SLOW_BYTES = 1024;
/** Node's memory for a connection in the middle of a request, with both ends in this process, in bytes. */
const PER_CONNECTION = 64 * 1024;

async function open() {
  const world = realWorld();
  const sizes: number[] = [];
  const receiver = await startReceiver({
    ...{ world, host: '127.0.0.1', port: 0, path: '/hook', stamp: () => world.now(), malformed: () => {} },
    take: ({ body }) => {
      sizes.push(body.length);
      return { kind: 'status', status: 200, refused: false };
    },
  });
  onTestFinished(() => receiver.close());
  const dial = async (): Promise<Socket> => {
    const socket = connect(receiver.port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  /** Sends a small webhook. @returns the status of the answer */
  const deliver = async () => {
    const socket = await dial();
    socket.write('POST /hook HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}');
    const [head] = await once(socket, 'data');
    return String(head).slice(9, 12);
  };
  return { sizes, dial, deliver };
}

const memory = () => process.memoryUsage().rss;

test(`The receiver reads ${MEBIBYTES} MiB in chunks up to its limit, and still serves other senders`, async () => {
  const { sizes, dial, deliver } = await open();
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'a'), Buffer.from('\r\n')]);
  const before = memory();
  let peak = before;
  let sent = 0;
  let isOver = false;
  const socket = await dial();
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => {
      isOver = true;
      resolve();
    });
  });
  socket.write('POST /hook HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n');
  while (!isOver && sent < MEBIBYTES * MIB) {
    const isFull = !socket.write(chunk);
    // Listened for before anything else is awaited: it may come meanwhile. The receiver may also end the connection,
    // which is an error to a sender that waits.
    const drained = isFull && !isOver ? Promise.race([once(socket, 'drain'), closed]).catch(() => {}) : undefined;
    sent += 0x10000;
    peak = Math.max(peak, memory());
    if (sent % (8 * MIB) === 0) expect(await deliver()).toBe('200');
    await drained;
  }
  expect(Math.max(...sizes)).toBe(LARGEST_BODY);
  // The receiver closes the connection after twice the limit, so that no sender is read forever.
  expect(sent).toBeLessThan(3 * LARGEST_BODY);
  // The limit includes memory for code that runs for the first time.
  expect((peak - before) / LARGEST_BODY).toBeLessThan(32);
});

test(`The receiver serves others in bounded memory while ${CONNECTIONS} slow senders hold a connection`, async () => {
  const { sizes, dial, deliver } = await open();
  const before = memory();
  for (let nth = 0; nth < CONNECTIONS; nth++) {
    const socket = await dial();
    socket.write(`POST /hook HTTP/1.1\r\nHost: h\r\nContent-Length: ${LARGEST_BODY}\r\n\r\n${'a'.repeat(SLOW_BYTES)}`);
  }
  expect(await Promise.all(Array.from({ length: 20 }, deliver))).toEqual(Array.from({ length: 20 }, () => '200'));
  expect(sizes).toHaveLength(20);
  expect(memory() - before).toBeLessThan(64 * MIB + CONNECTIONS * PER_CONNECTION);
});
