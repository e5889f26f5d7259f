import { defineConfig } from 'vitest/config';

/** Tests that drive whole runs, in threads or processes of their own: one file at a time, or they starve each other. */
const WHOLE_RUNS = [
  'suites/self/*.test.ts',
  'suites/collection/*.test.ts',
  'suites/gate/adapters.test.ts',
  'suites/gate/process-boundary.test.ts',
  'suites/properties/dialects.test.ts',
  'suites/properties/journeys*.test.ts',
];

// Pact's native core tells its makers of each use unless this is set where it runs, which is this very process.
process.env.PACT_DO_NOT_TRACK = '1';

// Threads without isolation and concurrent tests: the suites wait far more than they compute.
export default defineConfig({
  test: {
    // Vite puts a BASE_URL of its own into the environment; suites read ours.
    env: { BASE_URL: process.env.BASE_URL ?? '' },
    pool: 'threads',
    isolate: false,
    maxConcurrency: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['harness/**/*.test.ts', 'suites/**/*.test.ts'],
          exclude: WHOLE_RUNS,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'runs',
          include: WHOLE_RUNS,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
