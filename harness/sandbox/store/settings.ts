import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Json } from '../json/json.ts';

/** What the person who runs the sandbox has set, kept across restarts. */
export class Settings {
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT value FROM setting WHERE name = ?');
    this.#set = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  }

  /** Where webhooks go; undefined until someone says. */
  get webhookUrl(): string | undefined {
    return this.#read<string>('webhook_url');
  }
  set webhookUrl(url: string) {
    this.#write('webhook_url', url);
  }

  /** Signing secrets, oldest first; several during rotation. */
  get signingSecrets(): readonly string[] {
    return this.#read<readonly string[]>('signing_secrets') ?? [];
  }
  set signingSecrets(secrets: readonly string[]) {
    this.#write('signing_secrets', secrets);
  }

  /** How far the service's clock is ahead of the world's, in milliseconds. */
  get clockOffsetMs(): number {
    return this.#read<number>('clock_offset_ms') ?? 0;
  }
  set clockOffsetMs(offset: number) {
    this.#write('clock_offset_ms', offset);
  }

  #read<T extends Json>(name: string): T | undefined {
    const value = this.#get.get(name)?.value;
    return value === undefined ? undefined : (JSON.parse(String(value)) as T);
  }

  #write(name: string, value: Json): void {
    this.#set.run(name, JSON.stringify(value));
  }
}
