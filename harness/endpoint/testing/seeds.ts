import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How many seeds each right backend is gated with: the environment variable `ENDPOINT_SEEDS`. Default: 1. */
const COUNT = Number(process.env.ENDPOINT_SEEDS ?? 1);

/** The seeds that each right backend is gated with. */
export const SEEDS: readonly number[] = Array.from({ length: COUNT }, (_, nth) => nth + 1);

let busy = 0;
let threads: readonly Worker[] = [];

/** Gates with a seed. Of several seeds, those of the second half run while every core of the machine computes. */
export async function withSeed<Result>(seed: number, gate: () => Promise<Result>): Promise<Result> {
  if (seed <= Math.ceil(COUNT / 2)) return gate();
  if (busy++ === 0)
    threads = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    return await gate();
  } finally {
    if (--busy === 0) for (const thread of threads) await thread.terminate();
  }
}
