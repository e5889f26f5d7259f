import { describe, expect, test } from 'vitest';
import { HAPPY_PATH } from '../core/lifecycle.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { stepWebhook } from './step-webhook.ts';

const of = (run: RunMade) => outcome(stepWebhook, run);
const causes = (run: RunMade) => of(run).breaches.map(({ cause }) => cause);

describe('step-webhook requires no event', () => {
  test.each([
    ['was refused', { status: 409, wait: 'missed' }],
    ['got no answer', { failure: 'timeout', wait: 'missed' }],
    ['was not waited for', { wait: 'none' }],
    ['was waited for in vain because the run stopped', { wait: 'abandoned' }],
    ['was waited for and heard, as it was understood then', { wait: 'came' }],
  ] as const)('of a step that %s', (_, options) => {
    const run = aRun();
    run.deliver('session.created');
    run.journey().step('deposit_detected', { sends: [], ...options });
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });

  test.each([[[]], [['collection.deposit_detected']]])('of a step after one without an answer, and %j', sends => {
    const run = aRun();
    run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { failure: 'unreachable', sends });
    journey.step('deposit_confirmed', { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  describe('of disburse after a deposit of another amount', () => {
    /** An order that was sent what each step has, and one that takes disburse too early. */
    function afterMismatch(confirmed: readonly string[], early: number, wait?: 'none', later = 0) {
      const run = aRun();
      run.journey().happyPath();
      run.journey().step('disburse', { status: early, sends: [] });
      const journey = run.journey();
      journey.step('deposit_detected', { amount: '0.01' });
      journey.step('deposit_confirmed', { sends: confirmed });
      journey.step('disburse', { sends: [], ...(wait && { wait }) });
      run.tick(later);
      run.journey().happyPath();
      return causes(run);
    }

    test('unless each step before sent its own, and the service refuses a disburse that is not due', () => {
      expect(afterMismatch(['collection.deposit_confirmed'], 409)).toEqual(['disburse']);
    });

    test.each([
      [0, []],
      [60_000, ['disburse']],
    ])('where nobody waited for it, unless the run went on for the time-out: %i ms', (later, found) => {
      expect(afterMismatch(['collection.deposit_confirmed'], 409, 'none', later)).toEqual(found);
    });

    test('where the step before sent none: the order may be held', () => {
      expect(afterMismatch([], 409)).toEqual([]);
    });

    test('where the service takes one that is not due, and does nothing', () => {
      expect(afterMismatch(['collection.deposit_confirmed'], 202)).toEqual([]);
    });
  });

  test('of a repeated step, which may be ignored', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_detected', { sends: [] });
    expect(causes(run)).toEqual([]);
    const unknown = run.journey();
    unknown.step('fail', { failure: 'timeout', sends: ['collection.failed'] });
    unknown.step('fail', { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  test('of a repeated step, although another order had one for it', () => {
    const run = aRun();
    const twice = (sends: readonly string[]) => {
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('deposit_detected', { sends });
    };
    twice(['collection.deposit_detected']);
    twice([]);
    expect(causes(run)).toEqual([]);
  });

  test.each([
    [['collection.deposit_detected', 'collection.deposit_confirmed'], ['late']],
    [['collection.deposit_confirmed'], ['late', 'deposit_detected']],
  ])('where webhooks come after the time-out, unless fewer came than steps were accepted: %j', (sends, expected) => {
    const run = aRun();
    const late = run.journey();
    late.step('expire', { sends: [] });
    late.deliver('collection.expired');
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [] });
    journey.step('deposit_confirmed', { sends });
    expect(causes(run)).toEqual(expected);
  });

  test('whose own event came after later steps, though fewer came than steps were accepted', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const late = run.journey();
    late.step('expire', { sends: [] });
    late.deliver('collection.expired');
    const slow = run.journey();
    for (const event of HAPPY_PATH) slow.step(event, { sends: [] });
    slow.deliver('collection.deposit_detected');
    slow.deliver('collection.deposit_confirmed');
    expect(causes(run)).toEqual(['late', 'late', 'late', 'disburse']);
  });

  test.each([
    ['sooner after it than twice', 1, []],
    ['later after it than twice', 4, ['fail']],
  ])('where the run ends %s the time that the slowest webhook took', (_, waits, missing) => {
    const run = aRun();
    const slow = run.journey();
    slow.step('expire', { sends: [] });
    slow.deliver('collection.expired');
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    for (let n = 1; n < waits; n++) run.wait(journey.id, 'quiet', journey.id, run.now, 'missed');
    expect(causes(run)).toEqual(['late', ...missing]);
  });

  test('where the run ends soon, unless no step of the kind ever sent one', () => {
    const run = aRun();
    const slow = run.journey();
    slow.step('expire', { sends: [] });
    slow.deliver('collection.expired');
    for (let nth = 0; nth < 5; nth++) run.journey().step('fail', { sends: [], wait: nth === 4 ? 'missed' : 'none' });
    expect(causes(run)).toEqual(['late', 'fail']);
  });

  test('where webhooks come after the time-out, and this one with those of the next step', () => {
    const run = aRun();
    const late = run.journey();
    late.step('expire', { sends: [] });
    late.deliver('collection.expired');
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    journey.step('disburse', { sends: ['collection.deposit_confirmed', 'disbursement.completed'] });
    expect(causes(run)).toEqual(['late']);
  });

  test('but requires one where only a wait was too short, and no webhook came after its end', () => {
    const run = aRun();
    run.journey().step('expire', { wait: 'missed' });
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [] });
    journey.step('deposit_confirmed', { sends: ['collection.deposit_detected', 'collection.deposit_confirmed'] });
    expect(causes(run)).toEqual(['deposit_detected']);
  });

  test('of a failure on a path without one, if another path has one', () => {
    const run = aRun();
    const later = run.journey();
    later.step('deposit_detected');
    later.step('wrong_chain');
    run.journey().step('wrong_chain', { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  test('of a step after a mismatch, which may hold the order', () => {
    const run = aRun();
    run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { amount: '1' });
    journey.step('deposit_confirmed', { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  test('but requires one of a failure on a path on which another order had one', () => {
    const run = aRun();
    run.journey().step('wrong_chain');
    run.journey().step('wrong_chain', { sends: [] });
    expect(causes(run)).toEqual(['wrong_chain']);
  });

  test('but requires one if some orders had it on the same path, and others on another', () => {
    const run = aRun();
    run.journey().step('wrong_chain');
    const later = run.journey();
    later.step('deposit_detected');
    later.step('wrong_chain');
    run.journey().step('wrong_chain', { sends: [] });
    expect(causes(run)).toEqual(['wrong_chain']);
  });

  test('but requires one on the happy path, although it arrives only on another path', () => {
    const run = aRun();
    const mismatched = run.journey();
    mismatched.step('deposit_detected', { amount: '1' });
    mismatched.step('deposit_confirmed');
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    expect(causes(run)).toEqual(['deposit_confirmed']);
  });

  test('but requires one of a failure without one on every path', () => {
    const run = aRun();
    run.journey().step('fail', { sends: [] });
    const later = run.journey();
    later.step('deposit_detected');
    later.step('fail', { sends: [] });
    expect(causes(run)).toEqual(['fail', 'fail']);
  });

  test('if no delivery reached the receiver of a remote target', () => {
    const run = aRun();
    run.journey().step('fail', { sends: [] });
    expect(causes(run)).toEqual([]);
    run.deliver('session.created');
    expect(causes(run)).toEqual(['fail']);
  });

  test('but requires one of a mismatched deposit', () => {
    const run = aRun();
    run.deliver('session.created');
    run.journey().step('deposit_detected', { amount: '1', sends: [] });
    expect(causes(run)).toEqual(['deposit_detected']);
  });

  test('during an interruption that overlaps the wait, but not a millisecond outside it', () => {
    const made = () => {
      const run = aRun();
      run.deliver('session.created');
      const { wait } = run.journey().step('fail', { sends: [] });
      return { run, from: wait?.from ?? 0, to: wait?.to ?? 0 };
    };
    const [a, b, c] = [made(), made(), made()];
    expect(causes(a.run.trouble(a.from - 5, a.from))).toEqual([]);
    expect(causes(b.run.trouble(b.to, b.to + 5))).toEqual([]);
    expect(causes(c.run.trouble(c.from - 5, c.from - 1).trouble(c.to + 1, c.to + 5))).toEqual(['fail']);
  });
});
