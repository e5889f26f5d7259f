import { hash } from 'node:crypto';
import type { Service } from '../service.ts';
import { ApiError } from './api-error.ts';
import type { Call } from './call.ts';
import type { Reply } from './reply.ts';

/**
 * Handles a POST once per idempotency key. The same request gets the first reply again, without a second effect; for
 * another request the dialect decides. Called inside the transaction of the effect: effect and reply are committed
 * together, so that no key is ever in progress. @throws ApiError `idempotency_conflict`
 * @param replayed called before a stored reply is given again
 */
export function withIdempotency(
  service: Service,
  call: Call,
  bytes: Buffer,
  handle: () => Reply,
  replayed: () => void = () => undefined,
): Reply {
  const { store, dialect, world } = service;
  const { replay, conflict, retentionMs, replayHeader } = dialect.idempotency;
  const key = call.headers['idempotency-key'];
  if (typeof key !== 'string' || replay === 'ignored') return handle();

  const fingerprint = hash('sha256', Buffer.concat([Buffer.from(`${call.method} ${call.path}\n`), bytes]), 'hex');
  const expired = world.now() - retentionMs;
  const kept = store.replies.get(key);
  const stored = kept && kept.keptAt > expired ? kept : undefined;
  if (stored !== undefined && (stored.fingerprint === fingerprint || conflict === 'replayed')) {
    const first = JSON.parse(stored.reply) as Reply;
    replayed();
    return replayHeader === '' ? first : { ...first, headers: { ...first.headers, [replayHeader]: 'true' } };
  }
  if (stored !== undefined && typeof conflict === 'number') {
    throw new ApiError('idempotency_conflict', 'The Idempotency-Key was used with another request.', conflict);
  }

  const reply = handle();
  // A server error is not final: the request may be retried under its key.
  if (reply.status < 500) {
    for (const { key: old, keptAt } of store.replies.values()) {
      if (keptAt > expired) break;
      store.replies.delete(old);
    }
    store.replies.delete(key);
    store.replies.set(key, { key, fingerprint, reply: JSON.stringify(reply), keptAt: world.now() });
  }
  return reply;
}
