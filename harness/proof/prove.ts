import nodeModule from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HarnessError } from '../base/errors.ts';
import { ownModule } from '../base/own-files.ts';
import type { NightJob, ProofCase, ProofRow } from './case.ts';

/** A case, or a night that its worker draws, because a hundred thousand cases do not fit into memory. */
type ProofJob = ProofCase | NightJob;

interface ProveOptions {
  /** Worker threads. */
  readonly threads: number;
  /** Cases in flight per thread. In real time, a case waits more than it computes. */
  readonly concurrency: number;
  /** Called with each row when its case ends. */
  readonly onRow: (row: ProofRow) => void;
  readonly signal: AbortSignal;
}

/** A run produces much short-lived garbage. A large young generation reduces the cost of collecting it to a third. */
const MEMORY = { maxYoungGenerationSizeMb: 128 };

type WorkerMessage = { readonly nth: number; readonly row: ProofRow } | { readonly failed: string };

/** A message to a worker: a job and its number. */
export interface WorkerJob {
  readonly nth: number;
  readonly job: ProofJob;
}

/**
 * Drives every case in worker threads.
 * @returns the rows in the order of the jobs; fewer if the signal aborts
 * @throws HarnessError `proof-broke` (unreachable) if a case cannot be driven
 */
export async function prove(jobs: readonly ProofJob[], options: ProveOptions): Promise<readonly ProofRow[]> {
  const rows: ProofRow[] = [];
  let begun = 0;
  const { signal } = options;
  // A thread compiles all modules again unless its environment names the cache: a second for each thread.
  const cache = nodeModule.getCompileCacheDir();
  const env = { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(ownModule('harness/proof/worker.ts'), { resourceLimits: MEMORY, env });
      let inFlight = 0;
      const next = () => {
        const job = signal.aborted ? undefined : jobs[begun];
        if (job) {
          inFlight++;
          worker.postMessage({ nth: begun++, job } satisfies WorkerJob);
        } else if (inFlight === 0) {
          void worker.terminate().then(() => resolve());
        }
      };
      worker.on('message', (message: WorkerMessage) => {
        inFlight--;
        if ('failed' in message) {
          void worker.terminate();
          reject(new HarnessError('proof-broke', 'unreachable', `the proof failed at ${message.failed}`));
          return;
        }
        rows[message.nth] = message.row;
        options.onRow(message.row);
        next();
      });
      worker.on('error', reject);
      signal.addEventListener('abort', () => void worker.terminate().then(() => resolve()));
      for (let index = 0; index < options.concurrency; index++) next();
    });
  await Promise.all(Array.from({ length: options.threads }, drive));
  return rows.filter(row => row !== undefined);
}
