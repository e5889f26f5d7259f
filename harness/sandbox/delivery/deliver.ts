import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
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
  const { contentCodings } = webhook;
  const body = encode(attempt.body, contentCodings);
  const start = world.monotonic();
  const timeout = new AbortController();
  const timer = world.after(delivery.timeoutMs, () => timeout.abort());
  try {
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: {
        'Content-Type': webhook.contentType,
        ...(contentCodings.length > 0 && { 'Content-Encoding': contentCodings.join(', ') }),
        ...webhook.headers,
        ...attempt.headers,
      },
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

function inTwo(body: Buffer): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(part => part.length > 0));
}
