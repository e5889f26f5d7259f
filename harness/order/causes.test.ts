import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { aSoundRun, INTERPRETATION, type RunBuilder } from '../testing/evidence.ts';
import { causesIn } from './causes.ts';
import { addOrders } from './testing/orders.ts';

const causesOf = (run: RunBuilder) => causesIn(new View(run.evidence, INTERPRETATION));

/** The types of the events that the steps of the last order caused. */
const lastOrder = (run: RunBuilder) => {
  const { steps } = causesOf(run);
  const id = run.evidence.journeys.at(-1)?.id;
  return steps.filter(({ journey }) => journey.id === id).map(({ event }) => event?.type);
};

test('Each step of a sound run caused its event', () => {
  const { steps, causes } = causesOf(aSoundRun());
  expect(steps.map(({ step, event }) => [step.event, event?.type]).slice(0, 4)).toEqual([
    ['deposit_detected', 'collection.deposit_detected'],
    ['deposit_confirmed', 'collection.deposit_confirmed'],
    ['disburse', COMPLETED],
    ['wrong_chain', 'collection.wrong_chain'],
  ]);
  expect(causes.every(({ event, call }) => call?.step && call.at <= event.deliveries[0].at)).toBe(true);
});

test('A late event belongs to its own step, even if it arrives after another step', () => {
  const order = 'deposit_detected= deposit_confirmed=deposit_confirmed,deposit_detected';
  expect(lastOrder(addOrders(aSoundRun(), order))).toEqual([
    'collection.deposit_detected',
    'collection.deposit_confirmed',
  ]);
});

test('A step causes no event of another order, and a refused step causes none', () => {
  expect(lastOrder(addOrders(aSoundRun(), 'deposit_detected!409'))).toEqual([undefined]);
});

test('An event before any call has no cause, and an unexplained event follows from the last call', () => {
  const { causes } = causesOf(addOrders(aSoundRun(), '+session.created deposit_detected +quote.changed'));
  expect(causes.slice(-3).map(({ event, call }) => [event.type, call?.asks])).toEqual([
    ['session.created', undefined],
    ['collection.deposit_detected', 'deposit_detected'],
    ['quote.changed', 'deposit_detected'],
  ]);
});
