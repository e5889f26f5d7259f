import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { HarnessError, messageOf } from '../../base/errors.ts';

/** The version of the entries' format. */
const VERSION = 2;

/** Entries of one kind by their keys, in the order in which they were added. Each is JSON. */
export interface Entries<V> {
  get(key: string): V | undefined;
  values(): IteratorObject<V>;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** The sandbox's storage: entries in memory, each also written to a SQLite file at once if there is one. */
export class Database {
  readonly #file: DatabaseSync | undefined;
  /** Undoes the changes of the current transaction. */
  #undo: (() => void)[] | undefined;

  /** @throws HarnessError `db-unusable`, `db-other-version` (usage) */
  constructor(file?: string) {
    this.#file = file === undefined ? undefined : open(file);
  }

  /** The entries of a kind. Called once for each kind. */
  entries<V>(kind: string): Entries<V> {
    const rows = this.#file?.prepare('SELECT key, value FROM entry WHERE kind = ? ORDER BY number').all(kind) ?? [];
    const entries = new Map(rows.map(({ key, value }) => [String(key), JSON.parse(String(value)) as V]));
    const write = this.#file?.prepare(
      `INSERT INTO entry (kind, key, value) VALUES (?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value`,
    );
    const remove = this.#file?.prepare('DELETE FROM entry WHERE kind = ? AND key = ?');
    const put = (key: string, value: V | undefined) =>
      value === undefined ? entries.delete(key) : entries.set(key, value);
    const change = (key: string, value: V | undefined) => {
      const before = entries.get(key);
      this.#undo?.push(() => put(key, before));
      put(key, value);
      if (value === undefined) remove?.run(kind, key);
      else write?.run(kind, key, JSON.stringify(value));
    };
    return {
      get: key => entries.get(key),
      values: () => entries.values(),
      set: change,
      delete: key => change(key, undefined),
    };
  }

  /** Commits everything that `work` changes or, if it throws, nothing. Transactions cannot be nested. */
  transaction<T>(work: () => T): T {
    const undo: (() => void)[] = [];
    this.#undo = undo;
    this.#file?.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#file?.exec('COMMIT');
      return result;
    } catch (thrown) {
      for (const takeBack of undo.reverse()) takeBack();
      if (this.#file?.isTransaction) this.#file.exec('ROLLBACK');
      throw thrown;
    } finally {
      this.#undo = undefined;
    }
  }

  close(): void {
    this.#file?.close();
  }
}

function open(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { timeout: 100 });
    // One process at a time: two outboxes on one file would deliver every event twice.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // With NORMAL a power cut may lose the newest commits; a killed process loses none.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version !== 0 && version !== VERSION)
      throw new HarnessError(
        'db-other-version',
        'usage',
        'the database was written by another version of the sandbox',
        {
          received: `schema version ${version}`,
          expected: `schema version ${VERSION}`,
          next: 'use another --db file',
        },
      );
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL,
        value TEXT NOT NULL, UNIQUE (kind, key)) STRICT;
      PRAGMA user_version = ${VERSION}; COMMIT;`);
    return db;
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw new HarnessError('db-unusable', 'usage', `the database cannot be used: ${messageOf(cause)}`, {
      received: file,
      expected: 'a SQLite file of the sandbox that no other process has open, or a path where one can be created',
      cause,
    });
  }
}

/** How many databases this thread has made. Each needs its own name in the process. */
let made = 0;

/** A database in memory that outlives its sandboxes until it is closed. */
export function memoryDatabase(): { readonly db: string; close(): void } {
  const db = `file:sandbox-${threadId}-${++made}?mode=memory&cache=shared`;
  // The database exists while it is open anywhere.
  const open = new DatabaseSync(db);
  return { db, close: () => open.close() };
}
