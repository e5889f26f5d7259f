import { creditOnce, type Parts, type Running } from './backend.ts';

/** Credits what a durable queue holds, one after the other; what a crash interrupts stays in the queue. */
function work(running: Running): void {
  const { stored, later } = running;
  const next = [...stored.seen].find(entry => entry.startsWith('queued:'));
  if (next !== undefined) {
    stored.seen.delete(next);
    stored.credits.push(next.split(':')[1] ?? '');
  }
  later(() => work(running), 5);
}

/** A backend that is right: how it is unusual, its parts, and how late it may credit, in milliseconds. Default: 60. */
type SoundBackend = readonly [how: string, parts: Parts, settleMs?: number];

/** Backends that are right in unusual ways. */
export const SOUND_BACKENDS: readonly SoundBackend[] = [
  ['answers 202', { acknowledgement: 202 }],
  ['answers 204 and refuses with 403', { acknowledgement: 204, refusal: 403 }],
  ['acknowledges what it refuses', { refusal: 200 }],
  [
    'takes a while for each webhook',
    {
      process: async (said, key, running) => {
        await running.moment(60);
        return creditOnce(said, key, running);
      },
    },
  ],
  [
    'credits from a durable queue after the answer',
    {
      begin: work,
      process: ({ order }, key, { stored }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        stored.seen.add(`queued:${order}:${key}`);
        return true;
      },
    },
  ],
  [
    'refuses a completion until it knows of the deposit',
    {
      credits: () => true,
      process: (said, key, running) => {
        const { stored } = running;
        if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
        if (said.type !== 'disbursement.completed') return true;
        return stored.seen.has(`confirmed:${said.order}`) && creditOnce(said, key, running);
      },
    },
  ],
  [
    'refuses types that it does not know',
    {
      first: said => (/^(collection|disbursement)\.(deposit_\w+|completed)$/.test(said?.type ?? 'x') ? undefined : 422),
    },
  ],
  [
    'answers 409 to a webhook that it knows',
    {
      first: (said, _, { stored }) => (stored.seen.has(said?.id ?? '') ? 409 : undefined),
    },
  ],
  ['refuses large bodies', { first: (_, { body }) => (body.length > 100_000 ? 413 : undefined) }],
  ['credits an order at most once, whatever the event', { key: ({ order }) => order }],
  [
    'fails now and then before it stores',
    {
      process: (said, key, running) => {
        const tried = `tried:${key}`;
        const first = !running.memory.seen.has(tried);
        running.memory.seen.add(tried);
        return first && key.charCodeAt(key.length - 1) % 3 === 0 ? false : creditOnce(said, key, running);
      },
    },
  ],
];
