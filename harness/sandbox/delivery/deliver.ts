import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';
import type { Attempt, AttemptOutcome } from './attempt.ts';

/** Sends one signed delivery. Redirects are not followed. */
export async function deliver(
  { world, dialect }: Service,
  dispatcher: Dispatcher,
  url: string,
  attempt: Attempt,
  closing: AbortSignal,
): Promise<AttemptOutcome> {
  const { webhook, delivery } = dialect;
  const body = encode(attempt.body, webhook.contentCodings);
  const start = world.monotonic();
  const timeout = new AbortController();
  const timer = world.after(delivery.timeoutMs, () => timeout.abort());
  try {
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: deliveryHeaders(dialect, attempt.headers),
      body: webhook.framing === 'chunked' ? inTwo(body) : body,
      reset: !delivery.keepAlive,
      signal: AbortSignal.any([timeout.signal, closing]),
    });
    // Only the status counts. Reading the body frees the connection.
    await answer.dump();
    return { kind: 'answered', status: statusCode, tookMs: world.monotonic() - start };
  } catch {
    return { kind: timeout.signal.aborted ? 'timed-out' : 'failed' };
  } finally {
    timer.cancel();
  }
}

/** The headers of a delivery: those of every delivery, and those of its event and attempt. */
export function deliveryHeaders(
  { webhook }: SandboxDialect,
  headers: Attempt['headers'],
): { readonly [name: string]: string } {
  const { contentType, contentCodings } = webhook;
  const coding = contentCodings.length > 0 ? { 'Content-Encoding': contentCodings.join(', ') } : {};
  return { 'Content-Type': contentType, ...coding, ...webhook.headers, ...headers };
}

function inTwo(body: Buffer): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(part => part.length > 0));
}
