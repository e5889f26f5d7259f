import { createHash } from 'node:crypto';
import { bodyOf } from '../../base/json.ts';
import type { Answer, Arrival, Malformed } from '../delivery.ts';
import {
  type Body,
  type Delivery,
  type Evidence,
  type Exchange,
  type Headers,
  KINDS,
  type RecordLine,
  type RunInfo,
  type WireExchange,
} from '../evidence.ts';
import { emptyEvidence, gather } from '../evidence-lines.ts';
import type { Redactor } from '../redaction/redaction.ts';
import type { RunEnd } from '../run-info.ts';
import { LARGEST_DECODED, type OpenedBody, openBody } from './keep-body.ts';
import { observeSignatures } from './observer.ts';

/** A delivery before its answer, otherwise as it will be recorded. */
export type OpenDelivery = Omit<Delivery, 'id' | 'answer'>;

/** Receives the lines of a record in order. */
export type Sink = (line: string) => void;

/** What a recorder needs. */
interface RecorderOptions {
  readonly run: RunInfo;
  readonly redactor: Redactor;
  /** The current signing secrets. */
  readonly secrets: () => readonly string[];
  /** The signature header's name, if known. */
  readonly signatureHeader?: string;
  readonly sink: Sink;
}

/**
 * Records everything that is sent or received. Only the recorder sees the raw form: it checks signatures, decodes
 * content codings, removes secrets, and replaces names and account numbers of people. It returns what it wrote.
 */
export class Recorder {
  readonly evidence: Evidence;
  readonly #options: RecorderOptions;
  readonly #listeners: ((line: RecordLine) => void)[] = [];
  #lines = 0;
  #count = 0;
  #others = 0;
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.evidence = emptyEvidence(options.run);
    this.write({ type: 'run', ...options.run });
  }

  /** Calls `listener` for every further line. */
  listen(listener: (line: RecordLine) => void): void {
    this.#listeners.push(listener);
  }

  /** Records an exchange. */
  exchange({ request, response, ...raw }: WireExchange): Exchange {
    const sent = request.body && openBody(request.body, request.headers, true);
    const answered = response && openBody(response.body, response.headers, true);
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

  /**
   * Decodes and redacts a delivery, and checks its signatures. {@link delivery} records it with its answer. A delivery
   * to another path, or beyond a limit, is not analyzed; the latter is recorded as trouble.
   */
  open({ exceeds, ...arrival }: Arrival): OpenDelivery {
    const { redactor, secrets, signatureHeader } = this.#options;
    const { at, ours, headers } = arrival;
    const isOpened = ours && !exceeds;
    const signatures = isOpened ? observeSignatures(headers, arrival.body, secrets(), signatureHeader) : [];
    const slots = signatures.flatMap(signature => signature.slots);
    // A verified value is a secret, even if it looks like a plain word.
    for (const slot of slots) redactor.addSecret({ name: 'SIGNING_SECRET', value: secrets()[slot] ?? '' });
    const opened = isOpened ? openBody(arrival.body, headers, slots.length > 0) : unopened(arrival.body);
    const tooLarge = opened.tooLarge ? `a webhook decodes to more than ${LARGEST_DECODED} bytes` : undefined;
    const limit = ours ? (exceeds?.message ?? tooLarge) : undefined;
    if (limit !== undefined)
      this.write({ type: 'trouble', kind: 'receiver-limit', from: at, to: at, message: `${limit}; not analysed` });
    const leaked = this.#leaks(headers, opened);
    const delivery: OpenDelivery = {
      ...arrival,
      complete: arrival.complete && limit === undefined,
      body: this.#body(opened),
      signatures,
      ...(leaked.length > 0 && { leaked }),
    };
    return redactor.value(delivery, KINDS.delivery.schema);
  }

  /** Records an opened delivery. Beyond {@link MOST_OTHERS} outside the run, it becomes `d0` and is not recorded. */
  delivery(opened: OpenDelivery, answer: Answer): Delivery {
    if (!opened.ours && !this.#hasRoom(opened.at)) return { id: 'd0', ...opened, answer };
    return this.#append({ type: 'delivery', id: `d${++this.#count}`, ...opened, answer });
  }

  /** Records a request that is not valid HTTP. */
  malformed(at: number, code: string, packet: Buffer): Malformed | undefined {
    if (!this.#hasRoom(at)) return undefined;
    return this.write({ type: 'malformed', at, code, packet: this.#body(openBody(packet, [], false)) });
  }

  /** Records any other line, redacted. Nothing is recorded after the end. */
  write<T extends RecordLine>(line: T): T {
    const { type, ...item } = line;
    return this.#append({ type, ...this.#options.redactor.value(item, KINDS[type].schema) } as T);
  }

  /** Writes the footer once; a second call does nothing. The reason may quote a program of the user. */
  end({ message, received, next, ...end }: RunEnd): void {
    const texts = Object.entries({ message, received, next }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, this.#options.redactor.text(text)]],
    );
    this.write({ type: 'end', ...end, ...Object.fromEntries(texts), lines: this.#lines });
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

  /** Counts a request outside the run, so that nobody can fill the record with such requests. */
  #hasRoom(at: number): boolean {
    if (++this.#others > MOST_OTHERS + 1) return false;
    if (this.#others <= MOST_OTHERS) return true;
    const message = `${MOST_OTHERS} requests to the receiver are not webhooks of the run; no more are recorded`;
    this.write({ type: 'trouble', kind: 'receiver-limit', from: at, to: at, message });
    return false;
  }

  #leaks(headers: Headers, { searched }: OpenedBody): readonly string[] {
    const { redactor } = this.#options;
    const texts = [...headers.flat(), ...searched.map(bytes => bytes.toString('latin1', 0, MOST_SEARCHED))];
    return [...new Set(texts.flatMap(text => redactor.leaks(text)))];
  }

  /** The recorded body, redacted. */
  #body({ bytes, coding, text, utf8, cut, whole }: OpenedBody): Body {
    const clean = this.#options.redactor.text(text);
    const altered = clean !== text;
    // The bytes of a broken coding are evidence, so they are kept unless something in them was redacted.
    if (!altered && cut === 0 && (!whole || coding === undefined)) return bodyOf(bytes);
    return {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...(coding !== undefined && { decoded: coding }),
      ...(altered && { altered }),
      ...(cut > 0 && { cut }),
      ...(utf8 ? { text: clean } : { base64: Buffer.from(clean, 'latin1').toString('base64') }),
    };
  }
}

/** The most recorded requests that are not webhooks of the run. */
const MOST_OTHERS = 1_000;

/** The most bytes of a body that are searched for secrets. */
const MOST_SEARCHED = 1024 * 1024;

/** A body that is neither analyzed nor kept. */
function unopened(bytes: Buffer): OpenedBody {
  return { bytes, searched: [], utf8: true, whole: true, text: '', cut: bytes.length };
}
