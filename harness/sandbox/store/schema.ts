import type { DatabaseSync } from 'node:sqlite';
import { HarnessError } from '../../core/errors.ts';

/**
 * The migrations, oldest first. A database of version N has had the first N applied. Append only: a migration that was
 * released never changes.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE collection_order (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    network TEXT NOT NULL,
    rate TEXT NOT NULL,
    payout_currency TEXT NOT NULL,
    received_amount TEXT,
    received_network TEXT,
    quote_expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_order_unpaid ON collection_order (quote_expires_at) WHERE state = 'awaiting_deposit';

  CREATE TABLE collection_step (
    order_id TEXT NOT NULL REFERENCES collection_order (id),
    event TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, event)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE onramp_order (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE idempotency_key (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    reply TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_key_age ON idempotency_key (kept_at);

  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    order_id TEXT,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    due_at REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    claimed INTEGER NOT NULL DEFAULT 0,
    signature TEXT,
    signed_at REAL,
    outcome TEXT
  ) STRICT;
  CREATE INDEX outbox_pending ON outbox (claimed, due_at) WHERE outcome IS NULL;
  CREATE INDEX outbox_of_order ON outbox (order_id, type);
  `,
];

/** Migrates a database to the newest version of the schema. @throws HarnessError `db-too-new` (usage) */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > MIGRATIONS.length) {
    throw new HarnessError('db-too-new', 'usage', 'the database was written by a newer version of the sandbox', {
      received: `schema version ${version}`,
      expected: `at most ${MIGRATIONS.length}`,
      next: 'use another --db file',
    });
  }
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index >= version) db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
