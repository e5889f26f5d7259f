import { Table } from './database.ts';

/** A POST that carried an idempotency key, and its reply. */
export interface StoredReply {
  /** Digest of the method, path and body. */
  readonly fingerprint: string;
  /** The reply as JSON. */
  readonly reply: string;
}

/** The replies to POSTs with an idempotency key. */
export class IdempotencyKeys extends Table {
  /** The reply stored under a key after `since`, milliseconds since the Unix epoch. */
  find(key: string, since: number): StoredReply | undefined {
    const sql = 'SELECT fingerprint, reply FROM idempotency_key WHERE key = :key AND kept_at > :since';
    return this.db.get(sql, { key, since });
  }

  /** Stores a reply, and deletes those stored at `expired` or before. */
  put(key: string, { fingerprint, reply }: StoredReply, now: number, expired: number): void {
    this.db.run('DELETE FROM idempotency_key WHERE kept_at <= :expired', { expired });
    const values = { key, fingerprint, reply, now };
    this.db.run('INSERT OR REPLACE INTO idempotency_key VALUES (:key, :fingerprint, :reply, :now)', values);
  }
}
