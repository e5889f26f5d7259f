import { DatabaseSync } from 'node:sqlite';
import { HarnessError, messageOf } from '../../core/errors.ts';
import { CollectionOrders } from './collection-orders.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { OnrampOrders } from './onramp-orders.ts';
import { OutboxRows } from './outbox-rows.ts';
import { migrate } from './schema.ts';
import { Settings } from './settings.ts';

/** Everything that the service remembers, in one SQLite database. */
export class Store {
  readonly #db: DatabaseSync;
  readonly collectionOrders: CollectionOrders;
  readonly onrampOrders: OnrampOrders;
  readonly outbox: OutboxRows;
  readonly idempotency: IdempotencyKeys;
  readonly settings: Settings;

  /** Opens the database in a file, or in memory. @throws HarnessError `db-unusable`, `db-too-new` (usage) */
  constructor(file?: string) {
    this.#db = open(file);
    this.collectionOrders = new CollectionOrders(this.#db);
    this.onrampOrders = new OnrampOrders(this.#db);
    this.outbox = new OutboxRows(this.#db);
    this.idempotency = new IdempotencyKeys(this.#db);
    this.settings = new Settings(this.#db);
  }

  /** Does all of `work` or, if it throws, none of it. Not to be nested. */
  transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (thrown) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw thrown;
    }
  }

  close(): void {
    this.#db.close();
  }
}

function open(file: string | undefined): DatabaseSync {
  try {
    const db = new DatabaseSync(file ?? ':memory:', { timeout: 100 });
    // One process at a time: two outboxes on one file would deliver everything twice.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // NORMAL may lose the newest commits to a power cut, never to a killed process.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    migrate(db);
    db.exec('BEGIN IMMEDIATE; COMMIT');
    return db;
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw new HarnessError('db-unusable', 'usage', `the database cannot be used: ${messageOf(cause)}`, {
      received: file ?? ':memory:',
      expected: 'a SQLite file of the sandbox that no other sandbox has open, or a path at which one can be made',
      cause,
    });
  }
}
