import { Worker } from 'node:worker_threads';
import { HarnessError } from '../core/errors.ts';
import type { ProofCase, ProofRow } from './case.ts';

/** How a proof is driven. */
export interface ProveOptions {
  /** Threads. */
  readonly threads: number;
  /** Cases under way in each: a case waits more than it computes. */
  readonly atOnce: number;
  /** Called with each row as it comes. */
  readonly came: (row: ProofRow) => void;
  readonly signal: AbortSignal;
}

/** What a worker answers. */
type Answer = { readonly row: ProofRow } | { readonly failed: string };

/** Drives every case, in threads of its own. @returns the rows, in the order of the cases; fewer where it was stopped */
export async function prove(cases: readonly ProofCase[], options: ProveOptions): Promise<readonly ProofRow[]> {
  const rows = new Map<string, ProofRow>();
  const queue = [...cases];
  const { signal } = options;
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
      let underWay = 0;
      const next = () => {
        const proof = signal.aborted ? undefined : queue.shift();
        if (proof) {
          underWay++;
          worker.postMessage(proof);
        } else if (underWay === 0) {
          void worker.terminate().then(() => resolve());
        }
      };
      worker.on('message', (answer: Answer) => {
        underWay--;
        if ('failed' in answer) {
          void worker.terminate();
          reject(new HarnessError('proof-broke', 'unreachable', `the proof itself failed at ${answer.failed}`));
          return;
        }
        rows.set(answer.row.name, answer.row);
        options.came(answer.row);
        next();
      });
      worker.on('error', reject);
      signal.addEventListener('abort', () => void worker.terminate().then(() => resolve()));
      for (let index = 0; index < options.atOnce; index++) next();
    });
  await Promise.all(Array.from({ length: options.threads }, drive));
  return cases.flatMap(({ name }) => rows.get(name) ?? []);
}
