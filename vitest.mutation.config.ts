import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A mutant dies at the first test that notices: those that try many cases come last, and of the others small files first. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const manyCases = (file: TestSpecification) => Number(/(-deployments|-properties)\.test\.ts$/.test(file.moduleId));
    const size = (file: TestSpecification) => statSync(file.moduleId).size;
    return files.toSorted((a, b) => manyCases(a) - manyCases(b) || size(a) - size(b));
  }
}

/** The unit tests of what mutation testing mutates, alone: no server, no run, and no test of another room that calls it. */
export default defineConfig({
  test: {
    include: ['harness/{webhooks,checks}/**/*.test.ts', 'harness/facts/learn*.test.ts'],
    exclude: ['harness/webhooks/receiver.test.ts'],
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 20_000,
  },
});
