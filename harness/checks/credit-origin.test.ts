import { expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import type { JourneyMade } from '../testing/journey-made.ts';
import { outcome } from '../testing/outcome.ts';
import { completed } from './completed.ts';
import { creditedOnce } from './credited-once.ts';

const MINUTE = 60_000;

/** An order that takes its steps, with a pause after each. */
function order(run: RunMade, ...events: readonly Parameters<JourneyMade['step']>[0][]): JourneyMade {
  const journey = run.journey();
  for (const event of events) {
    run.tick(MINUTE);
    journey.step(event);
  }
  run.tick(MINUTE);
  return journey;
}

/** Disburses an order, whose credit names another. @returns the call */
function misdirect(run: RunMade, from: JourneyMade, to: JourneyMade, sends: readonly string[] = []): string {
  run.tick(MINUTE);
  const { exchange } = from.step('disburse', { sends, wait: sends.length > 0 ? 'came' : 'missed' });
  to.deliver(COMPLETED, { at: exchange.sentAt + 25 });
  run.tick(MINUTE);
  return exchange.id;
}

function likely(check: typeof completed, run: RunMade) {
  return outcome(check, run).breaches.map(({ cause, likely: why, evidence }) => ({ cause, likely: why, evidence }));
}

test('a credit right after the disburse of another order is said to name the wrong one', () => {
  const run = aRun();
  order(run, 'deposit_detected', 'deposit_confirmed', 'disburse');
  const [failed, payer] = [order(run, 'fail'), order(run, 'deposit_detected', 'deposit_confirmed')];
  const exchange = misdirect(run, payer, failed);
  const words = `the webhook names another order: ${payer.order} was disbursed 25 ms before, and its own never came`;
  const found = likely(completed, run);
  expect(found).toMatchObject([
    { cause: 'fail misdirected', likely: `${words}; a consumer would credit money that was never received` },
    { cause: 'missing', likely: expect.stringContaining('it names another order') },
  ]);
  for (const { evidence } of found) expect(evidence).toContain(exchange);
});

test('a credit before the disburse of its own order is said to name the wrong one', () => {
  const run = aRun();
  const early = order(run, 'deposit_detected');
  misdirect(run, order(run, 'deposit_detected', 'deposit_confirmed'), early);
  early.step('disburse');
  expect(likely(completed, run)).toMatchObject([
    { cause: 'misdirected', likely: expect.stringContaining('names another order') },
    { cause: 'missing' },
  ]);
});

test('a second credit is said to be of another order, whose own came too', () => {
  const run = aRun();
  const credited = order(run, 'deposit_detected', 'deposit_confirmed', 'disburse');
  const payer = order(run, 'deposit_detected', 'deposit_confirmed');
  misdirect(run, payer, credited, [COMPLETED]);
  const words = `the webhook names another order: ${payer.order} was disbursed 25 ms before, and its own came too`;
  expect(likely(creditedOnce, run)).toMatchObject([
    {
      cause: 'twice misdirected',
      likely: `${words}; a consumer would credit each`,
    },
  ]);
});

test('nothing is said of other orders where a call about the credited one was made then', () => {
  const run = aRun();
  order(run, 'deposit_detected', 'deposit_confirmed', 'disburse');
  const payer = order(run, 'deposit_detected', 'deposit_confirmed');
  const failed = run.journey();
  run.tick(MINUTE);
  payer.step('disburse');
  failed.step('fail', { sends: [COMPLETED] });
  expect(likely(completed, run)).toMatchObject([
    { cause: 'fail', likely: expect.stringContaining('a transition other than disburse sends it') },
  ]);
});

test('nothing is said of other orders where other events come right after a disburse as often', () => {
  const run = aRun();
  for (let nth = 0; nth < 3; nth++) {
    const [other, failed] = [run.journey(), order(run, 'fail')];
    misdirect(run, order(run, 'deposit_detected', 'deposit_confirmed'), failed, [COMPLETED]);
    for (let more = 0; more < 6; more++) {
      const { exchange } = order(run).step('disburse');
      other.deliver(`note.${more}`, { at: exchange.sentAt + 25 });
    }
  }
  expect(likely(completed, run).filter(({ cause }) => cause.includes('fail'))).toMatchObject(
    [1, 2, 3].map(() => ({ cause: 'fail', likely: expect.stringContaining('a transition other than disburse') })),
  );
});

test('a credit right after a refused disburse of its order is said to be sent by it', () => {
  const run = aRun();
  const journey = order(run, 'deposit_detected', 'fail');
  const { exchange } = journey.step('disburse', { status: 409, sends: [COMPLETED] });
  const [found] = likely(completed, run);
  expect(found).toMatchObject({ cause: 'fail refused' });
  expect(found?.likely).toMatch(/^the refused disburse \(409\) \d+ ms before sends it; a consumer would credit money/);
  expect(found?.evidence).toContain(exchange.id);
});

test('a refused disburse is not blamed where another call was taken right before the credit', () => {
  const run = aRun();
  const journey = order(run, 'deposit_detected');
  const { exchange } = journey.step('fail', { sends: [] });
  journey.step('disburse', { status: 409 });
  journey.deliver(COMPLETED, { at: exchange.sentAt + 15 });
  expect(likely(completed, run)).toMatchObject([{ cause: 'fail' }]);
});

test('no cause is named for a credit amid other calls where others name wrong orders', () => {
  const run = aRun();
  order(run, 'deposit_detected', 'deposit_confirmed', 'disburse');
  const [idle, busy] = [order(run, 'fail'), order(run, 'deposit_detected')];
  misdirect(run, order(run, 'deposit_detected', 'deposit_confirmed'), idle);
  busy.step('fail', { sends: ['collection.failed', COMPLETED] });
  const [, found] = likely(completed, run).filter(({ cause }) => cause.startsWith('fail'));
  expect(found).toMatchObject({ cause: 'fail', likely: 'a consumer would credit money that was never received' });
});
