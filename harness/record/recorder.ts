import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  type Body,
  type Delivery,
  type Evidence,
  type Exchange,
  type Headers,
  KINDS,
  type Malformed,
  type RecordLine,
  type RunEnd,
  type RunInfo,
} from '../core/evidence.ts';
import { emptyEvidence, gather } from '../core/evidence-lines.ts';
import { header } from '../core/json.ts';
import type { Redactor } from '../core/redaction.ts';
import { type Opened, undoCodings } from './content-coding.ts';
import { observeSignatures } from './observer.ts';

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

/** Where record lines go; called once a line, in order. */
export type Sink = (line: string) => void;

/** What a door needs. */
export interface RecorderOptions {
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
export class Recorder {
  readonly evidence: Evidence;
  readonly #options: RecorderOptions;
  readonly #listeners = new Set<(line: RecordLine) => void>();
  #lines = 0;
  #count = 0;
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.evidence = emptyEvidence(options.run);
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
    const sent = request.body && this.#open(request.body, request.headers);
    const answered = response && this.#open(response.body, response.headers);
    const leaked = response && answered ? this.#leaks(response.headers, answered) : [];
    return this.write({
      ...raw,
      type: 'exchange',
      id: `x${++this.#count}`,
      request: { ...request, ...(sent && { body: this.#body(sent) }) },
      ...(response && answered && { response: { ...response, body: this.#body(answered) } }),
      ...(leaked.length > 0 && { leaked }),
    } as RecordLine & { type: 'exchange' });
  }

  /** Records a delivery. */
  delivery(raw: RawDelivery): Delivery {
    const { secrets, signatureHeader } = this.#options;
    const opened = this.#open(raw.body, raw.headers);
    const leaked = this.#leaks(raw.headers, opened);
    return this.write({
      ...raw,
      type: 'delivery',
      id: `d${++this.#count}`,
      body: this.#body(opened),
      signatures: observeSignatures(raw.headers, raw.body, secrets(), signatureHeader),
      ...(leaked.length > 0 && { leaked }),
    });
  }

  /** Records a request that was no HTTP. */
  malformed(at: number, code: string, packet: Buffer): Malformed {
    return this.write({ type: 'malformed', at, code, packet: this.#body(this.#open(packet, [])) });
  }

  /** Records any other line. Nothing is recorded after the end. */
  write<T extends RecordLine>(line: T): T {
    const { type, ...item } = line;
    const clean = { type, ...this.#options.redactor.value(item, KINDS[type].schema) } as T;
    if (this.#closed) return clean;
    this.#options.sink(JSON.stringify(clean));
    this.#lines++;
    gather(this.evidence, clean);
    for (const listener of this.#listeners) listener(clean);
    return clean;
  }

  /** Writes the footer. Once; a second call does nothing. */
  end(end: RunEnd): void {
    if (this.#closed) return;
    this.write({ type: 'end', ...end, lines: this.#lines });
    this.#closed = true;
  }

  #leaks(headers: Headers, { bytes, plain }: OpenedBody): readonly string[] {
    const { redactor } = this.#options;
    const texts = [...headers.flat(), bytes.toString('latin1'), plain.toString('latin1')];
    return [...new Set(texts.flatMap(text => redactor.leaks(text)))];
  }

  /** Undoes a body's codings, and learns whom it is about before anything of its line is written. */
  #open(bytes: Buffer, headers: Headers): OpenedBody {
    const opened = undoCodings(bytes, header(headers, 'content-encoding'));
    this.#options.redactor.learnFrom(textOf(opened.plain).text);
    return { bytes, ...opened };
  }

  /** The body as it is written; its text is cleaned with the line that it is part of, once. */
  #body({ bytes, coding, plain, whole }: OpenedBody): Body {
    const { redactor } = this.#options;
    const exact = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const { text, utf8 } = textOf(plain);
    const clean = redactor.text(text);
    // Broken codings are evidence, so their bytes are kept; but not where what they hold may not be written down.
    if (!whole && clean === text) return this.#body({ bytes, plain: bytes, whole: true });
    const how = {
      ...(coding !== undefined && { decoded: coding }),
      ...(clean !== text && { altered: true as const }),
    };
    return utf8
      ? { ...exact, ...how, text }
      : { ...exact, ...how, base64: Buffer.from(clean, 'latin1').toString('base64') };
  }
}

type OpenedBody = Opened & { readonly bytes: Buffer };

/** Bytes as text: one character a byte where they are no UTF-8. */
function textOf(bytes: Buffer): { readonly text: string; readonly utf8: boolean } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8'), utf8: true } : { text: bytes.toString('latin1'), utf8: false };
}
