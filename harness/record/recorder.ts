import { isUtf8 } from 'node:buffer';
import {
  type Answer,
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
  type WireExchange,
} from '../core/evidence.ts';
import { emptyEvidence, gather } from '../core/evidence-lines.ts';
import { bodyOf, header } from '../core/json.ts';
import type { Redactor } from '../core/redaction.ts';
import type { Arrival } from '../webhooks/receiver.ts';
import { type Opened, undoCodings } from './content-coding.ts';
import { observeSignatures } from './observer.ts';

/** A delivery as it will be recorded, not answered yet. */
export type OpenDelivery = Omit<Delivery, 'id' | 'answer'>;

/** Takes the lines of a record, one by one, in order. */
export type Sink = (line: string) => void;

/** What a recorder needs. */
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
 * Records everything that crosses the wire. It alone sees the raw form: it checks signatures with the secrets, undoes
 * content codings, removes secrets, and replaces names and account numbers of people. It returns what it wrote.
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
  exchange({ request, response, ...raw }: WireExchange): Exchange {
    // Both bodies are opened first: whom one of them names is replaced in the other, too.
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

  /** Decodes and redacts a delivery, and checks its signatures. {@link delivery} records it with its answer. */
  open(arrival: Arrival): OpenDelivery {
    const { redactor, secrets, signatureHeader } = this.#options;
    const opened = this.#open(arrival.body, arrival.headers);
    const leaked = this.#leaks(arrival.headers, opened);
    const delivery: OpenDelivery = {
      ...arrival,
      body: this.#body(opened),
      signatures: observeSignatures(arrival.headers, arrival.body, secrets(), signatureHeader),
      ...(leaked.length > 0 && { leaked }),
    };
    return redactor.value(delivery, KINDS.delivery.schema);
  }

  /** Records an opened delivery. */
  delivery(delivery: OpenDelivery, answer: Answer): Delivery {
    return this.#append({ type: 'delivery', id: `d${++this.#count}`, ...delivery, answer });
  }

  /** Records a request that is not valid HTTP. */
  malformed(at: number, code: string, packet: Buffer): Malformed {
    return this.write({ type: 'malformed', at, code, packet: this.#body(this.#open(packet, [])) });
  }

  /** Records any other line, redacted. Nothing is recorded after the end. */
  write<T extends RecordLine>(line: T): T {
    const { type, ...item } = line;
    return this.#append({ type, ...this.#options.redactor.value(item, KINDS[type].schema) } as T);
  }

  /** Writes the footer. Once; a second call does nothing. */
  end(end: RunEnd): void {
    this.write({ type: 'end', ...end, lines: this.#lines });
    this.#closed = true;
  }

  #append<T extends RecordLine>(line: T): T {
    if (this.#closed) return line;
    this.#options.sink(JSON.stringify(line));
    this.#lines++;
    gather(this.evidence, line);
    for (const listener of this.#listeners) listener(line);
    return line;
  }

  #leaks(headers: Headers, { bytes, plain }: OpenedBody): readonly string[] {
    const { redactor } = this.#options;
    const texts = [...headers.flat(), bytes.toString('latin1'), plain.toString('latin1')];
    return [...new Set(texts.flatMap(text => redactor.leaks(text)))];
  }

  /** Undoes a body's codings, and learns the names in it before anything of its line is written. */
  #open(bytes: Buffer, headers: Headers): OpenedBody {
    const opened = undoCodings(bytes, header(headers, 'content-encoding'));
    this.#options.redactor.learnFrom(textOf(opened.plain).text);
    return { bytes, ...opened };
  }

  /** The recorded body, whose text is still to be redacted, with the rest of its line. */
  #body({ bytes, coding, plain, whole }: OpenedBody): Body {
    const { text, utf8 } = textOf(plain);
    const clean = this.#options.redactor.text(text);
    const altered = clean !== text;
    const body = bodyOf(bytes);
    // The bytes of a broken coding are evidence, and are kept unless what they hold must not be written.
    if (!altered && (!whole || coding === undefined)) return body;
    return {
      size: body.size,
      sha256: body.sha256,
      ...(coding !== undefined && { decoded: coding }),
      ...(altered && { altered }),
      ...(utf8 ? { text } : { base64: Buffer.from(clean, 'latin1').toString('base64') }),
    };
  }
}

type OpenedBody = Opened & { readonly bytes: Buffer };

/** Bytes as text: one character a byte where they are not UTF-8. */
function textOf(bytes: Buffer): { readonly text: string; readonly utf8: boolean } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8'), utf8: true } : { text: bytes.toString('latin1'), utf8: false };
}
