import { defineConfig } from 'vitest/config';

/** The unit tests of what mutation testing mutates, alone: no server but the receiver's, no run. */
export default defineConfig({
  test: {
    include: ['harness/{webhooks,facts,checks}/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
  },
});
