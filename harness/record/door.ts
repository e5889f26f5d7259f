import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Body, Delivery, Exchange, Headers, Malformed, RunEnd, RunInfo } from '../core/evidence.ts';
import { header } from '../core/json.ts';
import type { Redactor } from '../core/redaction.ts';
import { observeSignatures } from './observer.ts';
import { Gathered, type RecordLine } from './record.ts';

/** An exchange as it crossed the wire, bodies in bytes. */
export type RawExchange = Omit<Exchange, 'id' | 'request' | 'response' | 'leaked'> & {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: Buffer;
  };
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: Buffer };
};

/** A delivery as it crossed the wire. */
export type RawDelivery = Omit<Delivery, 'id' | 'body' | 'signatures' | 'leaked'> & { readonly body: Buffer };

/** Most decoded bytes of one body that are kept. */
const LARGEST_BODY = 4 * 1024 * 1024;

/** Where record lines go; called once a line, in order. */
export type Sink = (line: string) => void;

/** What a door needs. */
export interface DoorOptions {
  readonly run: RunInfo;
  readonly redactor: Redactor;
  /** The signing secrets as they are now. */
  readonly secrets: () => readonly string[];
  /** The signature header's name, where it is known. */
  readonly signatureHeader?: string;
  readonly sink: Sink;
}

/**
 * The one door through which everything goes into the record. Here, and nowhere later, signatures are looked at with
 * the secrets in hand, content codings are undone, secrets taken out and people's names and account numbers replaced.
 * What it returns is what was written: nobody holds the raw form.
 */
export class Door {
  readonly evidence: Gathered;
  readonly #options: DoorOptions;
  readonly #listeners = new Set<(line: RecordLine) => void>();
  #lines = 0;
  #count = 0;
  #closed = false;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.evidence = new Gathered(options.run);
    this.write({ type: 'run', ...options.run });
  }

  /** Calls `listener` for every line from now on. @returns a function that stops it */
  listen(listener: (line: RecordLine) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Records an exchange. */
  exchange(raw: RawExchange): Exchange {
    const { request, response } = raw;
    const leaked = response ? this.#leaks(response.headers, response.body) : [];
    return this.write({
      ...raw,
      type: 'exchange',
      id: `x${++this.#count}`,
      request: { ...request, ...(request.body && { body: this.#body(request.body, request.headers) }) },
      ...(response && { response: { ...response, body: this.#body(response.body, response.headers) } }),
      ...(leaked.length > 0 && { leaked }),
    } as RecordLine & { type: 'exchange' });
  }

  /** Records a delivery. */
  delivery(raw: RawDelivery): Delivery {
    const leaked = this.#leaks(raw.headers, raw.body);
    const { secrets, signatureHeader } = this.#options;
    return this.write({
      ...raw,
      type: 'delivery',
      id: `d${++this.#count}`,
      body: this.#body(raw.body, raw.headers),
      signatures: observeSignatures(raw.headers, raw.body, secrets(), signatureHeader),
      ...(leaked.length > 0 && { leaked }),
    });
  }

  /** Records a request that was no HTTP. */
  malformed(at: number, code: string, packet: Buffer): Malformed {
    return this.write({ type: 'malformed', at, code, packet: this.#body(packet, []) });
  }

  /** Records any other line. Nothing is recorded after the end. */
  write<T extends RecordLine>(line: T): T {
    const clean = this.#options.redactor.value(line);
    if (this.#closed) return clean;
    this.#options.sink(JSON.stringify(clean));
    this.#lines++;
    this.evidence.add(clean);
    for (const listener of this.#listeners) listener(clean);
    return clean;
  }

  /** Writes the footer. Once; a second call does nothing. */
  end(end: RunEnd): void {
    if (this.#closed) return;
    this.write({ type: 'end', lines: this.#lines, ...end });
    this.#closed = true;
  }

  #leaks(headers: Headers, body: Buffer): readonly string[] {
    const { redactor } = this.#options;
    const texts = [...headers.map(([, value]) => value), body.toString('utf8')];
    return [...new Set(texts.flatMap(text => redactor.leaks(text)))];
  }

  #body(bytes: Buffer, headers: Headers): Body {
    const { redactor } = this.#options;
    const exact = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const { decoded, plain } = decode(bytes, header(headers, 'content-encoding'));
    const coding = decoded === undefined ? {} : { decoded };
    const text = plain.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(plain)) {
      const latin = plain.toString('latin1');
      const clean = Buffer.from(redactor.text(latin), 'latin1');
      return {
        ...exact,
        ...coding,
        base64: clean.toString('base64'),
        ...(clean.equals(plain) ? {} : { altered: true as const }),
      };
    }
    redactor.learnFrom(text);
    const clean = redactor.text(text);
    return { ...exact, ...coding, text: clean, ...(clean === text ? {} : { altered: true as const }) };
  }
}

/** Undoes a content coding; bytes that do not follow the coding they name are kept as they are. */
function decode(bytes: Buffer, coding: string | undefined): { decoded?: string; plain: Buffer } {
  const name = coding?.trim().toLowerCase();
  const undo = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[name ?? ''];
  if (name === undefined || undo === undefined || bytes.length === 0) return { plain: bytes };
  try {
    return { decoded: name, plain: undo(bytes, { maxOutputLength: LARGEST_BODY }) };
  } catch {
    return { plain: bytes };
  }
}
