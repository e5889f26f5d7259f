import { expect, test } from 'vitest';
import type { SentStep, Walk } from '#harness';
import { takeWalk } from './state-exploration.ts';

type WalkStep = Walk['steps'][number];

/** Takes a walk with an order that answers its steps in turn. */
async function taken(steps: readonly WalkStep[], answers: readonly ('webhook' | 'nothing' | 'refused' | 'unknown')[]) {
  const log: string[] = [];
  let nth = -1;
  const tried = await takeWalk(
    {
      send: (event, extra = {}) => {
        log.push([event, ...Object.entries(extra).flat()].join(' '));
        const came = answers[++nth] ?? 'webhook';
        const answer = came === 'refused' || came === 'unknown' ? came : 'taken';
        return Promise.resolve({ event, answer, exchange: '', key: '', at: 0, before: new Set() } satisfies SentStep);
      },
      mayArrive: () => Promise.resolve(log.push('waits') > 0 && (answers[nth] ?? 'webhook') === 'webhook'),
      awhile: () => Promise.resolve(void log.push('a while')),
    },
    { steps, aims: new Map(steps.map((_, index) => [index, `aim ${index}`])) },
  );
  return { log, tried };
}

test('A walk sends each step, and waits for its webhook', async () => {
  const steps: readonly WalkStep[] = [
    { event: 'deposit_detected', receivedAmount: '0.01', webhooks: 1 },
    { event: 'wrong_chain', receivedNetwork: 'tron', webhooks: 2 },
    { event: 'fail' },
  ];
  expect(await taken(steps, ['webhook', 'webhook', 'refused'])).toEqual({
    log: [
      ...['deposit_detected received_amount 0.01', 'waits'],
      ...['wrong_chain received_network tron', 'waits', 'a while', 'fail'],
    ],
    // The later aims do not count, because the order has moved on.
    tried: ['aim 0'],
  });
});

test('A walk gives a credit time to come before another, and after a refusal', async () => {
  expect((await taken([{ event: 'disburse' }], ['refused'])).log).toEqual(['a while', 'disburse', 'a while']);
});

test('A walk does not wait after steps that are known to be silent', async () => {
  const { log } = await taken(
    [
      { event: 'expire', webhooks: 0 },
      { event: 'fail', webhooks: 1 },
    ],
    ['nothing'],
  );
  expect(log).toEqual(['expire', 'fail', 'waits']);
});

test('A walk ends with a step without an answer', async () => {
  expect(await taken([{ event: 'expire' }, { event: 'fail' }], ['unknown'])).toEqual({ log: ['expire'], tried: [] });
});

test('A walk ends after four accepted steps without webhooks', async () => {
  const steps = Array.from({ length: 6 }, (): WalkStep => ({ event: 'fail' }));
  expect(
    (
      await taken(
        steps,
        steps.map(() => 'nothing' as const),
      )
    ).tried,
  ).toHaveLength(4);
});

test('A walk ends after eight accepted steps', async () => {
  const steps = Array.from({ length: 12 }, (): WalkStep => ({ event: 'fail', webhooks: 0 }));
  expect((await taken(steps, [])).tried).toHaveLength(8);
});
