import { createHash } from 'node:crypto';
import type { Service } from '../service.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

/**
 * Answers a POST at most once per idempotency key: with the same request, the first answer again and no second
 * effect; with another, whatever the dialect says. To be called inside the transaction of the effect: the answer is
 * kept or lost together with it, so that no key is ever in flight. @throws Refusal `idempotency_conflict`
 */
export function idempotently(service: Service, call: Call, bytes: Buffer, act: () => Reply): Reply {
  const { store, dialect, world } = service;
  const { replay, conflict, retentionMs, replayHeader } = dialect.idempotency;
  const key = call.headers['idempotency-key'];
  if (typeof key !== 'string' || replay === 'ignored') return act();

  const fingerprint = createHash('sha256').update(`${call.method} ${call.path}\n`).update(bytes).digest('hex');
  const kept = store.idempotencyKeys.find(key, world.now() - retentionMs);
  if (kept !== undefined && (kept.fingerprint === fingerprint || conflict === 'replayed')) {
    const first = JSON.parse(kept.reply) as Reply;
    return replayHeader === '' ? first : { ...first, headers: { ...first.headers, [replayHeader]: 'true' } };
  }
  if (kept !== undefined && conflict !== 'performed') {
    throw new Refusal('idempotency_conflict', 'The Idempotency-Key was used with another request.', conflict as number);
  }

  const answer = act();
  // A failure of ours is not an answer: the same request may be tried again under its key.
  if (answer.status < 500) {
    const now = world.now();
    store.idempotencyKeys.put(key, { fingerprint, reply: JSON.stringify(answer) }, now, now - retentionMs);
  }
  return answer;
}
