import { Worker } from 'node:worker_threads';
import { HarnessError } from '../core/errors.ts';
import { ownModule } from '../core/own-files.ts';
import type { ProofCase, ProofRow } from './case.ts';

/** The options of a proof. */
export interface ProveOptions {
  /** Worker threads. */
  readonly threads: number;
  /** Cases in flight per thread: a case waits more than it computes. */
  readonly concurrency: number;
  /** Called with each row when its case ends. */
  readonly onRow: (row: ProofRow) => void;
  readonly signal: AbortSignal;
}

/** A message of a worker. */
type WorkerMessage = { readonly row: ProofRow } | { readonly failed: string };

/**
 * Drives every case in worker threads.
 * @returns the rows in the order of the cases; fewer if the signal aborts
 * @throws HarnessError `proof-broke` (unreachable) if a case cannot be driven
 */
export async function prove(cases: readonly ProofCase[], options: ProveOptions): Promise<readonly ProofRow[]> {
  const rows = new Map<string, ProofRow>();
  const queue = [...cases];
  const { signal } = options;
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(ownModule('harness/proof/worker.ts'));
      let inFlight = 0;
      const next = () => {
        const proof = signal.aborted ? undefined : queue.shift();
        if (proof) {
          inFlight++;
          worker.postMessage(proof);
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
        rows.set(message.row.name, message.row);
        options.onRow(message.row);
        next();
      });
      worker.on('error', reject);
      signal.addEventListener('abort', () => void worker.terminate().then(() => resolve()));
      for (let index = 0; index < options.concurrency; index++) next();
    });
  await Promise.all(Array.from({ length: options.threads }, drive));
  return cases.flatMap(({ name }) => rows.get(name) ?? []);
}
