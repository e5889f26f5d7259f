import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** Tests that drive hundreds of runs, in threads of their own: one file at a time, or they starve each other. */
const PROOFS = [
  'suites/self/every-fault.test.ts',
  'suites/properties/dialects.test.ts',
  'suites/properties/journeys*.test.ts',
];

/** Tests that drive whole runs and gates, in processes of their own: they wait more than they compute. */
const WHOLE_RUNS = [
  'suites/self/*.test.ts',
  'suites/collection/*.test.ts',
  'suites/gate/adapters.test.ts',
  'suites/gate/process-boundary.test.ts',
];

// Pact's native core tells its makers of each use unless this is set where it runs, which is this very process.
process.env.PACT_DO_NOT_TRACK = '1';

// Threads without isolation and concurrent tests: the suites wait far more than they compute.
export default defineConfig({
  test: {
    // Vite puts a BASE_URL of its own into the environment; suites read ours.
    env: { BASE_URL: process.env.BASE_URL ?? '' },
    globalSetup: 'harness/testing/no-leftovers.ts',
    pool: 'threads',
    isolate: false,
    maxConcurrency: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project('rooms', 0, {
        include: ['harness/**/*.test.ts', 'suites/**/*.test.ts'],
        exclude: [...WHOLE_RUNS, ...PROOFS],
      }),
      project('runs', 1, { include: WHOLE_RUNS, exclude: PROOFS }),
      project('proofs', 2, { include: PROOFS, fileParallelism: false }),
    ],
  },
});

/** One group of tests; the groups run one after another. */
function project(name: string, groupOrder: number, test: InlineConfig) {
  const maxWorkers = test.fileParallelism === false ? 1 : 2;
  return { extends: true as const, test: { name, maxWorkers, sequence: { groupOrder }, ...test } };
}
