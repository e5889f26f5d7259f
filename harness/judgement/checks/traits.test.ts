import { describe, expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { aRun, INTERPRETATION, type RunMade } from '../../testing/evidence.ts';
import { differs, type Traits, traitsOf } from './traits.ts';

const traits = (values: { readonly [place: string]: string }): Traits => ({
  values: new Map(Object.entries(values)),
  hasEvents: true,
  amounts: [],
});

/** Where an order differs in one place from others that have these values there. */
const at = (place: string, value: string, theirs: readonly string[], amount = '9') =>
  differs(
    traits({ [place]: value }),
    theirs.map(other => traits({ [place]: other })),
    amount,
  );

describe('An order differs from plain ones', () => {
  test.each<[string, string, readonly string[], string?]>([
    ['/status', 'held', ['paid', 'paid']],
    ['/sum', '4', ['5', '7']],
    ['/sum', '-4', ['5', '7']],
    ['/sum', '8', ['5', '7']],
    ['/fee', '4.5', ['5', '7']],
    ['/id', '100', ['5', '7'], '1.00'],
    ['/id', '1', ['5', '7'], '0.010'],
    ['/id', '1001', ['5', '7'], '1.001'],
  ])('at %s by %s beside %j', (place, value, theirs, amount) => {
    expect(at(place, value, theirs, amount)).toBe(place);
  });

  test.each<[string, string, readonly string[], string?]>([
    ['/status', 'paid', ['paid', 'held']],
    ['/status', 'held', ['paid']],
    ['/id', 'c', ['a', 'b']],
    ['/id', '4', ['5', '7']],
    ['/id', '1001', ['5', '7'], '11'],
    ['/sum', '6', ['5', '7']],
    ['/sum', '7', ['5', '7']],
    ['/sum', '4', ['5', 'none']],
    ['/sum', 'none', ['5', '7']],
    ['/amounts/id', '4', ['5', '7']],
  ])('not at %s by %s beside %j', (place, value, theirs, amount) => {
    expect(at(place, value, theirs, amount)).toBeUndefined();
  });

  test('in what it alone has, and what every other one has', () => {
    const plain = [traits({ '/a': '1', '/b': '1' }), traits({ '/a': '1', '/c': '1' })];
    expect(differs(traits({ '/a': '1', '/d': '1' }), plain, '9')).toBe('/d');
    expect(differs(traits({ '/b': '1' }), plain, '9')).toBe('/a');
    expect(differs(traits({ '/a': '1' }), plain, '9')).toBeUndefined();
  });
});

describe('What a consumer can see of an order', () => {
  /** Of the first journey of a run, or of its nth step that was not refused. */
  function seen(run: RunMade, nth?: number) {
    const view = new View(run.evidence, INTERPRETATION);
    const [journey] = view.evidence.journeys;
    if (journey === undefined) throw new Error('the run has no journey');
    const only = nth === undefined ? undefined : journey.steps.filter(step => view.outcomeOf(step) !== 'refused')[nth];
    const { values, ...rest } = traitsOf(view, journey, only);
    return { ...rest, values: Object.fromEntries(values) };
  }

  /** An order that took two steps, and was refused one between them. */
  function driven() {
    const run = aRun(({ type, order }) => ({
      body: { type, order, ...(type === 'paid' && { sums: [{ amount: 5 }] }) },
    }));
    const journey = run.journey();
    journey.step('deposit_detected', { sends: ['seen'] });
    journey.step('expire', { status: 409 });
    journey.step('disburse', { sends: ['paid'] });
    return { run, order: journey.order };
  }

  test('is each answer that was no refusal, and each event', () => {
    const { run, order } = driven();
    expect(seen(run)).toEqual({
      values: {
        'answer deposit_detected status': '202',
        'answer disburse status': '202',
        'event seen': '',
        'event seen/type': 'seen',
        'event seen/order': order,
        'event paid': '',
        'event paid/type': 'paid',
        'event paid/order': order,
        'event paid/sums/0/amount': '5',
      },
      hasEvents: true,
      amounts: [5],
    });
  });

  test('is, of one step, its answer and what came before the next', () => {
    const { run } = driven();
    expect(Object.keys(seen(run, 0).values).filter(place => !place.includes('/'))).toEqual([
      'answer deposit_detected status',
      'event seen',
    ]);
    expect(seen(run, 0)).toMatchObject({ hasEvents: true, amounts: [] });
    expect(Object.keys(seen(run, 1).values).filter(place => !place.includes('/'))).toEqual([
      'answer disburse status',
      'event paid',
    ]);
  });

  test('may be nothing but an answer', () => {
    const run = aRun();
    run.journey().step('disburse', { sends: [] });
    expect(seen(run)).toEqual({ values: { 'answer disburse status': '202' }, hasEvents: false, amounts: [] });
  });
});
