import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun, INTERPRETATION, type RunBuilder } from '../../testing/evidence.ts';
import { schemaProblems } from '../../testing/schema-problems.ts';
import { lifecycleIn } from './lifecycle.ts';

/** The schema that the package exports. */
const SCHEMA = JSON.parse(
  readFileSync(new URL('../../contract/generated/lifecycle.schema.json', import.meta.url), 'utf8'),
);

const lifecycleOf = (run: RunBuilder) => lifecycleIn(new View(run.evidence, INTERPRETATION));

/** The transitions as `from: event -> to, answer webhooks`. */
function arrows(run: RunBuilder): readonly string[] {
  return lifecycleOf(run).transitions.map(
    ({ from, event, to, answer, webhooks }) => `${from}: ${event} -> ${to}, ${[answer, ...webhooks].join(' ')}`,
  );
}

test('The lifecycle of a run conforms to the schema of lifecycle.json, which describes every member', () => {
  const lifecycle = lifecycleOf(addOrders(aRun(), '2 * fail', 'fail!409'));
  expect(lifecycle.transitions[0]?.contradicted).toHaveLength(1);
  expect(schemaProblems(SCHEMA, lifecycle)).toBeNull();
  const [first, ...others] = lifecycle.transitions;
  const wrong = { ...lifecycle, transitions: [{ ...first, answer: 'perhaps' }, ...others] };
  expect(schemaProblems(SCHEMA, wrong)).not.toBeNull();
  const described = Object.keys(SCHEMA.$defs.LifecycleTransition.properties);
  expect(new Set(lifecycle.transitions.flatMap(each => Object.keys(each)))).toEqual(new Set(described));
});

test('The lifecycle of a run contains the effect of each step in each state, with evidence, and untried steps', () => {
  const run = addOrders(aRun(), 'disburse!409 deposit_detected>SEEN fail>DEAD', 'disburse!409');
  const { states, transitions, unexplored } = lifecycleOf(run);
  expect(states).toEqual(['new order', 'SEEN', 'DEAD']);
  expect(arrows(run)).toEqual([
    'new order: deposit_detected -> SEEN, accepted collection.deposit_detected',
    'new order: disburse -> new order, 409',
    'SEEN: fail -> DEAD, accepted collection.failed',
  ]);
  expect(transitions[1]).toMatchObject({ count: 2, evidence: ['x1', expect.any(String)] });
  expect(unexplored).toHaveLength(states.length * 6 - transitions.length);
  expect(unexplored[0]).toEqual({ from: 'new order', event: 'deposit_confirmed' });
});

test('A state is named by the steps that lead to it if the service gives no name or uses it for several states', () => {
  const run = addOrders(
    aRun(),
    'fail>FAILED deposit_detected!409',
    'deposit_detected fail>FAILED deposit_detected!422',
  );
  expect(lifecycleOf(run).states).toEqual([
    ...['new order', 'after deposit_detected', 'FAILED (after fail)', 'FAILED (after deposit_detected, fail)'],
  ]);
});

test.each<[string, readonly string[], readonly string[]]>([
  [
    'steps after one without an answer, or that may have come before another',
    ['deposit_detected!dropped fail', 'expire!503 fail'],
    [],
  ],
  [
    'a missing webhook that was not waited for',
    ['deposit_detected=?abandoned', 'fail=?missed'],
    ['new order: fail -> new order, accepted'],
  ],
  [
    'a webhook that two steps may have caused',
    ['fail=?none ~5000 +failed', 'fail=?none fail'],
    ['new order: fail -> after fail, accepted collection.failed'],
  ],
  [
    'a late webhook, during a later step of another kind',
    // An expire sends it too, so that the type surely belongs to no step.
    ['3 * deposit_detected=changed', 'expire=changed', 'deposit_detected=?missed fail=changed'],
    [
      'new order: deposit_detected -> after deposit_detected, accepted collection.changed',
      'new order: expire -> after expire, accepted collection.changed',
    ],
  ],
  [
    'webhooks without a step, and those without an order if others name one',
    ['alone: +a.ping deposit_detected +a.ping fail=a.anonymous'],
    [
      'new order: deposit_detected -> after deposit_detected, accepted collection.deposit_detected',
      'after deposit_detected: fail -> after deposit_detected, fail, accepted',
    ],
  ],
])('A lifecycle ignores %s', (_, orders, expected) => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === 'a.anonymous' ? {} : { order_id: order } },
  }));
  expect(arrows(addOrders(run, ...orders))).toEqual(expected);
});

test('A webhook that another step of its kind may have caused does not name a state', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: { order_id: order, status: id.split(' ')[0] ?? '' } },
  }));
  const [slow, busy] = [run.journey(), run.journey()];
  const silent = { sends: [], wait: 'none' } as const;
  for (const each of [slow, busy]) {
    each.step('deposit_detected', silent);
    each.deliver('collection.deposit_detected', { event: `SEEN ${each.order}` });
    each.step('expire', silent);
  }
  busy.step('fail', silent);
  busy.deliver('collection.failed', { event: 'DEAD 1' });
  busy.step('expire', silent);
  // The second expire's comes first.
  busy.deliver('collection.expired', { event: 'DEAD 2' });
  busy.deliver('collection.expired', { event: 'SEEN 3' });
  run.tick(1_000);
  slow.deliver('collection.expired', { event: 'SEEN 4' });
  expect(arrows(run)).toEqual([
    'new order: deposit_detected -> SEEN, accepted collection.deposit_detected',
    'SEEN: expire -> SEEN, accepted collection.expired',
  ]);
});
