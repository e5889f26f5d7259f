import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How many seeds each right backend is gated with: the environment variable `ENDPOINT_SEEDS`. Default: 1. */
const COUNT = Number(process.env.ENDPOINT_SEEDS ?? 1);

/** The seeds that each right backend is gated with. */
export const SEEDS: readonly number[] = Array.from({ length: COUNT }, (_, nth) => nth + 1);

/** Whether gates with a seed run while every core of the machine computes: of several seeds, the second half. */
export const isLoaded = (seed: number) => seed > Math.ceil(COUNT / 2);

let busy = 0;
let threads: readonly Worker[] = [];

/** Gates with a seed, of a backend that real time passes for. */
export async function withSeed<Result>(seed: number, gate: () => Promise<Result>): Promise<Result> {
  if (!isLoaded(seed)) return gate();
  if (busy++ === 0)
    threads = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    return await gate();
  } finally {
    if (--busy === 0) for (const thread of threads) await thread.terminate();
  }
}
