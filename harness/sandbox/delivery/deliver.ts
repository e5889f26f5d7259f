import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';
import type { Attempt, AttemptOutcome } from './attempt.ts';

/** Sends one signed delivery and tells how the receiver answered. A redirect is an answer, and not followed. */
export async function deliver(
  { world, dialect }: Service,
  dispatcher: Dispatcher,
  url: string,
  attempt: Attempt,
  closing: AbortSignal,
): Promise<AttemptOutcome> {
  const { webhook, delivery } = dialect;
  const { contentCodings: codings } = webhook;
  const body = encode(attempt.body, codings);
  const stop = new AbortController();
  let late = false;
  const timer = world.after(delivery.timeoutMs, () => {
    late = true;
    stop.abort();
  });
  const close = () => stop.abort();
  closing.addEventListener('abort', close);
  try {
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: {
        'Content-Type': webhook.contentType,
        ...(codings.length > 0 && { 'Content-Encoding': codings.join(', ') }),
        ...webhook.headers,
        ...attempt.headers,
      },
      body: webhook.framing === 'chunked' ? inTwo(body) : body,
      reset: !delivery.keepAlive,
      signal: stop.signal,
    });
    // The status is the answer, whatever becomes of the body; read, it frees the connection for the next.
    await answer.dump();
    return { kind: 'answered', status: statusCode };
  } catch {
    // Which of refused, dropped or impossible it was makes no difference to what follows.
    return { kind: late ? 'timed-out' : 'failed' };
  } finally {
    timer.cancel();
    closing.removeEventListener('abort', close);
  }
}

function inTwo(body: Buffer): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(part => part.length > 0));
}
