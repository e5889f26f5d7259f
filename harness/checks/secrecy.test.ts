import { expect, test } from 'vitest';
import { aRun, aSoundRun, type RunMade } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { secrecy } from './secrecy.ts';

const told = (run: RunMade) =>
  outcome(secrecy, run).breaches.map(({ severity, requirement, message }) => `${severity} ${requirement}: ${message}`);

test('secrecy says nothing of a sound run', () => {
  expect(told(aSoundRun())).toEqual([]);
});

test('secrecy advises on a key or a secret in an answer or a webhook', () => {
  const run = aRun();
  run.journey().deliver('a', { leaked: ['SIGNING_SECRET'] });
  run.exchange('resolveBankAccount', { status: 400, leaked: ['API_KEY'] });
  expect(told(run)).toEqual([
    'advice auth.header: an answer contains API_KEY',
    'advice signature.hmac: a webhook contains SIGNING_SECRET',
  ]);
});

test('secrecy advises on an answer that names another order', () => {
  const run = aRun();
  const other = run.journey();
  const journey = run.journey();
  const { id } = run.exchange('simulateCollectionOrder', {
    journey: journey.id,
    status: 409,
    answers: { message: 'not allowed', last_order: other.order },
  });
  expect(told(run)).toEqual(['advice simulate.own-order: the answer to a simulate call names another order']);
  expect(outcome(secrecy, run).breaches[0]).toMatchObject({ received: other.order, evidence: [id, journey.id] });
});
