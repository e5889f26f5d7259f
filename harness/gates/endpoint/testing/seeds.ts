import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How many seeds the gates of right backends use: the environment variable `ENDPOINT_SEEDS`. Default: 1. */
const COUNT = Number(process.env.ENDPOINT_SEEDS ?? 1);

/** The seeds for the gates of right backends. */
export const SEEDS: readonly number[] = Array.from({ length: COUNT }, (_, nth) => nth + 1);

/** Whether gates with this seed run while every core is busy: the second half of several seeds. */
export const isLoaded = (seed: number) => seed > Math.ceil(COUNT / 2);

let busy = 0;
let threads: readonly Worker[] = [];

/** Runs a gate with a seed in real time, under load if its seed says so. */
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
