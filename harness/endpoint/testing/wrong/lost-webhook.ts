import { creditOnce, type Running, type Said } from '../backend.ts';
import type { WrongBackend } from './wrong-backend.ts';

/** Ignores a completion whose order has no confirmed deposit yet. */
function creditInOrder(said: Said, key: string, running: Running): boolean {
  const { stored } = running;
  if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
  return said.type === 'disbursement.completed' && stored.seen.has(`confirmed:${said.order}`)
    ? creditOnce(said, key, running)
    : true;
}

/** Backends that lose sound webhooks. */
export const WRONG_LOST_WEBHOOK: readonly WrongBackend[] = [
  ['credits-nothing', 'holds another secret', { verify: () => false }],
  ['credits-nothing', 'credits another type', { credits: ({ type }) => type === 'payout.completed' }],
  ['drops-sound-webhooks', 'takes orders of one amount for one', { key: () => '100.00 USDC' }],
  [
    'drops-sound-webhooks',
    'swallows errors of a busy background job',
    {
      process: ({ order }, key, running) => {
        const { stored, memory, later } = running;
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        if (memory.credits.length > 0) return true;
        memory.credits.push(order);
        later(() => stored.credits.push(...memory.credits.splice(0)), 15);
        return true;
      },
    },
  ],
  [
    'drops-old-events',
    'ignores what was made five minutes ago',
    { process: (said, key, running) => said.madeAt < running.now() - 300_000 || creditOnce(said, key, running) },
  ],
  ['cuts-ids', 'keeps sixteen characters of an id', { key: ({ id }) => id.slice(0, 16) }],
  ['expects-an-order-of-events', 'ignores a completion that is early', { credits: () => true, process: creditInOrder }],
];
