import { HarnessError } from '../../../base/errors.ts';
import type { CaseProblem, CaseRecord, RecordLine } from '../../../evidence/evidence.ts';
import { Semaphore } from '../../../journeys/semaphore.ts';
import { realWorld } from '../../../world/real-world.ts';
import type { Disturbances } from '../../../world/simulated/disturbances.ts';
import { simulatedWorld } from '../../../world/simulated/simulated-world.ts';
import type { World } from '../../../world/world.ts';
import type { Backend } from '../backend.ts';
import { type Effort, FULL_EFFORT } from '../bench.ts';
import { KNOWN_BUGS } from '../bugs/known-bugs.ts';
import { driveEndpoint } from '../drive-endpoint.ts';
import { SECRET, TestBackend, type TestParts } from './backend.ts';
import { isLoaded, SEEDS, withSeed } from './seeds.ts';

const BUGS = new Set(KNOWN_BUGS.map(({ name }) => name));
/** The effort of most tests, which need no bugs that show only by chance or in numbers. */
export const LITTLE_EFFORT: Effort = { otherEvents: 10, kills: 1, copies: 10 };
const EFFORT = SEEDS.length > 1 ? FULL_EFFORT : LITTLE_EFFORT;
/** A timeout that suffices for the gates of all seeds. */
export const EACH = { timeout: 60_000 * SEEDS.length };
/** Gates in real time mostly wait, so more of them may run at once than vitest runs tests. */
const room = new Semaphore(14);

/** The results of a gate. */
export type Gated = Awaited<ReturnType<typeof gate>>;

/** The options of a test gate. */
export interface GateOfTest extends Partial<Omit<Parameters<typeof driveEndpoint>[0], 'world' | 'backend'>> {
  /** The backend apart from its endpoint. Default: its credits, and a restart. */
  readonly backend?: Backend | ((own: TestBackend, world: World) => Backend);

  /** Whether it runs in real time over real connections. Default: in a simulated world. */
  readonly isReal?: boolean;
  /** Disturbances of the simulated world. Default: none. */
  readonly disturbances?: Disturbances;
}

/** The credits and the restart of a test backend. */
export function wholeBackend(own: TestBackend): Backend {
  return { credits: async () => [...own.stored.credits], restart: () => own.restart() };
}

/**
 * Gates a test backend.
 *
 * @returns what is recorded; the names of the diagnosed `bugs`; each breach that is `found`, with the bug that explains
 *   it, its case and its cause; how long it took; and the error that ended it early, after its cases were recorded
 */
export async function gate(
  parts: TestParts,
  { seed = 7, isReal = false, disturbances, backend: reached = wholeBackend, ...options }: GateOfTest = {},
) {
  const world = isReal
    ? { ...realWorld({ seed }), run: <T>(work: () => Promise<T>) => work() }
    : simulatedWorld(seed, disturbances);
  const began = world.monotonic();
  const lines: RecordLine[] = [];
  const keep = (line: RecordLine) => void lines.push(line);
  let failure: unknown;
  let tookMs = 0;
  await world.run(async () => {
    const backend = await new TestBackend(world, parts).start();
    try {
      await driveEndpoint({
        ...{ world, url: backend.url, secrets: [SECRET], seed, settleMs: 60, signal: new AbortController().signal },
        effort: EFFORT,
        backend: typeof reached === 'function' ? reached(backend, world) : reached,
        recorder: { write: keep, exchange() {}, end: end => keep({ type: 'end', ...end }) },
        ...options,
      });
      tookMs = world.monotonic() - began;
    } catch (thrown) {
      if (thrown instanceof HarnessError && thrown.kind === 'usage') throw thrown;
      failure = thrown;
    } finally {
      await backend.close();
    }
  });
  const cases: CaseRecord[] = lines.filter(line => line.type === 'case');
  const found = cases.flatMap(({ id, problems }) =>
    problems.flatMap(({ severity, cause }) =>
      severity === 'breach' ? [[BUGS.has(cause) ? cause : undefined, id, cause] as const] : [],
    ),
  );
  return { lines, cases, bugs: [...new Set(found.flatMap(([bug]) => bug ?? []))], found, tookMs, failure };
}

/** A right backend, the options of its gate, and its title. */
interface RightBackend {
  readonly how: string;
  readonly parts: TestParts;
  readonly options?: GateOfTest;
}

/** Gates each backend with each seed. Those of the second half of seeds run in real time, under load. */
export function gatesOf(rows: readonly RightBackend[]) {
  return SEEDS.flatMap(seed =>
    rows.map(row => {
      const { parts, options } = row;
      if (!isLoaded(seed)) return { ...row, seed, gated: () => gate(parts, { ...options, seed }) };
      const gated = room.pass(() => withSeed(seed, () => gate(parts, { ...options, seed, isReal: true })));
      // The test of the row reports the error.
      gated.catch(() => {});
      return { ...row, seed, gated: () => gated };
    }),
  );
}

/** The breaches of these cases. */
export function breachesIn(cases: readonly CaseRecord[]): readonly CaseProblem[] {
  return cases.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'breach'));
}
