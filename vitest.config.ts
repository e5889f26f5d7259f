import { defineConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';

/** Tests that drive hundreds of runs, in threads of their own: one file at a time, or they starve each other. */
const PROOFS = ['suites/self/every-fault.test.ts', 'suites/self/nights.test.ts', 'suites/properties/dialects.test.ts'];

/** Tests that take longest, most of them with processes of their own. Only `npm run test:all` has time for them. */
const LONG = [
  ...['package', 'tunnels', 'exit-codes', 'doctor-and-run', 'slow-world', 'killed', 'encoded-webhooks', 'endpoint'],
  ...['hostile-values', 'commands', 'not-the-service', 'unwritable'],
]
  .map(name => `suites/self/${name}.test.ts`)
  .concat(
    ...['suites/gate/adapters.test.ts', 'suites/gate/process-boundary.test.ts'],
    ...['suites/properties/twins.test.ts', 'suites/properties/journeys.test.ts'],
    ...['harness/endpoint/known-bugs.test.ts', 'harness/endpoint/sound-backends.test.ts'],
    'harness/report/pages.test.ts',
  );

/** Tests that drive whole runs: they wait more than they compute. */
const WHOLE_RUNS = ['suites/self/*.test.ts', 'suites/collection/*.test.ts'];

/** The files that take longest, longest first. They start first: one that starts last runs alone at the end. */
const LONGEST = [
  ...['package', 'tunnels', 'exit-codes', 'adapters', 'process-boundary', 'complete-statuses', 'slow-world', 'killed'],
  ...['hostile-values', 'self/endpoint', 'doctor-and-run', 'unwritable', 'commands', 'not-the-service', 'observed'],
  ...[
    'endpoint/known-bugs',
    'report/pages',
    'wrong-sdks',
    'faults/faults',
    'report/html',
    'properties/journeys',
    'twins',
  ],
  ...['diagnose', 'dialect/dialect', 'conclude', 'overlay-facts', 'gate/protocol', 'tunnel/command'],
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
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project('rooms', 0, {
        include: ['harness/**/*.test.ts', 'scripts/**/*.test.ts', 'suites/**/*.test.ts'],
        exclude: [...WHOLE_RUNS, ...LONG, ...PROOFS],
      }),
      project('runs', 1, { include: WHOLE_RUNS, exclude: [...LONG, ...PROOFS], maxWorkers: 3, testTimeout: 120_000 }),
      project('long', 2, { include: LONG, maxWorkers: 3, testTimeout: 120_000 }),
      project('proofs', 3, { include: PROOFS, maxWorkers: 1 }),
    ],
  },
});

/** One group of tests; the groups run one after another. */
function project(name: string, groupOrder: number, test: InlineConfig) {
  return { extends: true as const, test: { name, maxWorkers: 2, sequence: { groupOrder }, ...test } };
}
