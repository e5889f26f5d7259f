import { defineConfig } from 'vitest/config';

// Threads without isolation and concurrent tests: the suites wait far more than they compute.
export default defineConfig({
  test: {
    include: ['harness/**/*.test.ts', 'suites/**/*.test.ts'],
    // Vite puts a BASE_URL of its own into the environment; suites read ours.
    env: { BASE_URL: process.env.BASE_URL ?? '' },
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    maxConcurrency: 4,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
