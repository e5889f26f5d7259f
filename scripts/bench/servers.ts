import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DEFAULT_API_KEY, FIXTURES } from '../../harness/sandbox/index.ts';
import { signatureHeader } from '../../harness/webhooks/signature.ts';
import { interleave } from './interleave.ts';
import { PEERS_FOLDER } from './peers.ts';
import type { Row } from './row.ts';
import { answersPerCpuSecond, type Call, type Server, startServer } from './server.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuv';
const UNIT = 'per CPU second of the server';
/** Calls of a slice: enough that the CPU time, which is counted in hundredths of a second, is exact to a few percent. */
const CALLS = 6_000;
const FEWER_CALLS = 2_000;

const serve = (name: string) => startServer([join(HERE, 'serve.ts'), name, '{port}', SECRET]);

/** Webhooks of 2 KiB, received and verified. */
export async function receivers(rounds: number): Promise<readonly Row[]> {
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', data: 'x'.repeat(2_020) }));
  const header = signatureHeader(String(Math.floor(Date.now() / 1000)), body, [SECRET]);
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': header };
  const calls = Array.from({ length: CALLS }, (): Call => ({ method: 'POST', path: '/', headers, body }));
  return within([serve('receiver'), serve('bare-receiver'), serve('express-stripe')], async ([ours, bare, express]) => {
    const figures = await interleave(rounds, {
      ours: () => answersPerCpuSecond(ours, calls),
      bare: () => answersPerCpuSecond(bare, calls),
      express: () => answersPerCpuSecond(express, calls),
    });
    const row = { benchmark: 'Receiver, verified webhooks of 2 KiB', unit: UNIT, ours: figures.ours };
    return [
      { ...row, against: 'bare node:http with HMAC', theirs: figures.bare, goal: { least: 0.9 } },
      { ...row, against: 'express with stripe', theirs: figures.express, goal: { least: 0.9 } },
    ];
  });
}

/** The embedded sandbox: reading an order, and simulating the first step of new ones. */
export async function sandboxes(rounds: number): Promise<readonly Row[]> {
  const ours = startServer([join(ROOT, 'harness/cli/main.ts'), 'sandbox', '--port', '{port}']);
  const prism = startServer([
    ...[join(PEERS_FOLDER, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'mock', '--port', '{port}'],
    ...['--verboseLevel', 'silent', join(ROOT, 'openapi/service.yaml')],
  ]);
  return within([ours, serve('bare-service'), prism], async ([sandbox, bare, mock]) => {
    const headers = { 'X-API-Key': DEFAULT_API_KEY };
    const get = (count: number) =>
      Array.from({ length: count }, (): Call => ({ method: 'GET', path: `/v1/onramp/orders/${ORDER}`, headers }));
    const post = (orders: readonly string[]) =>
      orders.map(
        (order): Call => ({
          method: 'POST',
          path: `/sandbox/collection-orders/${order}/simulate`,
          headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
          body: '{"event":"deposit_detected"}',
        }),
      );
    const same = post(Array.from({ length: FEWER_CALLS }, () => ORDER));
    const read = await interleave(rounds, {
      ours: () => answersPerCpuSecond(sandbox, get(CALLS)),
      bare: () => answersPerCpuSecond(bare, get(CALLS)),
      prism: () => answersPerCpuSecond(mock, get(FEWER_CALLS)),
    });
    const simulated = await interleave(rounds, {
      // Each order takes the step once.
      ours: async () => answersPerCpuSecond(sandbox, post(await newOrders(sandbox, FEWER_CALLS))),
      bare: () => answersPerCpuSecond(bare, same),
      prism: () => answersPerCpuSecond(mock, same),
    });
    return (
      [
        ['Embedded sandbox, GET of an order', read],
        ['Embedded sandbox, simulate', simulated],
      ] as const
    ).flatMap(([benchmark, figures]): Row[] => [
      { benchmark, unit: UNIT, against: 'bare node:http', ours: figures.ours, theirs: figures.bare },
      { benchmark, unit: UNIT, against: 'Prism mock', ours: figures.ours, theirs: figures.prism, goal: { least: 4 } },
    ]);
  });
}

const [ORDER] = FIXTURES.onrampOrderIds;

async function newOrders({ pool }: Server, count: number): Promise<readonly string[]> {
  const path = `/_control/collection-orders?format=ids&count=${count}`;
  const { body } = await pool.request({ method: 'POST', path });
  return (await body.text()).split('\n').filter(id => id !== '');
}

/** Does something with three servers, and closes them. */
async function within<T>(
  starting: readonly [Promise<Server>, Promise<Server>, Promise<Server>],
  use: (servers: readonly [Server, Server, Server]) => Promise<T>,
): Promise<T> {
  const started = await Promise.allSettled(starting);
  try {
    return await use(await Promise.all(starting));
  } finally {
    for (const each of started) if (each.status === 'fulfilled') await each.value.close();
  }
}
