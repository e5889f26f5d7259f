import { defineConfig } from 'vitest/config';

/** The unit tests of what mutation testing mutates, alone: no server, no run, and no test of another room that calls it. */
export default defineConfig({
  test: {
    include: ['harness/{webhooks,checks}/**/*.test.ts', 'harness/facts/learn*.test.ts'],
    exclude: ['harness/webhooks/receiver.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
  },
});
