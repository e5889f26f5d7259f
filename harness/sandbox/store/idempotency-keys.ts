import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** What a POST with an idempotency key was answered, and what it had asked. */
export interface KeptReply {
  /** Digest of the method, path and body. */
  readonly fingerprint: string;
  /** The reply as JSON. */
  readonly reply: string;
}

/** The idempotency keys seen, with the answer that each was given. */
export class IdempotencyKeys {
  readonly #find: StatementSync;
  readonly #keep: StatementSync;
  readonly #forget: StatementSync;

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('SELECT fingerprint, reply FROM idempotency_key WHERE key = ? AND kept_at > ?');
    this.#keep = db.prepare('INSERT OR REPLACE INTO idempotency_key VALUES (?, ?, ?, ?)');
    this.#forget = db.prepare('DELETE FROM idempotency_key WHERE kept_at <= ?');
  }

  /** What is kept for a key since `since`, milliseconds since the Unix epoch. */
  find(key: string, since: number): KeptReply | undefined {
    return this.#find.get(key, since) as KeptReply | undefined;
  }

  keep(key: string, kept: KeptReply, now: number): void {
    this.#keep.run(key, kept.fingerprint, kept.reply, now);
  }

  /** Drops what was kept at `moment` or before. */
  forgetUntil(moment: number): void {
    this.#forget.run(moment);
  }
}
