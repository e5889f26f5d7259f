import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HAPPY_PATH } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { aRun, aSoundRun, INTERPRETATION, type RunMade, writeDefault } from '../testing/evidence.ts';
import type { JourneyMade } from '../testing/journey-made.ts';
import { insteadInWords, movesInWords } from './moves-in-words.ts';
import { explainRun } from './run.ts';

const explained = (run: RunMade) => explainRun(new View(run.evidence, INTERPRETATION));

/** The defects of a run: what each is, of which call, by which event. */
const defectsOf = (run: RunMade) =>
  explained(run).defects.map(({ move: { defect, call, event } }) =>
    [defect, call?.asks ?? call?.exchange.condition, event?.type].filter(word => word !== undefined).join(' '),
  );

/** A run with one order beside orders that are sound. */
function runBeside(drive: (journey: JourneyMade, run: RunMade) => void): RunMade {
  const run = aSoundRun();
  drive(run.journey(), run);
  for (const event of ['fail', 'expire', 'fail', 'expire'] as const) run.journey().step(event);
  for (let nth = 0; nth < 2; nth++) run.journey().happyPath();
  return run;
}

/** What goes wrong with one order, beside orders that are sound. */
function beside(drive: (journey: JourneyMade, run: RunMade) => void): readonly string[] {
  return defectsOf(runBeside(drive));
}

const keyless = (run: RunMade, { id }: JourneyMade, status: number) =>
  run.exchange('simulateCollectionOrder', { journey: id, condition: 'without-key', status, asks: { event: 'fail' } });

const mistake = (run: RunMade, { id }: JourneyMade, status: number) =>
  run.exchange('simulateCollectionOrder', { journey: id, condition: 'without-event', status, asks: {} });

describe('The least explanation of an order', () => {
  test.each<[string, (journey: JourneyMade, run: RunMade) => void, readonly string[]]>([
    ['the happy path', journey => journey.happyPath(), []],
    ['a lost webhook', journey => journey.step('deposit_detected', { sends: [] }), ['lost deposit_detected']],
    [
      'a webhook of another step',
      journey => journey.step('fail', { sends: ['collection.expired'], wait: 'missed' }),
      ['wrongType fail collection.expired'],
    ],
    [
      'a webhook that names another order',
      (journey, run) => {
        const other = run.journey();
        journey.step('fail', { sends: [], wait: 'none' });
        other.deliver('collection.failed');
        run.wait(journey.id, 'event', run.evidence.journeys.at(-2)?.steps[0]?.exchange ?? '', run.now, 'missed');
      },
      ['misdirected fail collection.failed'],
    ],
    [
      'a credit before disburse',
      journey => journey.step('deposit_detected', { sends: ['collection.deposit_detected', COMPLETED] }),
      [`credit ${COMPLETED}`],
    ],
    ['a second credit', journey => journey.happyPath().deliver(COMPLETED), [`credit ${COMPLETED}`]],
    [
      'a credit by a refused disburse',
      journey => journey.step('disburse', { status: 409, sends: [COMPLETED], wait: 'none' }),
      [`creditThoughRefused disburse ${COMPLETED}`],
    ],
    [
      'a webhook of a refused step',
      journey => journey.step('fail', { status: 409, sends: ['collection.failed'], wait: 'none' }),
      ['thoughRefused fail collection.failed'],
    ],
    [
      'a call without a key that is refused, and acts',
      (journey, run) => {
        keyless(run, journey, 401);
        journey.deliver('collection.failed');
      },
      ['keyless fail collection.failed'],
    ],
    [
      'a call without an event that acts',
      (journey, run) => {
        mistake(run, journey, 400);
        journey.deliver('collection.failed');
      },
      ['mistake without-event collection.failed'],
    ],
    [
      'a call without an event that moves the order, so that the path is refused',
      (journey, run) => {
        mistake(run, journey, 202);
        journey.step('deposit_detected', { status: 409 });
      },
      ['mistake without-event'],
    ],
    [
      'the happy path, refused',
      journey => {
        journey.step('deposit_detected');
        journey.step('deposit_confirmed', { status: 409 });
      },
      ['refusedOnPath deposit_confirmed'],
    ],
    [
      'a failure that sends nothing, and after which the path does nothing',
      journey => {
        journey.step('deposit_detected');
        journey.step('fail', { sends: [], wait: 'none' });
        journey.step('deposit_confirmed', { sends: [], wait: 'missed' });
      },
      ['lost fail'],
    ],
    [
      'a failure that does nothing, after which the path goes on',
      journey => {
        journey.step('deposit_detected');
        journey.step('fail', { sends: [], wait: 'none' });
        journey.step('deposit_confirmed');
      },
      [],
    ],
    [
      'a redelivery under another id',
      journey => {
        journey.step('deposit_detected');
        journey.step('deposit_confirmed');
        journey.step('disburse', { refuse: { status: 503 }, again: false });
        journey.deliver(COMPLETED);
      },
      [`renamed ${COMPLETED}`],
    ],
    [
      'a failure that nobody asked for beside a disbursement',
      journey => journey.happyPath().deliver('collection.failed'),
      ['contradicted collection.failed'],
    ],
    [
      'an order that expires by itself',
      (journey, run) => {
        journey.step('deposit_detected');
        run.tick(60_000);
        journey.deliver('collection.expired');
      },
      ['stray collection.expired'],
    ],
  ])('of %s', (_, drive, expected) => {
    expect(beside(drive)).toEqual(expected);
  });

  test('is told by its moves, in the order of time', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    run.journey().happyPath();
    const [defect] = explained(run).defects;
    expect(defect && movesInWords(defect.explanation)).toBe(
      'deposit_detected (202) → collection.deposit_detected (for deposit_detected) → ' +
        'deposit_confirmed (202): its webhook does not arrive',
    );
  });
});

test('The webhook of an accepted odd call does not replace one that another order lost', () => {
  const run = aSoundRun();
  for (let nth = 0; nth < 3; nth++)
    run.journey().step('deposit_detected', { amount: '0.01', sends: ['collection.held'] });
  const lacking = run.journey();
  lacking.step('deposit_detected', { amount: '0.01', sends: [], wait: 'missed' });
  const odd = run.journey();
  const asks = { event: 'deposit_detected', received_amount: '0' };
  run.exchange('simulateCollectionOrder', { journey: odd.id, condition: 'odd-amount', status: 202, asks });
  odd.deliver('collection.held');
  expect(defectsOf(run)).toEqual(['lost deposit_detected']);
});

test.each([
  ['is still to come where the run ends soon', 0, []],
  ['is lost where the run goes on as long as a webhook is waited for', 60_000, ['lost fail']],
])('The webhook of a failure that nobody waits for, after which its order refuses the next step, %s', (_, ms, lost) => {
  const run = runBeside(journey => {
    journey.step('fail', { sends: [], wait: 'none' });
    journey.step('deposit_detected', { status: 409 });
  });
  run.tick(ms);
  run.journey().step('expire');
  expect(defectsOf(run)).toEqual(lost);
});

describe('In place of a defect, a sound service', () => {
  test.each<[string, (journey: JourneyMade) => void]>([
    ['sends collection.deposit_detected', journey => journey.step('deposit_detected', { sends: [] })],
    ['sends collection.failed', journey => journey.step('fail', { sends: ['collection.expired'], wait: 'missed' })],
    [
      `sends ${COMPLETED}`,
      journey => {
        journey.step('deposit_detected');
        journey.step('deposit_confirmed');
        journey.step('disburse', { sends: [] });
      },
    ],
    ['sends nothing here', journey => journey.happyPath().deliver(COMPLETED)],
    [
      'sends collection.deposit_detected, or nothing yet',
      journey => journey.step('deposit_detected', { sends: [COMPLETED, 'collection.deposit_detected'] }),
    ],
    ['accepts deposit_detected', journey => journey.step('deposit_detected', { status: 409 })],
    [
      'sends nothing for a call that it refuses',
      journey => journey.step('disburse', { status: 409, sends: [COMPLETED], wait: 'none' }),
    ],
  ])('%s', (expected, drive) => {
    const { defects, model } = explained(runBeside(drive));
    expect(defects.map(({ move, explanation }) => insteadInWords(move, explanation, model))).toEqual([expected]);
  });
});

describe('An event of a type that several steps share', () => {
  const STATES: { readonly [type: string]: string } = {
    'collection.deposit_detected': 'detected',
    'collection.deposit_confirmed': 'confirmed',
    'collection.failed': 'failed',
    'collection.expired': 'expired',
  };
  const sharing = () =>
    aRun(({ id, type, order }) => ({
      body: {
        id,
        type: STATES[type] ? 'order.updated' : type,
        data: { order_id: order, status: STATES[type] ?? 'paid' },
      },
    }));
  const sound = (run: RunMade) => {
    for (let nth = 0; nth < 3; nth++) {
      run.journey().happyPath();
      run.journey().step('fail');
      run.journey().step('expire');
    }
    return run;
  };

  const kindsOf = (run: RunMade) =>
    new Set(explained(run).explanations.flatMap(({ trace }) => trace.events.map(({ type }) => type)));

  test('is told apart by the state of the order: that of a later step stands for no lost one', () => {
    expect(defectsOf(sound(sharing()))).toEqual([]);
    const run = sound(sharing());
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    journey.step('disburse');
    run.journey().happyPath().deliver('collection.failed');
    expect(defectsOf(run)).toEqual(['lost deposit_confirmed', 'contradicted order.updated (failed)']);
  });

  test('is told apart by a state that is a number, also if most orders ended by themselves before their steps', () => {
    const numbers = Object.keys(STATES);
    const run = sound(
      aRun(({ id, type, order }) => ({
        body: {
          id,
          type: STATES[type] ? 'order.updated' : type,
          data: { order_id: order, stage: numbers.indexOf(type) },
        },
      })),
    );
    for (let nth = 0; nth < 8; nth++) {
      const journey = run.journey();
      journey.deliver('collection.expired');
      for (const event of HAPPY_PATH) journey.step(event, { sends: [], wait: 'missed' });
    }
    expect([...kindsOf(run)].toSorted()).toEqual([COMPLETED, ...numbers.map((_, state) => `order.updated (${state})`)]);
  });

  test.each([
    ['its step sends it again in a state that another step led to', ['fail', 'deposit_detected']],
    ['it comes late, after the credit of a few orders', ['disburse']],
  ] as const)('is one kind where %s', (_, steps) => {
    let status = 'detected';
    const run = aRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order, status } } }));
    for (let nth = 0; nth < 6; nth++) {
      status = 'detected';
      const journey = run.journey();
      journey.step('deposit_detected');
      if (nth > 3) continue;
      status = 'ended';
      for (const step of steps) {
        const isLate = step === 'disburse' && nth < 2;
        journey.step(step, isLate ? { sends: ['collection.deposit_detected'] } : {});
      }
    }
    expect(kindsOf(run)).toContain('collection.deposit_detected');
  });

  test('is one kind where the state is that of the delivery, which fits no step', () => {
    let count = 0;
    const run = aRun(({ id, type, order }) => ({
      body: { id, type: STATES[type] ? 'order.updated' : type, data: { order_id: order, status: `s${count++ % 5}` } },
    }));
    expect(defectsOf(sound(run))).toEqual([]);
  });
});

describe('An event about no order', () => {
  /** A run whose pings name no order: before and after the steps of orders that are alone, more or less often. */
  const withPings = (orders = 6) => {
    const run = aRun(({ id, type, order }) => ({
      body: { id, type, data: type === 'system.ping' ? {} : { order_id: order } },
    }));
    const alone = (drive: (journey: JourneyMade) => void, before: number, after: number) => {
      const journey = run.journey({ alone: true });
      for (let pings = 0; pings < before; pings++) journey.deliver('system.ping');
      drive(journey);
      for (let pings = 0; pings < after; pings++) journey.deliver('system.ping');
      journey.end();
    };
    for (let nth = 0; nth < orders; nth++) alone(journey => journey.happyPath(), (nth * 2) % 5, (nth * 3) % 4);
    return { run, alone };
  };

  test.each(['missed', 'came'] as const)(
    'stands for no webhook of a step, however often it comes while an order is alone: one was awaited and %s',
    wait => {
      const { run, alone } = withPings();
      for (const pings of [1, 4]) alone(journey => journey.step('fail', { sends: ['system.ping'], wait }), pings, 1);
      run.tick(60_000);
      run.journey().happyPath();
      expect(defectsOf(run)).toEqual(['lost fail', 'lost fail']);
    },
  );

  test.each([
    ['a step that many orders took while they were alone', 5, true, 5],
    ['a step that few orders took, but once', 4, true, 3],
    ['a step that many orders took, none of them alone, but once', 5, false, 4],
  ])('stands for no webhook of %s', (_, orders, areAlone, lost) => {
    const { run, alone } = withPings(0);
    for (let nth = 0; nth < 2; nth++) alone(journey => journey.happyPath(), 1, 0);
    const failSilently = (journey: JourneyMade) => journey.step('fail', { sends: [] });
    for (let nth = 0; nth < orders; nth++) {
      if (areAlone) alone(failSilently, 0, 0);
      else failSilently(run.journey());
    }
    run.deliver('system.ping');
    expect(defectsOf(run)).toEqual(Array.from({ length: lost }, () => 'lost fail'));
  });

  test('ends no order', () => {
    const { run, alone } = withPings(0);
    for (let nth = 0; nth < 3; nth++) run.journey().happyPath();
    alone(journey => journey.step('deposit_detected', { sends: [] }), 1, 0);
    expect(defectsOf(run)).toEqual(['lost deposit_detected']);
  });
});

test('Of two steps that may cause a type, either may send it with a field too', () => {
  const run = aRun();
  const both = run.journey();
  both.step('deposit_detected', { sends: [], wait: 'came' });
  both.step('deposit_confirmed', { sends: ['order.moved'] });
  for (const type of ['order.held', 'order.held', 'order.held', 'order.moved'])
    run.journey().step('deposit_detected', { amount: '1', sends: [type] });
  expect(defectsOf(run)).toEqual([]);
});

test('An event that two steps may have sent is of the earlier one that lacks its own', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === 'customer.updated' ? {} : { order_id: order } },
  }));
  const journey = run.journey({ alone: true });
  for (let nth = 0; nth < 3; nth++) journey.deliver('customer.updated');
  journey.step('deposit_detected');
  journey.step('deposit_confirmed', { sends: ['customer.updated'] });
  journey.step('disburse', { sends: ['collection.deposit_confirmed', COMPLETED] });
  run.tick(600_000);
  journey.end();
  for (let nth = 0; nth < 3; nth++) run.journey().step('deposit_detected', { amount: '1' });
  expect(defectsOf(run)).toEqual([]);
});

test('An accepted odd call may send the webhook of any step', () => {
  const run = aSoundRun();
  for (let nth = 0; nth < 2; nth++) run.journey().step('deposit_detected');
  const odd = run.journey();
  mistake(run, odd, 422);
  const asks = { event: 'deposit_detected', received_amount: '0' };
  run.exchange('simulateCollectionOrder', { journey: odd.id, condition: 'odd-amount', status: 202, asks });
  for (const type of ['collection.deposit_detected', 'collection.deposit_confirmed']) odd.deliver(type);
  expect(defectsOf(run)).toEqual([]);
});

test('A step may send what the same step with a field is known to send', () => {
  const run = aRun();
  for (let nth = 0; nth < 3; nth++) run.journey().step('deposit_detected', { amount: '1', sends: ['order.held'] });
  const plain = run.journey();
  plain.step('deposit_detected', { sends: ['order.held'] });
  for (const event of HAPPY_PATH.slice(1)) plain.step(event);
  expect(defectsOf(run)).toEqual([]);
});

test('A credit that comes before its step stands for that of no other order', () => {
  const run = aSoundRun();
  const early = [run.journey(), run.journey()];
  for (const journey of early) journey.step('deposit_detected');
  early[1]?.step('deposit_confirmed', { sends: ['collection.deposit_confirmed', COMPLETED] });
  early[1]?.step('disburse', { sends: [] });
  early[0]?.step('deposit_confirmed', { sends: ['collection.deposit_confirmed', COMPLETED] });
  early[0]?.step('disburse', { sends: [] });
  expect(defectsOf(run).toSorted()).toEqual([
    ...[1, 2].map(() => `credit ${COMPLETED}`),
    ...[1, 2].map(() => 'lost disburse'),
  ]);
});

test.each([
  ['that says the same is the same under another id', 'paid', [`renamed ${COMPLETED}`]],
  ['that says something else is another', 'sent back', [`credit ${COMPLETED}`, `dropped ${COMPLETED}`]],
])('An event after a refused one of its type %s', (_, note, defects) => {
  let says = 'paid';
  const run = aSoundRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order, note: says } } }));
  const journey = run.journey();
  journey.step('deposit_detected');
  journey.step('deposit_confirmed');
  journey.step('disburse', { refuse: { status: 503 }, again: false });
  says = note;
  journey.deliver(COMPLETED);
  expect(defectsOf(run)).toEqual(defects);
});

test.each<[string, (journey: JourneyMade, run: RunMade) => void]>([
  ['a refused step', journey => journey.step('disburse', { status: 409, wait: 'none' })],
  ['a mistaken call', (journey, run) => mistake(run, journey, 400)],
])('A credit after %s of its order is that of another order which lacks one', (_, call) => {
  const run = aSoundRun();
  for (let nth = 0; nth < 2; nth++) run.journey().happyPath();
  const [paid, other] = [run.journey(), run.journey()];
  for (const event of ['deposit_detected', 'deposit_confirmed'] as const) paid.step(event);
  call(other, run);
  const { exchange } = paid.step('disburse', { sends: [], wait: 'none' });
  other.deliver(COMPLETED);
  run.wait(paid.id, 'event', exchange.id, exchange.sentAt, 'missed');
  expect(defectsOf(run)).toEqual([`misdirected disburse ${COMPLETED}`]);
});

test('An order ends by itself sooner than a repeated step sends all its webhooks again', () => {
  const run = aSoundRun();
  const repeated = run.journey();
  for (let nth = 0; nth < 2; nth++) {
    repeated.step('expire', { sends: ['collection.expired', 'quote.expired'] });
    run.tick(60_000);
  }
  const ended = run.journey();
  ended.step('deposit_detected');
  run.tick(20_000);
  ended.deliver('order.closed');
  ended.step('deposit_confirmed', { status: 409 });
  expect(defectsOf(run)).toEqual([]);
});

test('An order that ended by itself may take its steps in silence, even if only one other order was credited', () => {
  const run = aRun();
  run.journey().happyPath();
  const ended = run.journey();
  ended.step('deposit_detected');
  run.tick(60_000);
  ended.deliver('order.closed');
  ended.step('deposit_confirmed', { sends: [] });
  expect(defectsOf(run)).toEqual(['stray order.closed']);
});

test('An event that every order gets before its steps ends none, even if one that lacks it was credited', () => {
  const run = aRun();
  for (let nth = 0; nth < 3; nth++) {
    const journey = run.journey();
    journey.deliver('session.created');
    run.tick(60_000);
    journey.step('deposit_detected', { sends: [] });
  }
  run.journey().happyPath();
  expect(defectsOf(run)).toEqual(Array.from({ length: 3 }, () => 'lost deposit_detected'));
});

describe('What the model assumes, and what becomes of an order where that does not hold', () => {
  test('A1: what one way shows is not expected of another', () => {
    const run = aSoundRun();
    const other = run.journey();
    other.step('deposit_detected');
    other.step('fail', { sends: [] });
    expect(defectsOf(run)).toEqual([]);
    for (let nth = 0; nth < 2; nth++) {
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('fail');
    }
    expect(defectsOf(run)).toEqual(['lost fail']);
  });

  test('A2: where webhooks come late, one is lost only after twice as long as the slowest took', () => {
    const run = aSoundRun();
    const late = run.journey();
    late.step('fail', { sends: [] });
    run.tick(5000);
    late.deliver('collection.failed');
    run.journey().step('fail', { sends: [] });
    expect(defectsOf(run)).toEqual([]);
    run.tick(60_000);
    run.journey().happyPath();
    expect(defectsOf(run)).toEqual(['lost fail']);
  });

  test('A3: a step that is repeated owes nothing', () => {
    expect(
      beside(journey => {
        journey.step('deposit_detected');
        journey.step('deposit_detected', { sends: [] });
      }),
    ).toEqual([]);
  });

  test('A4: an order that ended by itself may refuse its steps, or take them in silence', () => {
    const ended = (journey: JourneyMade) => journey.deliver('collection.expired');
    expect(
      beside(journey => {
        ended(journey);
        journey.step('deposit_detected', { status: 409 });
      }),
    ).toEqual([]);
    expect(
      beside(journey => {
        ended(journey);
        journey.step('deposit_detected', { sends: [] });
      }),
    ).toEqual([]);
  });

  test('A5: a webhook without an order accounts for one that is missing, and for no second one', () => {
    const run = aRun(({ id, type, order }) =>
      order === 'nobody' ? { body: { id, type, data: {} } } : writeDefault({ id, type, order, attempt: 1, at: 0 }),
    );
    for (let nth = 0; nth < 3; nth++) run.journey().happyPath();
    run.journey().step('deposit_detected', { sends: [] });
    run.deliver('collection.deposit_detected');
    expect(defectsOf(run)).toEqual([]);
    run.journey().step('deposit_detected', { sends: [] });
    expect(defectsOf(run)).toEqual(['lost deposit_detected']);
  });

  test('A rule that several orders break explains an order that another rule would explain as well', () => {
    const contradicted = (journey: JourneyMade) => journey.happyPath().deliver('collection.failed');
    const afterMistake = (orders: number) => {
      const run = aSoundRun();
      run.journey().step('fail');
      for (let nth = 0; nth < orders; nth++) contradicted(run.journey());
      const journey = run.journey();
      mistake(run, journey, 400);
      contradicted(journey);
      return defectsOf(run).at(-1);
    };
    expect(afterMistake(0)).toBe('mistake without-event collection.failed');
    expect(afterMistake(2)).toBe('contradicted collection.failed');
  });

  test('A6: the happy path sends its webhooks, even where no order shows one', () => {
    const run = aRun();
    for (let nth = 0; nth < 2; nth++) run.journey().step('deposit_detected', { sends: [] });
    run.journey().step('expire');
    expect(defectsOf(run)).toEqual(['lost deposit_detected', 'lost deposit_detected']);
  });
});

describe('Any run', () => {
  const walks = array(constantFrom('path', 'fail', 'expire', 'wrong_chain', 'later'), { maxLength: 6 });
  const drive = (run: RunMade, walk: string) => {
    const journey = run.journey();
    if (walk === 'path') journey.happyPath();
    else if (walk === 'later') {
      journey.step('deposit_detected');
      journey.step('fail');
    } else journey.step(walk as 'fail');
  };

  test('of a sound service has no defect', () => {
    assert(
      property(walks, all => {
        const run = aSoundRun();
        for (const walk of all) drive(run, walk);
        expect(defectsOf(run)).toEqual([]);
      }),
    );
  });

  test('with one lost webhook has that defect, whatever sound orders are added', () => {
    assert(
      property(walks, integer({ min: 0, max: 6 }), (all, at) => {
        const run = aSoundRun();
        const lose = () => run.journey().step('deposit_detected', { sends: [] });
        for (const [nth, walk] of all.entries()) {
          if (nth === at) lose();
          drive(run, walk);
        }
        if (at >= all.length) lose();
        run.journey().happyPath();
        expect(defectsOf(run)).toEqual(['lost deposit_detected']);
      }),
    );
  });
});

test('A failure of an order that received another amount owes its webhook, as other such orders show', () => {
  const run = aSoundRun();
  for (let nth = 0; nth < 2; nth++) {
    const [other, failing] = [run.journey(), run.journey()];
    for (const journey of [other, failing]) journey.step('deposit_detected', { amount: '0.01' });
    other.step('deposit_confirmed');
    failing.step('fail', { sends: [] });
    failing.step('deposit_confirmed', { status: 409 });
  }
  expect(defectsOf(run)).toEqual(['lost fail', 'lost fail']);
});

test.each([
  [
    'that is refused a second time owes its webhook',
    { status: 409 },
    ['lost deposit_confirmed', 'lost deposit_confirmed'],
  ],
  ['that does nothing a second time owes none', { sends: [], wait: 'none' }, []],
] as const)('A step of an order that received another amount %s', (_, again, defects) => {
  const run = aSoundRun();
  for (let nth = 0; nth < 2; nth++) {
    const journey = run.journey();
    journey.step('deposit_detected', { amount: '0.01' });
    journey.step('deposit_confirmed', { sends: [], wait: 'none' });
    journey.step('wrong_chain', { status: 409 });
    journey.step('deposit_confirmed', again);
    journey.step('fail');
  }
  run.tick(60_000);
  run.journey().happyPath();
  expect(defectsOf(run)).toEqual(defects);
});

test.each([
  ['is refused is lost', { status: 409 }, ['lost deposit_confirmed']],
  ['is taken shows nothing', {}, []],
] as const)(
  'A silent step after another amount, before a disburse, in a run whose early disburse %s',
  (_, early, defects) => {
    const run = aSoundRun();
    for (let nth = 0; nth < 2; nth++) run.journey().happyPath();
    run.journey().step('disburse', early);
    const journey = run.journey();
    journey.step('deposit_detected', { amount: '0.01' });
    journey.step('deposit_confirmed', { sends: [], wait: 'none' });
    journey.step('disburse');
    run.tick(60_000);
    run.journey().happyPath();
    expect(defectsOf(run)).toEqual(defects);
  },
);

test.each([
  ['less than the slowest took is not', 1_000, []],
  ['longer is', 30_000, ['lost expire']],
] as const)('A webhook that was listened for %s missing', (_, ms, defects) => {
  const run = aSoundRun();
  const [slow, last] = [run.journey(), run.journey()];
  slow.step('deposit_detected');
  const { exchange } = slow.step('expire', { sends: [], wait: 'none' });
  run.tick(20_000);
  slow.deliver('collection.expired');
  run.wait(slow.id, 'event', exchange.id, exchange.sentAt, 'came');
  const { id, sentAt } = last.step('expire', { sends: [], wait: 'none' }).exchange;
  run.tick(ms);
  run.wait(last.id, 'event', id, sentAt, 'missed');
  expect(defectsOf(run)).toEqual(defects);
});

/** A disburse that is accepted and does nothing. */
const QUIET = { sends: [], wait: 'none' } as const;
const REFUSED = { status: 409 };

test.each<[string, readonly ((journey: JourneyMade) => void)[], string]>([
  ['race where later ones are refused', [1, 2].map(() => own => own.happyPath().step('disburse', REFUSED)), 'race'],
  ['race where later ones do nothing', [1, 2].map(() => own => own.happyPath().step('disburse', QUIET)), 'race'],
  ['may be due where one later one does nothing', [own => own.happyPath().step('disburse', QUIET)], 'either, advice'],
  [
    'may be due where earlier ones do nothing',
    [1, 2].map(() => own => {
      own.step('disburse', QUIET);
      own.happyPath();
    }),
    'either, advice',
  ],
  [
    'may be due where later ones are refused, and credited',
    [1, 2].map(() => own => own.happyPath().step('disburse', { status: 409, sends: [COMPLETED], wait: 'none' })),
    'either, advice',
  ],
  [
    'are due where a later one is credited too',
    [QUIET, QUIET, {}].map(options => own => own.happyPath().step('disburse', options)),
    'each, advice',
  ],
])('Two disburses at once that each credit %s', (_, others, expected) => {
  const run = aSoundRun();
  const { id, order } = run.journey().happyPath();
  const at = run.evidence.journeys.at(-1)?.steps.at(-1)?.at ?? 0;
  const options = { journey: id, status: 202, sentAt: at, asks: { event: 'disburse' } };
  const { id: exchange } = run.exchange('simulateCollectionOrder', options);
  run.write({ type: 'step', journey: id, event: 'disburse', exchange, at });
  run.deliver(COMPLETED, { order });
  for (const drive of others) drive(run.journey());
  run.tick(60_000);
  run.journey().happyPath();
  const [first] = explained(run).defects;
  expect(`${first?.again}${first?.isAdvice ? ', advice' : ''}`).toBe(expected);
});
