import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/** A server in a process of its own. */
export interface Server {
  /** Its origin. */
  readonly url: string;
  readonly pool: Pool;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** One request of a load. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Buffer | string;
}

const CONNECTIONS = 16;
/** How long a server may take to answer for the first time, in milliseconds. */
const START_MS = 30_000;

/** Starts a server on a free port of this machine. @param args of Node; `{port}` stands for the port */
export async function startServer(args: readonly string[]): Promise<Server> {
  const port = String(await freePort());
  const own = args.map(arg => arg.replace('{port}', port));
  const child = spawn(process.execPath, own, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const pool = new Pool(url, { connections: CONNECTIONS });
  for (const from = Date.now(); !(await answers(pool)); await pause(50))
    if (child.exitCode !== null || Date.now() - from > START_MS) throw new Error(`no server: node ${own.join(' ')}`);
  return {
    url,
    pool,
    process: child,
    async close() {
      await pool.destroy();
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

/**
 * How many of these calls a server answers in a second of its own CPU time, which other processes hardly change.
 * @throws Error if one is answered with another status than 2xx
 */
export async function answersPerCpuSecond({ pool, process: { pid } }: Server, calls: readonly Call[]): Promise<number> {
  const before = cpuSecondsOf(pid);
  const left = calls.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const call of left) {
        const { statusCode, body } = await pool.request(call);
        await body.dump();
        if (statusCode < 200 || statusCode > 299) throw new Error(`${call.method} ${call.path}: ${statusCode}`);
      }
    }),
  );
  return calls.length / (cpuSecondsOf(pid) - before);
}

/** The CPU time that a process has taken, in seconds. Linux only. */
function cpuSecondsOf(pid: number | undefined): number {
  // After the name of the program, which may hold anything: the 12th and 13th field, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function answers(pool: Pool): Promise<boolean> {
  try {
    const { body } = await pool.request({ method: 'GET', path: '/' });
    await body.dump();
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
