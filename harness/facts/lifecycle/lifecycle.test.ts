import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { View } from '../../evidence/view.ts';
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
  const run = aRun();
  for (const status of [202, 202, 409]) run.journey().step('fail', { status });
  const lifecycle = lifecycleOf(run);
  expect(lifecycle.transitions[0]?.contradicted).toHaveLength(1);
  expect(schemaProblems(SCHEMA, lifecycle)).toBeNull();
  const [first, ...others] = lifecycle.transitions;
  const wrong = { ...lifecycle, transitions: [{ ...first, answer: 'perhaps' }, ...others] };
  expect(schemaProblems(SCHEMA, wrong)).not.toBeNull();
  const described = Object.keys(SCHEMA.$defs.LifecycleTransition.properties);
  expect(new Set(lifecycle.transitions.flatMap(each => Object.keys(each)))).toEqual(new Set(described));
});

test('The lifecycle of a run contains the effect of each step in each state, with evidence, and untried steps', () => {
  const run = aRun();
  const journey = run.journey();
  const refused = journey.step('disburse', { status: 409, sends: [] });
  journey.step('deposit_detected', { answers: { id: journey.order, status: 'SEEN' } });
  journey.step('fail', { answers: { id: journey.order, status: 'DEAD' } });
  run.journey().step('disburse', { status: 409, sends: [] });
  const { states, transitions, unexplored } = lifecycleOf(run);
  expect(states).toEqual(['new order', 'SEEN', 'DEAD']);
  expect(arrows(run)).toEqual([
    'new order: deposit_detected -> SEEN, accepted collection.deposit_detected',
    'new order: disburse -> new order, 409',
    'SEEN: fail -> DEAD, accepted collection.failed',
  ]);
  expect(transitions[1]).toMatchObject({ count: 2, evidence: [refused.exchange.id, expect.any(String)] });
  expect(unexplored).toHaveLength(states.length * 6 - transitions.length);
  expect(unexplored[0]).toEqual({ from: 'new order', event: 'deposit_confirmed' });
});

test('A state is named by the steps that lead to it if the service gives no name or uses it for several states', () => {
  const run = aRun();
  const [one, other] = [run.journey(), run.journey()];
  const answers = { status: 'FAILED' };
  one.step('fail', { answers });
  one.step('deposit_detected', { status: 409, sends: [] });
  other.step('deposit_detected');
  other.step('fail', { answers });
  other.step('deposit_detected', { status: 422, sends: [] });
  expect(lifecycleOf(run).states).toEqual([
    ...['new order', 'after deposit_detected', 'FAILED (after fail)', 'FAILED (after deposit_detected, fail)'],
  ]);
});

test('A credited order and a failed order are in different states, even if both refuse every step', () => {
  const run = aRun();
  const [failed, credited] = [run.journey(), run.journey()];
  failed.step('expire', { answers: { status: 'EXPIRED' } });
  credited.happyPath();
  for (const journey of [failed, credited])
    for (const event of SIMULATE_EVENTS) journey.step(event, { status: 409, sends: [] });
  const way = 'after deposit_detected, deposit_confirmed';
  expect(arrows(run)).toContain('new order: expire -> EXPIRED, accepted collection.expired');
  expect(arrows(run)).toContain(`${way}: disburse -> ${way}, disburse, accepted ${COMPLETED}`);
});

test('A lifecycle ignores steps after one without an answer, or that may have come before another', () => {
  const run = aRun();
  const lost = run.journey();
  lost.step('deposit_detected', { failure: 'dropped', sends: [] });
  lost.step('fail');
  const busy = run.journey();
  busy.step('expire', { status: 503, sends: [] });
  busy.step('fail');
  expect(arrows(run)).toEqual([]);
});

test('A missing webhook counts in the lifecycle only if it was waited for', () => {
  const run = aRun();
  run.journey().step('deposit_detected', { sends: [], wait: 'abandoned' });
  run.journey().step('fail', { sends: [], wait: 'missed' });
  expect(arrows(run)).toEqual(['new order: fail -> new order, accepted']);
});

test('A webhook that two steps may have caused is attributed to neither', () => {
  const run = aRun();
  const slow = run.journey().step('fail', { sends: [], wait: 'none' });
  run.tick(5_000);
  run.deliver('collection.failed', { order: 'co_1b' });
  const journey = run.journey();
  journey.step('fail', { sends: [], wait: 'none' });
  journey.step('fail');
  expect(arrows(run)).toEqual(['new order: fail -> after fail, accepted collection.failed']);
  expect(lifecycleOf(run).transitions[0]).toMatchObject({ count: 1, evidence: [slow.exchange.id] });
});

test('A late webhook is not attributed to a later step of another kind', () => {
  const run = aRun();
  for (const _ of [1, 2, 3]) run.journey().step('deposit_detected', { sends: ['collection.changed'] });
  // So that the type surely belongs to no step.
  run.journey().step('expire', { sends: ['collection.changed'] });
  const slow = run.journey();
  slow.step('deposit_detected', { sends: [], wait: 'missed' });
  slow.step('fail', { sends: ['collection.changed'] });
  expect(arrows(run)).toEqual([
    'new order: deposit_detected -> after deposit_detected, accepted collection.changed',
    'new order: expire -> after expire, accepted collection.changed',
  ]);
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
  expect(arrows(run).slice(0, 4)).toEqual([
    'new order: deposit_detected -> SEEN, accepted collection.deposit_detected',
    'SEEN: expire -> SEEN, accepted collection.expired',
    'SEEN: fail -> DEAD, accepted collection.failed',
    'DEAD: expire -> after deposit_detected, fail, expire, accepted collection.expired',
  ]);
});

test('A lifecycle ignores webhooks without a step, and those without an order if others name one', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === 'anonymous' ? {} : { order_id: order } },
  }));
  const journey = run.journey({ alone: true });
  journey.deliver('ping');
  journey.step('deposit_detected');
  journey.deliver('ping');
  journey.step('fail', { sends: ['anonymous'] });
  journey.end();
  expect(arrows(run)).toEqual([
    'new order: deposit_detected -> after deposit_detected, accepted collection.deposit_detected',
    'after deposit_detected: fail -> after deposit_detected, fail, accepted',
  ]);
});
