import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a program has used. */
export interface Usage {
  /** CPU time of all its threads, in milliseconds. */
  readonly cpuMs: number;
  /** The most memory that it held at once, in MiB. */
  readonly peakMiB: number;
}

const MAIN = join(import.meta.dirname, '../../harness/cli/main.ts');
const USAGE = join(import.meta.dirname, 'usage-at-exit.ts');

/** Runs Node with these arguments. @param env more variables @throws Error if it exits with another code than 0 */
export async function measure(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Usage> {
  const child = spawn(process.execPath, ['--import', USAGE, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const [said, usage, [code]] = await Promise.all([
    text(child.stdio[2] as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`node ${args.join(' ')} exits ${code}: ${said}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage) as NodeJS.ResourceUsage;
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
}

/** Runs a command of the harness. */
export const measureCommand = (args: readonly string[], env?: NodeJS.ProcessEnv) => measure([MAIN, ...args], env);
