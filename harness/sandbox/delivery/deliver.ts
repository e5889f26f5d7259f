import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
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
  const stop = new AbortController();
  let late = false;
  const timer = world.after(delivery.timeoutMs, () => {
    late = true;
    stop.abort();
  });
  const close = () => stop.abort();
  closing.addEventListener('abort', close);
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: { 'Content-Type': webhook.contentType, ...webhook.headers, ...attempt.headers },
      body: webhook.framing === 'chunked' ? inTwo(attempt.body) : attempt.body,
      reset: !delivery.keepAlive,
      signal: stop.signal,
    });
    // The status is the answer, whatever becomes of the body; read, it frees the connection for the next.
    await body.dump();
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
