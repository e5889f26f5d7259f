import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A mutant is killed by the first test that fails: small files run first, and files that try many cases last. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const manyCases = (file: TestSpecification) => Number(/(-deployments|-properties)\.test\.ts$/.test(file.moduleId));
    const size = (file: TestSpecification) => statSync(file.moduleId).size;
    return files.toSorted((a, b) => manyCases(a) - manyCases(b) || size(a) - size(b));
  }
}

/** The unit tests of the mutated files: no server and no run. Of other rooms, only the cases of the verifier. */
export default defineConfig({
  test: {
    include: [
      'harness/{webhooks,judgement/checks,order,evidence/signatures}/**/*.test.ts',
      'harness/facts/learn*.test.ts',
      'harness/gates/sdk/signature-cases.test.ts',
    ],
    exclude: ['harness/webhooks/receiver.test.ts'],
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 20_000,
  },
});
