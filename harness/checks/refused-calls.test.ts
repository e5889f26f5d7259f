import { expect, test } from 'vitest';
import type { Condition } from '../core/condition.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { aRun } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { refusedCalls } from './refused-calls.ts';
import { simulateSteps } from './simulate-steps.ts';
import { stepWebhook } from './step-webhook.ts';

/** The type that `deposit_detected` sends. */
const TYPE = 'collection.deposit_detected';

type Run = ReturnType<typeof aRun>;
type Driven = ReturnType<Run['journey']>;

/** A run in which another order takes `deposit_detected` at first, and sends its webhook. */
function soundRun(status = 202): Run {
  const run = aRun();
  run.journey().step('deposit_detected', { status });
  return run;
}

/** A call about an order that is wrong on purpose. */
function call(
  run: Run,
  { id }: Driven,
  condition: Condition,
  status: number,
  event: SimulateEvent = 'deposit_detected',
) {
  return run.exchange('simulateCollectionOrder', { method: 'POST', journey: id, condition, status, asks: { event } });
}

test('refused-calls finds a step that is taken without an accepted key, and blames nothing else', () => {
  const run = soundRun();
  const journey = run.journey();
  const refused = call(run, journey, 'wrong-key', 401);
  const step = journey.step('deposit_detected', { status: 409 });
  const event = journey.deliver(TYPE);
  const { breaches } = outcome(refusedCalls, run);
  expect(breaches).toMatchObject([
    {
      requirement: 'auth.header',
      cause: 'taken',
      message: 'a simulate call with a wrong key is refused but takes effect',
      expected: 'no webhook: no earlier call for the order was accepted',
      likely: 'the step is executed before the call is checked; anybody could drive orders',
      received: `401 (wrong-key), then ${TYPE}`,
      evidence: [event.id, refused.id, journey.id],
    },
  ]);
  expect(outcome(simulateSteps, run).breaches.map(({ evidence }) => evidence)).not.toContainEqual([step.exchange.id]);
});

test('refused-calls finds it where the step is then accepted, and misses no webhook of that step', () => {
  const run = soundRun();
  const journey = run.journey();
  call(run, journey, 'wrong-key', 401);
  journey.deliver(TYPE);
  journey.step('deposit_detected', { sends: [] });
  expect(outcome(refusedCalls, run).breaches).toMatchObject([{ requirement: 'auth.header' }]);
  expect(outcome(stepWebhook, run).breaches).toEqual([]);
});

test('refused-calls only advises where a call is refused for another reason than its key', () => {
  const run = soundRun();
  const journey = run.journey();
  for (const status of [400, 422]) call(run, journey, 'unknown-field', status);
  journey.deliver(TYPE);
  expect(outcome(refusedCalls, run).breaches).toMatchObject([
    {
      requirement: 'event.every-step',
      severity: 'advice',
      message: 'a simulate call is refused but takes effect',
      received: `400 (unknown-field), 422 (unknown-field), then ${TYPE}`,
    },
  ]);
});

test.each<readonly [string, (run: Run, journey: Driven) => void]>([
  [
    'after a call that was accepted',
    (run, journey) => {
      call(run, journey, 'wrong-key', 401);
      journey.step('deposit_detected');
    },
  ],
  [
    'after a call that may have been taken',
    (run, journey) => {
      call(run, journey, 'wrong-key', 401);
      call(run, journey, 'without-key', 502);
      journey.deliver(TYPE);
    },
  ],
  [
    'before the call',
    (run, journey) => {
      journey.deliver(TYPE);
      call(run, journey, 'wrong-key', 401);
    },
  ],
  [
    'of a type that no step sends',
    (run, journey) => {
      call(run, journey, 'wrong-key', 401);
      journey.deliver('step.rejected');
    },
  ],
  [
    'of the type of another step than was called',
    (run, journey) => {
      run.journey().step('expire', { sends: [] });
      call(run, journey, 'wrong-key', 401, 'expire');
      journey.deliver(TYPE);
    },
  ],
  [
    'without a type, where the step shows none either',
    (run, journey) => {
      const silent = run.journey();
      silent.step('expire', { sends: [] });
      call(run, journey, 'wrong-key', 401, 'expire');
      journey.deliver(TYPE, { json: { id: 'e1', data: { order_id: journey.order } } });
    },
  ],
  [
    'of a step that another order takes later only',
    (run, journey) => {
      run.journey().happyPath();
      call(run, journey, 'wrong-key', 401, 'deposit_confirmed');
      journey.deliver('collection.deposit_confirmed');
    },
  ],
  [
    'of a step that only an order with such calls takes',
    (run, journey) => {
      const other = run.journey();
      other.step('expire');
      call(run, other, 'wrong-key', 401);
      call(run, journey, 'wrong-key', 401, 'expire');
      journey.deliver('collection.expired');
    },
  ],
  [
    'of a type that comes about an order before its first step',
    (run, journey) => {
      for (let n = 0; n < 3; n++) run.journey().step('deposit_detected');
      run.journey().deliver(TYPE);
      call(run, journey, 'wrong-key', 401);
      journey.deliver(TYPE);
    },
  ],
])('refused-calls says nothing of a webhook %s', (_, drive) => {
  const run = soundRun();
  drive(run, run.journey());
  expect(outcome(refusedCalls, run)).toEqual({ breaches: [], passes: {} });
});

test.each([302, 429])('refused-calls does not take a %i for a refusal', status => {
  const run = soundRun();
  const journey = run.journey();
  call(run, journey, 'wrong-key', status);
  journey.deliver(TYPE);
  expect(outcome(refusedCalls, run).breaches).toEqual([]);
});

test('refused-calls finds it though one other order shows no webhook of the step', () => {
  const run = soundRun();
  const silent = run.journey();
  silent.deliver('session.created');
  silent.step('deposit_detected', { sends: [] });
  const journey = run.journey();
  call(run, journey, 'wrong-key', 401);
  journey.deliver(TYPE);
  expect(outcome(refusedCalls, run).breaches).toHaveLength(1);
});

test('refused-calls says nothing where one other order refuses the step', () => {
  const run = soundRun();
  run.journey().step('deposit_detected', { status: 409 });
  const journey = run.journey();
  call(run, journey, 'wrong-key', 401);
  journey.deliver(TYPE);
  expect(outcome(refusedCalls, run).breaches).toEqual([]);
});

test('refused-calls says nothing where other orders refuse the step too', () => {
  const run = soundRun(409);
  const journey = run.journey();
  call(run, journey, 'wrong-key', 401);
  journey.step('deposit_detected', { status: 409 });
  journey.deliver(TYPE);
  expect(outcome(refusedCalls, run).breaches).toEqual([]);
});
