import { expect, test } from 'vitest';
import type { Journey } from '../evidence/evidence.ts';
import { estimate, type Model } from './estimate.ts';
import { type Call, type Sighting, Trace } from './trace.ts';

const traceOf = (calls: readonly object[], events: readonly object[]) =>
  new Trace({ id: 'j1' } as Journey, calls as readonly Call[], events as readonly Sighting[]);

/** An order that takes each input, one second apart, and gets events of a type half a second after the last. */
const anOrder = (type: string | undefined, inputs: readonly string[], isNameless = false) =>
  traceOf(
    inputs.map((input, nth) => ({
      ...{ role: 'step', answer: 'taken', isAlone: true, input, at: nth * 1_000, way: inputs.slice(0, nth).join() },
      ...{ asks: input.split(',')[0], isOnPath: input === 'deposit_detected', isRepeated: inputs.indexOf(input) < nth },
    })),
    type === undefined ? [] : [{ type, isNameless, at: inputs.length * 1_000 - 500 }],
  );

/** The order with this said of each of its calls. */
const saying = ({ calls, events }: Trace, more: object) =>
  traceOf(
    calls.map(call => ({ ...call, ...more })),
    events,
  );

const MISTAKEN = { role: 'mistake', answer: 'refused' };

const STEPS = ['deposit_detected', 'deposit_confirmed', 'expire', 'fail', 'wrong_chain'];
const causesOf = (type: string, model: Model) => STEPS.filter(step => model.owes(step).has(type));

test('A failure event belongs to no step of the happy path, however often it follows one', () => {
  const orders = Array.from({ length: 4 }, () => anOrder('collection.failed', ['deposit_detected']));
  expect(causesOf('collection.failed', estimate(orders))).toEqual([]);
});

const nameless = (...inputs: readonly string[]) => anOrder('moved', inputs, true);

test('A nameless event belongs to the step that its orders took, with or without a field', () => {
  const orders = [
    nameless('wrong_chain'),
    nameless('wrong_chain', 'wrong_chain'),
    nameless('wrong_chain,received_network'),
  ];
  expect(causesOf('moved', estimate(orders))).toEqual(['wrong_chain']);
});

test('A nameless event belongs to no step if it follows any step', () => {
  expect(causesOf('moved', estimate(['expire', 'fail', 'wrong_chain'].map(step => nameless(step))))).toEqual([]);
});

test.each([
  ['no step if a third of its orders did not take it', 2, []],
  ['the step that three of four orders took', 3, ['expire']],
])('A nameless event belongs to %s', (_, took, causes) => {
  const orders = [...Array.from({ length: took }, () => nameless('expire')), nameless('fail')];
  expect(causesOf('moved', estimate(orders))).toEqual(causes);
});

test('The step that a type names causes it, even if another step explains it as well and is nearer', () => {
  const orders = [1, 2, 3].map(() => anOrder('order.deposit_detected', ['deposit_detected', 'deposit_confirmed']));
  expect(causesOf('order.deposit_detected', estimate(orders))).toEqual(['deposit_detected']);
});

test('A nameless event that came late for an order that was alone belongs to the step that others took before', () => {
  const others = [1, 2, 3].map(() => saying(anOrder(undefined, ['deposit_detected']), { isAlone: false }));
  const alone = nameless('wrong_chain');
  const late = traceOf(alone.calls, [...alone.events, ...alone.events, ...alone.events]);
  const orders = [...[1, 2, 3].map(() => nameless('deposit_detected')), late, ...others];
  expect(causesOf('moved', estimate(orders))).toEqual(['deposit_detected']);
});

test('A nameless event belongs to the step before it if as many came outside journeys as probes asked for it', () => {
  const orders = Array.from({ length: 4 }, () => nameless('expire'));
  const probes = saying(anOrder(undefined, ['expire', 'expire']), { role: 'keyless', isAlone: false });
  expect(causesOf('moved', estimate([...orders, probes], new Map([['moved', [500, 1_500]]])))).toEqual(['expire']);
});

test('A nameless event belongs to the step before it if other orders took it outside the exclusive section', () => {
  const inside = anOrder('moved', ['expire']);
  const events = [...inside.events, ...inside.events, ...inside.events].map(event => ({
    ...event,
    isNameless: true,
  }));
  const outside = anOrder(undefined, ['expire']).calls.map(call => ({ ...call, isAlone: false }));
  const besides = (own: Trace['events']) => {
    const others = [1, 2].map(() => traceOf(outside, own));
    return causesOf('moved', estimate([traceOf(inside.calls, events), ...others]));
  };
  expect(besides([])).toEqual(['expire']);
  // A step that sends an event which names its order sends no nameless one.
  expect(besides(anOrder('expired', ['expire']).events)).toEqual([]);
  expect(causesOf('moved', estimate([traceOf(inside.calls, events)]))).toEqual([]);
});

test('A nameless event belongs to no step if another nameless event alternates with it', () => {
  const model = estimate(['moved', 'other'].flatMap(type => [1, 2].map(() => anOrder(type, ['fail'], true))));
  expect([...model.owes('fail')]).toEqual([]);
});

test('A nameless event belongs to no step if it follows several steps that send named events', () => {
  const both = (step: string, own: string) => {
    const { calls, events } = anOrder('moved', [step], true);
    return traceOf(calls, [...events, ...anOrder(own, [step]).events]);
  };
  const orders = [1, 2, 3].flatMap(() => [both('expire', 'expired'), both('wrong_chain', 'misrouted')]);
  const model = estimate(orders);
  expect([causesOf('moved', model), causesOf('expired', model), model.isUnasked('moved')]).toEqual([
    [],
    ['expire'],
    true,
  ]);
  const alone = [1, 2, 3].flatMap(() => [nameless('expire'), nameless('wrong_chain')]);
  expect(causesOf('moved', estimate(alone))).toEqual(['expire', 'wrong_chain']);
});

test('A nameless event belongs to no step if all orders together rule this out', () => {
  const few = [nameless('expire'), nameless('expire')];
  const all = estimate([...few, ...Array.from({ length: 4 }, () => anOrder('expired', ['expire']))]);
  expect([estimate(few), all, estimate(few, new Map(), all)].map(model => causesOf('moved', model))).toEqual([
    ['expire'],
    [],
    [],
  ]);
});

test.each([
  ['the step before it if it seldom comes while no journey is alone', [60_000], ['expire']],
  ['no step if it often comes while no journey is alone', [60_000, 61_000], []],
])('A nameless event belongs to %s', (_, ofNobody, causes) => {
  const orders = Array.from({ length: 4 }, () => nameless('expire'));
  expect(causesOf('moved', estimate(orders, new Map([['moved', ofNobody]])))).toEqual(causes);
});

test('An event that follows two steps in all its orders may be caused by either', () => {
  const model = estimate([anOrder('moved', ['expire', 'fail']), anOrder('moved', ['expire', 'fail'])]);
  expect(causesOf('moved', model)).toEqual(['fail']);
  expect([...model.mayOwe('expire')]).toEqual(['moved']);
});

/** An order with a call that simulates nothing, and with the given roles of calls. */
const mistaken = (inputs: readonly string[], roles: { readonly [input: string]: string } = {}) => {
  const { calls, events } = anOrder('moved', inputs);
  const role = (input: string) => roles[input] ?? (input === 'mistake' ? 'mistake' : 'step');
  const named = calls.map(call => ({ ...call, role: role(call.input) }));
  return traceOf(named, events);
};

test('The cause of an event is the step right before it, even if orders with mistaken calls suggest another', () => {
  const orders = [1, 2, 3].map(() => anOrder('moved', ['expire', 'fail']));
  const others = [1, 2].map(() => mistaken(['expire', 'fail', 'mistake'], { fail: 'odd' }));
  expect(causesOf('moved', estimate([...orders, ...others]))).toEqual(['fail']);
});

test('A further step may cause an event in one sequence of steps and be ignored in all others', () => {
  const several = (type: string | undefined, ...inputs: readonly string[]) =>
    [1, 2, 3].map(() => anOrder(type, inputs));
  const ignored = [['wrong_chain'], ['deposit_confirmed'], ['fail']].flatMap(way =>
    several(undefined, ...way, 'expire'),
  );
  const orders = [...several('moved', 'fail'), ...several('moved', 'expire'), ...ignored];
  expect(causesOf('moved', estimate(orders))).toEqual(['expire', 'fail']);
});

test('A step that one order took alone causes the event, and the other step does not', () => {
  const model = estimate([anOrder('moved', ['expire', 'fail']), anOrder('moved', ['expire'])]);
  expect(causesOf('moved', model)).toEqual(['expire']);
  expect([...model.mayOwe('fail')]).toEqual([]);
});

test('A step that nearly all orders took causes the event, even if one order shows another type', () => {
  const orders = [...Array.from({ length: 3 }, () => anOrder('moved', ['fail'])), anOrder('moved', ['expire'])];
  expect(causesOf('moved', estimate([...orders, anOrder('other', ['fail'])]))).toEqual(['fail']);
});

test.each([
  ['once', 1, ['expire']],
  ['as often as it explains', 2, ['expire', 'fail']],
])('A further step causes an event only if it explains more than one event: %s', (_, after, causes) => {
  const orders = [
    ...Array.from({ length: 3 }, () => anOrder('moved', ['expire'])),
    ...Array.from({ length: after }, () => anOrder('moved', ['fail'])),
  ];
  expect(causesOf('moved', estimate(orders))).toEqual(causes);
});

test.each([
  ['explains more than it lacks', 1, ['deposit_detected']],
  ['lacks more than it explains', 3, []],
])(
  'A step of the happy path causes an event only if it explains more than it lacks: one that %s',
  (_, lacking, causes) => {
    const orders = [
      ...Array.from({ length: 2 }, () => anOrder('moved', ['deposit_detected'])),
      ...Array.from({ length: lacking }, () => anOrder(undefined, ['deposit_detected'])),
    ];
    expect(causesOf('moved', estimate(orders))).toEqual(causes);
  },
);

test('A step after which orders show another type instead does not cause the event', () => {
  // A step that is refused later does not hide the events before it.
  const fails = (...types: readonly string[]) => {
    const calls = anOrder(undefined, ['fail', 'expire']).calls.map(call =>
      call.input === 'expire' ? { ...call, answer: 'refused' } : call,
    );
    const events = types.map(type => ({ type, at: 500 }));
    return traceOf(calls, events);
  };
  const expired = [1, 2, 3].map(() => anOrder('moved', ['expire']));
  const failed = [fails('moved', 'noise'), fails('moved'), fails('moved'), fails('other'), fails('other')];
  expect(causesOf('moved', estimate([...expired, ...failed]))).toEqual(['expire']);
});

test.each([
  ['one order has', ['fail'], false],
  ['two orders have', ['fail', 'wrong_chain'], true],
])('A type is unasked if %s it long after a step that does not cause it', (_, steps, isUnasked) => {
  const asked = Array.from({ length: 4 }, () => anOrder('moved', ['expire']));
  const late = steps.map(step => {
    const order = anOrder('moved', [step]);
    const events = order.events.map(event => ({ ...event, at: 60_000 }));
    return traceOf(order.calls, events);
  });
  expect(estimate([...asked, ...late]).isUnasked('moved')).toBe(isUnasked);
});

test.each([
  ['for every order is unasked, however late', [], true],
  ['for all orders but one is not unasked', [anOrder(undefined, ['expire'])], false],
])('A type that comes once %s', (_, others, isUnasked) => {
  const asked = [1, 2, 3].map(() => anOrder('created', ['deposit_detected']));
  const refused = saying(anOrder('created', ['fail']), { role: 'keyless', answer: 'refused' });
  const orders = [...asked, anOrder('created', ['expire']), refused, ...others];
  expect(estimate(orders).isUnasked('created')).toBe(isUnasked);
});

test.each([
  ['there are as many events as orders', 0, true],
  ['there is one event more than orders', 1, false],
])(
  'A nameless type, which sometimes follows no step, is unasked only if there are as many as orders: %s',
  (_, more, isUnasked) => {
    const asked = Array.from({ length: 12 }, () => anOrder('created', ['deposit_detected'], true));
    const refused = [1, 2].map(() => saying(anOrder('created', ['fail'], true), MISTAKEN));
    const late = [...asked, anOrder(undefined, []), ...refused];
    const ofNobody = new Map([['created', Array.from({ length: 1 + more }, (_, nth) => nth)]]);
    expect(estimate(late, ofNobody).isUnasked('created')).toBe(isUnasked);
  },
);

test('A type that comes once for every order is unasked, even if only orders with mistaken calls show it early', () => {
  const asked = [1, 2, 3].map(() => anOrder('created', ['deposit_detected']));
  const others = [1, 2].map(() => saying(anOrder('created', ['fail']), MISTAKEN));
  expect(estimate([...asked, ...others]).isUnasked('created')).toBe(true);
});
