import { array, assert, constantFrom, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import type { Interpretation } from '../../evidence/interpretation.ts';
import { aRun, aSoundRun, INTERPRETATION } from '../../testing/evidence.ts';
import { type Check, hidden, type Judgement, pass } from './check.ts';
import { CHECKS } from './index.ts';
import { judge } from './judge.ts';

const A: Interpretation = { ...INTERPRETATION, eventId: '/a' };
const B: Interpretation = { ...INTERPRETATION, eventId: '/b' };

function says(byReading: { readonly [eventId: string]: readonly Judgement[] }, id = 'a-check'): Check {
  return {
    id,
    title: '',
    kind: 'safety',
    requirements: [],
    judge: view => byReading[String(view.interpretation.eventId)] ?? byReading.always ?? [],
  };
}

function wrong(requirement: string, more: object = {}): Judgement {
  return { requirement, cause: 'cause', message: 'm', expected: 'e', received: 'r', evidence: ['x1'], ...more };
}

const { evidence } = aRun();
const both = [A, B] as const;

test('judge finds no breach in a conformant run, and each requirement passes as often as it is shown', () => {
  const { findings, tallies } = judge(aSoundRun().evidence, [INTERPRETATION]);
  expect(findings).toEqual([]);
  expect(tallies.get('event.completed-delivered')).toEqual({ passed: 3, broken: 0, hidden: [] });
  const ofSignature = ['header', 't', 'v1', 'pairs', 'hmac', 'raw-body', 'lowercase-hex', 'tolerance'];
  const ofRequest = ['accept', 'content-type', 'idempotency-key', 'one-key-per-post'];
  const expected = {
    // Deliveries, two of them redeliveries.
    14: [...ofSignature.map(id => `signature.${id}`), 'webhook.signed', 'wire.json', 'wire.snake-case'],
    // Events, and the calls that caused them.
    12: [
      ...['event.every-step', 'event.id', 'response.request-id', 'service.https', 'simulate.only-own-event'],
      ...['simulate.optional-fields', 'simulate.own-order', 'simulate.route', 'version.prefix'],
      ...ofRequest.map(id => `request.${id}`),
    ],
    9: ['lifecycle.happy-path'],
    6: ['collection.credit-signal'],
    // Happy paths, or failures.
    3: [
      ...['collection.credited-once', 'collection.lifecycle', 'event.completed-delivered', 'lifecycle.other-steps'],
      ...['event.completed-never-on-failure', 'event.completed-not-before-disburse'],
      ...['simulate.deposit-confirmed', 'simulate.deposit-detected', 'simulate.disburse'],
    ],
    2: ['event.id-kept', 'webhook.at-least-once'],
    1: ['simulate.expire', 'simulate.fail', 'simulate.wrong-chain'],
  };
  const shown = Object.groupBy(tallies.keys(), id => tallies.get(id)?.passed ?? 0);
  for (const [times, ids] of Object.entries(expected)) expect(shown[Number(times)]?.sort()).toEqual(ids.sort());
  expect(Object.keys(shown)).toEqual(Object.keys(expected));
});

test('judge runs every check, and each judges only requirements that it names', () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  for (const check of CHECKS) {
    const { tallies } = judge(aSoundRun().evidence, [INTERPRETATION], [check]);
    expect([...tallies.keys()].filter(id => !check.requirements.includes(id))).toEqual([]);
  }
});

test('judge merges the occurrences of one cause into one finding with a count', () => {
  const check = says({
    always: [
      wrong('r1', { evidence: ['x1', 'x2'], received: 'first' }),
      wrong('r1', { evidence: ['x2', 'x3'], received: 'second' }),
      wrong('r1', { cause: 'other' }),
      wrong('r2'),
    ],
  });
  const { findings, tallies } = judge(evidence, [A], [check, says({ always: [wrong('r1')] }, 'b-check')]);
  expect(findings.map(({ check, requirement, count }) => [check, requirement, count])).toEqual([
    ['a-check', 'r1', 2],
    ['a-check', 'r1', 1],
    ['a-check', 'r2', 1],
    ['b-check', 'r1', 1],
  ]);
  expect(findings[0]).toMatchObject({ evidence: ['x1', 'x2', 'x3'], received: 'first', severity: 'breach' });
  expect(findings[0]).not.toHaveProperty('cause');
  expect(tallies.get('r1')).toEqual({ passed: 0, broken: 4, hidden: [] });
});

test('judge gives a finding an id from its cause, the same in every run', () => {
  const of = (...judgements: Judgement[]) => judge(evidence, [A], [says({ always: judgements })]).findings[0]?.id;
  expect(of(wrong('r1'))).toMatch(/^f-[0-9a-f]{8}$/);
  expect(of(wrong('r1', { received: 'else', evidence: ['x9'] }))).toBe(of(wrong('r1')));
  expect(of(wrong('r1', { cause: 'other' }))).not.toBe(of(wrong('r1')));
  expect(of(wrong('r2'))).not.toBe(of(wrong('r1')));
});

test('judge counts the other requirements that a cause breaks as broken too', () => {
  const check = says({ always: [wrong('r1', { also: ['r2'] }), wrong('r1', { also: ['r3'] }), wrong('r1')] });
  const { findings, tallies } = judge(evidence, [A], [check]);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ requirement: 'r1', also: ['r2', 'r3'], count: 3 });
  expect([...tallies].map(([id, { broken }]) => [id, broken])).toEqual([
    ['r1', 3],
    ['r2', 1],
    ['r3', 1],
  ]);
});

test('judge keeps all evidence of a finding, each piece once', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `x${index}`);
  const one = judge(evidence, [A], [says({ always: [wrong('r1', { evidence: ids })] })]);
  expect(one.findings[0]?.evidence).toEqual(ids);
  const sightings = [...ids, 'x0'].map(id => wrong('r1', { evidence: [id] }));
  expect(judge(evidence, [A], [says({ always: sightings })]).findings[0]).toMatchObject({
    count: 251,
    evidence: ids,
  });
});

test('judge reports advice without counting the requirement as broken', () => {
  const check = says({ always: [wrong('r1', { severity: 'advice' }), pass('r1', 'x1')] });
  const { findings, tallies } = judge(evidence, [A], [check]);
  expect(findings).toMatchObject([{ requirement: 'r1', severity: 'advice', count: 1 }]);
  expect(tallies.get('r1')).toEqual({ passed: 1, broken: 0, hidden: [] });
});

test('judge keeps the evidence in which a requirement could not be judged, and the reason', () => {
  const check = says({ always: [hidden('r1', ['r2'], 'x1', 'x2'), pass('r1', 'x4'), hidden('r1', ['r3'], 'x3')] });
  expect(judge(evidence, [A], [check]).tallies.get('r1')).toEqual({
    passed: 1,
    broken: 0,
    hidden: [
      { by: ['r2'], evidence: ['x1', 'x2'] },
      { by: ['r3'], evidence: ['x3'] },
    ],
  });
});

test('judge drops advice on a cause that also breaks the contract', () => {
  const advice = wrong('r1', { severity: 'advice', received: 'less' });
  const { findings } = judge(evidence, [A], [says({ always: [advice, wrong('r1', { received: 'more' }), advice] })]);
  expect(findings).toMatchObject([{ severity: 'breach', received: 'more', count: 1 }]);
});

test('A requirement that every fitting interpretation breaks is violated, with the message of the first', () => {
  const check = says({ '/a': [wrong('r1', { received: 'a' })], '/b': [wrong('r1', { received: 'b' }), wrong('r1')] });
  const { findings, tallies } = judge(evidence, both, [check]);
  expect(findings).toMatchObject([{ requirement: 'r1', received: 'a', count: 1 }]);
  expect(tallies.get('r1')?.broken).toBe(1);
});

test.each([
  ['/a', '/b'],
  ['/b', '/a'],
])('A requirement that only %s finds broken passes, with the passes of %s', (broken, sound) => {
  const check = says({ [broken]: [wrong('r1'), pass('r2', 'x1')], [sound]: [pass('r1', 'x1'), pass('r1', 'x2')] });
  const { findings, tallies } = judge(evidence, both, [check]);
  expect(findings).toEqual([]);
  expect(tallies.get('r1')).toEqual({ passed: 2, broken: 0, hidden: [] });
});

test('judge counts a pass once if several interpretations fit', () => {
  const check = says({ always: [pass('r1', 'x1')] });
  expect(judge(evidence, both, [check]).tallies.get('r1')?.passed).toBe(1);
});

test('Another requirement of a cause is violated only if every fitting interpretation breaks it', () => {
  const check = says({ '/a': [wrong('r1', { also: ['r2', 'r3'] })], '/b': [wrong('r1', { also: ['r3'] })] });
  const { findings, tallies } = judge(evidence, both, [check]);
  expect(findings).toMatchObject([{ requirement: 'r1', also: ['r3'] }]);
  expect([...tallies.keys()]).toEqual(['r1', 'r3']);
});

test('A requirement is violated that one interpretation breaks directly and another in `also`', () => {
  const check = says({ '/a': [wrong('r1', { also: ['r2'] })], '/b': [wrong('r2')] });
  const { findings, tallies } = judge(evidence, both, [check]);
  expect(findings).toMatchObject([{ requirement: 'r2', count: 1 }]);
  expect(findings[0]).not.toHaveProperty('also');
  expect([...tallies.keys()]).toEqual(['r2']);
});

test('The breaches of the first interpretation count if no interpretation passes every check', () => {
  const a = says({ '/a': [wrong('r1')], '/b': [pass('r1', 'x1')] }, 'a-check');
  const b = says({ '/a': [pass('r2', 'x1')], '/b': [wrong('r2')] }, 'b-check');
  const { findings, interpretation } = judge(evidence, both, [a, b]);
  expect(findings).toMatchObject([{ check: 'a-check', requirement: 'r1' }]);
  expect(interpretation).toBe(A);
});

test('The interpretation that needs the fewest findings is kept, however often one was seen', () => {
  const check = says({ '/a': [wrong('r1'), wrong('r2')], '/b': Array(9).fill(wrong('r3')) });
  const { findings, interpretation } = judge(evidence, both, [check]);
  expect(findings).toMatchObject([{ requirement: 'r3', count: 9 }]);
  expect(interpretation).toBe(B);
});

test('judge finds no breach if and only if one of several interpretations breaks nothing', () => {
  const breaks = uniqueArray(constantFrom('r1', 'r2', 'r3'));
  // By check, then by interpretation: what is broken.
  const table = array(array(breaks, { minLength: 4, maxLength: 4 }), { maxLength: 4 });
  const names = ['/a', '/b', '/c', '/d'];
  const interpretations = names.map(eventId => ({ ...INTERPRETATION, eventId })) as [Interpretation];
  assert(
    property(table, rows => {
      const checks = rows.map((row, nth) =>
        says(Object.fromEntries(names.map((name, at) => [name, (row[at] ?? []).map(id => wrong(id))])), `c${nth}`),
      );
      const isSound = names.some((_, at) => rows.every(row => row[at]?.length === 0));
      expect(judge(evidence, interpretations, checks).findings.length === 0).toBe(isSound);
    }),
  );
});

test('Advice is given only if every interpretation of least cost gives it', () => {
  const advice = wrong('r1', { severity: 'advice' });
  const [found] = judge(evidence, both, [says({ '/a': [wrong('r1')], '/b': [advice] })]).findings;
  expect(found).toMatchObject({ requirement: 'r1', severity: 'advice' });
  expect(judge(evidence, both, [says({ '/a': [advice], '/b': [wrong('r1')] })]).findings).toHaveLength(1);
  expect(judge(evidence, both, [says({ '/a': [advice], '/b': [advice] })]).findings).toHaveLength(1);
  expect(judge(evidence, both, [says({ '/a': [advice], '/b': [pass('r1', 'x1')] })]).findings).toEqual([]);
});
