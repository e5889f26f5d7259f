import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';

/** How many were made in this thread: each has its own name in the process. */
let made = 0;

/** A database in memory that outlives the sandboxes which use it, until it is closed. */
export function memoryDatabase(): { readonly db: string; close(): void } {
  const db = `file:sandbox-${threadId}-${++made}?mode=memory&cache=shared`;
  // It is there as long as it is open anywhere.
  const open = new DatabaseSync(db);
  return { db, close: () => open.close() };
}
