import { expect, test } from 'vitest';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { aRun, type RunBuilder } from '../testing/evidence.ts';
import { retryInIsolation, silentJourneys } from './isolated-retry.ts';
import type { SentStep } from './journey-driver.ts';

const found = ({ evidence }: RunBuilder) => silentJourneys(evidence, () => false).map(({ journey }) => journey.id);
const refuse = (status: number) => ({ refuse: { status }, again: false });

test('Silent journeys are those in which the webhook of a step or a redelivery did not come', () => {
  const run = aRun();
  run.journey().happyPath();
  run.journey().step('fail', { sends: [] });
  run.journey().step('expire', refuse(503));
  run.journey().step('expire', { refuse: { status: 503 } });
  run.journey().step('expire', refuse(400));
  expect(found(run)).toEqual(['j2', 'j3']);
});

test('Silent journeys are one of each kind, and at most three', () => {
  const run = aRun();
  for (const event of ['fail', 'fail', 'expire'] as const) run.journey().step(event, { sends: [] });
  for (const status of [503, 503, 500]) run.journey().step('expire', refuse(status));
  expect(found(run)).toEqual(['j1', 'j3', 'j4']);
});

test('Silent journeys are not those in which a redelivery came late', () => {
  const run = aRun();
  const journey = run.journey();
  const [first] = journey.step('expire', refuse(503)).deliveries;
  expect(silentJourneys(run.evidence, ({ id }, order) => id === first?.id && order === journey.order)).toEqual([]);
});

test('Silent journeys are not those of another suite, nor those during trouble', () => {
  const run = aRun();
  run.journey({ scenario: 'gaps/step-order' }).step('fail', { sends: [] });
  const from = run.now;
  run.journey().step('fail', { sends: [] });
  run.trouble(from, run.now);
  expect(found(run)).toEqual([]);
});

test('A silent journey is repeated with the same refusals, up to its last silence or a refused step', async () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('deposit_detected', { amount: '1.00' });
  const [first] = journey.step('deposit_confirmed', { refuse: { status: 500 } }).deliveries;
  if (first) {
    journey.redeliver(first, { answer: { kind: 'slow', refused: true } });
    journey.redeliver(first, { answer: { kind: 'slow', refused: true, joined: true } });
    const last = journey.redeliver(first, { answer: { kind: 'status', status: 503, refused: true, afterMs: 600 } });
    run.wait(journey.id, 'redelivery', last.id, run.now, 'missed');
  }
  journey.step('wrong_chain', { network: 'tron', sends: [] });
  journey.step('disburse');
  const [silentJourney] = silentJourneys(run.evidence, () => false);
  expect(silentJourney?.steps.at(-1)?.event).toBe('wrong_chain');
  const asked: unknown[] = [];
  const driver = {
    silence: async () => void asked.push('silence'),
    step: async (event: SimulateEvent, extra: object) => {
      asked.push([event, extra]);
      return { answer: event === 'wrong_chain' ? 'refused' : 'taken' } as SentStep;
    },
    stepRefused: async (...what: readonly unknown[]) => {
      asked.push(what);
      return { answer: 'taken' } as SentStep;
    },
  };
  if (silentJourney) await retryInIsolation(driver, silentJourney, 750);
  expect(asked).toEqual([
    'silence',
    ['deposit_detected', { received_amount: '1.00' }],
    [
      'deposit_confirmed',
      [
        { kind: 'status', status: 500, refused: true },
        { kind: 'slow', holdMs: 750 },
        { kind: 'status', status: 503, refused: true, afterMs: 600 },
      ],
      {},
    ],
    ['wrong_chain', { received_network: 'tron' }],
  ]);
});
