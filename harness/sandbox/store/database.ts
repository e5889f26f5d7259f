import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { HarnessError, messageOf } from '../../core/errors.ts';
import { migrate } from './schema.ts';

/** The named parameters of a statement (`:name`). */
type Parameters = { readonly [name: string]: SQLInputValue };

/** A SQLite database of the sandbox. Statements are prepared once. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the database in a file, or in memory. @throws HarnessError `db-unusable`, `db-too-new` (usage) */
  constructor(file?: string) {
    this.#db = open(file);
  }

  /** Runs a statement that returns no rows. @returns the id of the row that it inserted last */
  run(sql: string, parameters: Parameters = {}): number {
    return Number(this.#prepare(sql).run(parameters).lastInsertRowid);
  }

  /** The first row of a query. */
  get<Row>(sql: string, parameters: Parameters = {}): Row | undefined {
    const row: unknown = this.#prepare(sql).get(parameters);
    return row as Row | undefined;
  }

  /** Every row of a query. */
  all<Row>(sql: string, parameters: Parameters = {}): Row[] {
    const rows: unknown[] = this.#prepare(sql).all(parameters);
    return rows as Row[];
  }

  /** Commits everything that `work` writes or, if it throws, nothing. Transactions cannot be nested. */
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

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A part of the store, which reads and writes some tables. */
export class Table {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}

function open(file = ':memory:'): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { timeout: 100 });
    // One process at a time: two outboxes on one file would deliver every event twice.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // With NORMAL a power cut may lose the newest commits; a killed process loses none.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    migrate(db);
    db.exec('BEGIN IMMEDIATE; COMMIT');
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
