import { expect, test } from 'vitest';
import { driftBetween } from './drift.ts';
import { type Fact, parseFacts } from './fact.ts';

const seen = (gap: string, value: unknown, more: Partial<Fact> = {}): Fact => ({
  gap,
  status: 'answered',
  value,
  count: 20,
  samples: 20,
  evidence: [],
  ...more,
});

function drift(old: readonly Fact[], fresh: readonly Fact[]) {
  return driftBetween({ target: 'https://one.test', facts: old }, { target: 'https://other.test', facts: fresh });
}

/** What changed, as `kind` and whether it is breaking. */
function changes(old: readonly Fact[], fresh: readonly Fact[]) {
  return drift(old, fresh).changes.map(({ kind, breaking }) => `${kind}${breaking ? ' breaking' : ''}`);
}

test('Drift is empty between equal facts of different targets', () => {
  const facts = [seen('simulate.status', 202), seen('event.names', ['a', 'b'], { condition: 'after expire' })];
  expect(drift(facts, facts)).toMatchObject({ changes: [], notExercised: [], same: 2, breaking: false });
});

test.each([
  ['a status', 'simulate.status', 202, 200],
  ['the unit of t', 'signature.t-unit', 's', 'ms'],
  ['a place', 'event.order-field', '/data/order_id', '/order_id'],
  ['an event name', 'event.names', 'collection.expired', 'quote.expired'],
  ['a format', 'format.timestamps', 'RFC 3339, UTC as Z', 'seconds since 1970'],
  ['a value that nothing else stood beside', 'onramp.status-values', 'completed', 'COMPLETED'],
  ['a gap that nobody has heard of', 'x.new', 1, 2],
])('Drift of %s is breaking', (_, gap, old, fresh) => {
  expect(changes([seen(gap, old)], [seen(gap, fresh)])).toEqual(['changed breaking']);
});

test('Drift calls a fact with two answers contradicted', () => {
  const both = seen('simulate.status', [200, 202], { status: 'contradicted', reason: '200 and 202' });
  expect(changes([seen('simulate.status', 202)], [both])).toEqual(['contradicted breaking']);
  expect(changes([both], [both])).toEqual([]);
});

test('Drift calls a further value new, which is not breaking', () => {
  expect(changes([seen('onramp.status-values', 'a')], [seen('onramp.status-values', ['a', 'b'])])).toEqual(['new']);
});

test.each(['after fail', 'after expire', 'after wrong_chain on a named network'])(
  'Drift of a new event type %s is breaking, and elsewhere is not',
  condition => {
    const names = (value: unknown, after: string) => [seen('event.names', value, { condition: after })];
    const fresh = ['collection.failed', 'disbursement.completed'];
    expect(changes(names('collection.failed', condition), names(fresh, condition))).toEqual(['new breaking']);
    expect(changes(names('collection.failed', 'after disburse'), names(fresh, 'after disburse'))).toEqual(['new']);
  },
);

test('Drift of a first event after a failure is breaking', () => {
  const silent = seen('event.names', undefined, { condition: 'after fail', status: 'unanswered', count: 0 });
  expect(changes([silent], [seen('event.names', 'a', { condition: 'after fail' })])).toEqual(['new breaking']);
  expect(changes([], [seen('event.names', 'a', { condition: 'after fail' })])).toEqual(['new']);
});

test('Drift never reports a fact as gone if it was not exercised', () => {
  const before = [seen('event.names', 'a', { condition: 'after expire' })];
  const unanswered = seen('event.names', undefined, {
    status: 'unanswered',
    count: 0,
    samples: 0,
    reason: 'no order',
  });
  for (const after of [[], [unanswered], [{ ...unanswered, condition: 'after expire' }]])
    expect(drift(before, after)).toMatchObject({
      changes: [],
      breaking: false,
      notExercised: [{ gap: 'event.names' }],
    });
});

test('Drift calls a fact gone only after as many samples as before', () => {
  const none = (samples: number) => seen('event.names', undefined, { count: 0, samples });
  expect(changes([seen('event.names', 'a')], [none(20)])).toEqual(['gone breaking']);
  expect(changes([seen('event.names', 'a')], [none(19)])).toEqual([]);
  const two = seen('event.names', ['a', 'b'], { values: [sight('a', 10), sight('b', 10)] });
  expect(changes([two], [seen('event.names', 'a', { samples: 19, count: 19 })])).toEqual([]);
  expect(changes([two], [seen('event.names', 'a')])).toEqual(['gone breaking']);
});

test('Drift ignores rare facts that may be missing by chance', () => {
  const rare = seen('event.fields', 'string', { count: 1, among: 'an event', condition: 'an event, /note' });
  const other = seen('event.fields', 'string', { among: 'an event', condition: 'an event, /id' });
  expect(changes([rare, other], [other])).toEqual(['gone']);
});

test('Drift is breaking if a field is gone, is not always present or has another type; a further field is not', () => {
  const field = (name: string, more: Partial<Fact> = {}) =>
    seen('event.fields', 'string', { among: 'an event', condition: `an event, ${name}`, ...more });
  const all = [field('/id'), field('/type')];
  expect(changes(all, [field('/id')])).toEqual(['gone breaking']);
  expect(changes(all, [field('/id'), field('/type', { count: 12 })])).toEqual(['changed breaking']);
  expect(changes(all, [field('/id'), field('/type', { value: 'number' })])).toEqual(['changed breaking']);
  expect(changes(all, [...all, field('/more')])).toEqual(['new']);
  expect(changes(all, [])).toEqual([]);
});

test('Drift names the fields that facts of another program list', () => {
  expect(changes([seen('event.fields', ['id', 'type'])], [seen('event.fields', ['id'])])).toEqual(['gone breaking']);
  expect(changes([seen('event.fields', { id: 'string' })], [seen('event.fields', { id: 'number' })])).toEqual([
    'changed breaking',
  ]);
});

test('Drift of preview routes is never breaking', () => {
  expect(changes([seen('preview.session', 200)], [seen('preview.session', 404)])).toEqual(['changed']);
});

test('Drift accepts places that overlap, and compares places by type for the types that both know', () => {
  const place = (value: unknown) => [seen('event.id-field', value)];
  expect(changes(place(['/id', '/uuid']), place('/uuid'))).toEqual([]);
  expect(changes(place({ a: '/x', b: '/y' }), place({ a: '/x' }))).toEqual([]);
  expect(changes(place({ a: '/x' }), place({ a: '/y' }))).toEqual(['changed breaking']);
});

test('Drift allows shares and paces to vary by chance', () => {
  const share = (again: number) =>
    seen('webhook.duplicates', ['again', 'once'], {
      count: 100,
      samples: 100,
      values: [sight('again', again), sight('once', 100 - again)],
    });
  expect(changes([share(30)], [share(38)])).toEqual([]);
  expect(changes([share(30)], [share(80)])).toEqual(['changed']);
  const pace = (value: string) => [seen('webhook.timeout', value)];
  expect(changes(pace('within a second'), pace('within ten seconds'))).toEqual([]);
  expect(changes(pace('within a second'), pace('within ten minutes'))).toEqual(['changed']);
});

test('Drift lists breaking changes first', () => {
  const old = [seen('a.first', 1), seen('webhook.redirects', 'left'), seen('z.last', 1)];
  const fresh = [seen('a.first', 1), seen('webhook.redirects', 'followed'), seen('z.last', 2), seen('b.new', 1)];
  expect(drift(old, fresh).changes.map(({ gap }) => gap)).toEqual(['z.last', 'webhook.redirects', 'b.new']);
});

function sight(value: unknown, count: number) {
  return { value, count, firstSeen: '', lastSeen: '', evidence: [] };
}

test('Reading facts fills in what a hand-written file leaves out, and merges entries with one key', () => {
  const text = JSON.stringify({
    target: 't',
    facts: [
      { gap: 'event.names', status: 'answered', value: 'a' },
      { gap: 'event.names', status: 'answered', value: 'b' },
    ],
  });
  expect(parseFacts(text, 'f').facts).toEqual([
    { gap: 'event.names', status: 'answered', value: ['a', 'b'], count: 2, samples: 2, evidence: [] },
  ]);
});
