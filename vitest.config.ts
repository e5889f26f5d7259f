import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';

/** Tests that take longest. Only `npm run test:all` has time for them. */
const LONG = [
  ...['package', 'tunnels', 'exit-codes', 'doctor-and-run', 'slow-world', 'killed', 'endpoint'],
  ...['hostile-values', 'commands', 'not-the-service', 'unwritable', 'observed', 'workflow-linter', 'changes'],
  ...['maintenance', 'verify-run', 'deliberate-faults'],
]
  .map(name => `suites/self/${name}.test.ts`)
  .concat(
    // These drive hundreds of runs, in threads of their own.
    ...['suites/self/every-fault.test.ts', 'suites/self/nights.test.ts', 'suites/properties/dialects.test.ts'],
    ...['adapters', 'memory', 'process-boundary', 'vain-targets', 'wrong-sdks'].map(
      name => `suites/gate/${name}.test.ts`,
    ),
    ...['lifecycles', 'twins'].map(name => `suites/properties/${name}.test.ts`),
    ...['harness/gates/endpoint/known-bugs.test.ts', 'harness/gates/endpoint/sound-backends.test.ts'],
    ...['harness/gates/sdk/diagnosis/running-clock.test.ts', 'harness/report/pages.test.ts'],
    'harness/cli/commands/reference.test.ts',
  );

/** Tests that drive whole runs: they wait more than they compute. */
const WHOLE_RUNS = ['suites/self/*.test.ts', 'suites/collection/*.test.ts'];

/** The files that take longest, longest first. They start first: one that starts last runs alone at the end. */
const LONGEST = [
  ...['known-bugs', 'every-fault', 'self/package', 'self/endpoint', 'gate/adapters', 'wrong-sdks', 'process-boundary'],
  ...['exit-codes', 'report/pages', 'doctor-and-run', 'self/nights', 'self/changes', 'hostile-values', 'report/html'],
].map(name => `${name}.test.ts`);

/** Vitest knows how long a file takes only where it ran before, which is never so on a clean machine. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex(name => moduleId.endsWith(`/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

// Pact's native core tells its makers of each use unless this is set where it runs. The tests' processes inherit it.
process.env.PACT_DO_NOT_TRACK = '1';

// Concurrent tests without isolation: the suites wait far more than they compute. In processes rather than threads,
// because to start a command costs a process more the larger it is. Node imports the sources as it does for users.
export default defineConfig({
  test: {
    // Vite puts a BASE_URL of its own into the environment; suites read ours.
    env: { BASE_URL: process.env.BASE_URL ?? '' },
    globalSetup: ['harness/testing/no-leftovers.ts', 'harness/testing/past-shims.ts'],
    pool: 'forks',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Within a worker, tests that wait run beside each other.
    maxConcurrency: 6,
    sequence: { sequencer: LongestFirst },
    // Ends what hangs, and fails nothing that is slow: the machine may be busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      project('rooms', {
        include: ['harness/**/*.test.ts', 'scripts/*/*.test.ts', 'suites/**/*.test.ts'],
        exclude: [...WHOLE_RUNS, ...LONG],
      }),
      project('runs', { include: WHOLE_RUNS, exclude: LONG }),
      project('long', { include: LONG, testTimeout: 1_200_000 }),
    ],
  },
});

/**
 * Tests that run beside those of the other projects. Workers beyond the processors cost more than the time in which
 * tests wait: on two processors, three workers took as long as two, and four a third more.
 */
function project(name: string, test: InlineConfig) {
  return { extends: true as const, test: { name, maxWorkers: availableParallelism(), ...test } };
}
