import type { Json } from '../json/json.ts';
import { Table } from './database.ts';

/** What the operator of the sandbox has set; it survives a restart. */
export class Settings extends Table {
  /** The URL that receives webhooks; undefined until it is set. */
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

  /** What was read last: every delivery asks for it, and nothing else writes the database. */
  readonly #known = new Map<string, Json | undefined>();

  #read<T extends Json>(name: string): T | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#stored(name));
    return this.#known.get(name) as T | undefined;
  }

  #stored(name: string): Json | undefined {
    const row = this.db.get<{ value: string }>('SELECT value FROM setting WHERE name = :name', { name });
    return row && (JSON.parse(row.value) as Json);
  }

  #write(name: string, value: Json): void {
    const values = { name, value: JSON.stringify(value) };
    this.db.run('INSERT OR REPLACE INTO setting (name, value) VALUES (:name, :value)', values);
    this.#known.delete(name);
  }
}
