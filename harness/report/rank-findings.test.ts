import { expect, test } from 'vitest';
import { CONSEQUENCES } from '../contract/requirements.ts';
import { View } from '../evidence/view.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { aRun, aSoundRun, INTERPRETATION, signed } from '../testing/evidence.ts';
import { conclude } from './conclude.ts';
import { consequenceOf, countAmong, leadsTo, rankFindings } from './rank-findings.ts';
import { maskedBy } from './statuses.ts';

function found(requirement: string, evidence: readonly string[], more: Partial<Finding> = {}): Finding {
  const words = { message: 'm', expected: 'e', received: 'r' };
  return { id: requirement, check: 'c', severity: 'breach', requirement, ...words, count: 1, evidence, ...more };
}

const idsOf = (findings: readonly Finding[]) => findings.map(({ id }) => id);

const none = new View(aRun().evidence, INTERPRETATION);

test('Findings are ranked by consequence, breaches before advice, then in the order of the checks', () => {
  const findings = ['wire.json', 'event.id', 'event.every-step', 'signature.hmac', 'gap.of-no-requirement'];
  const advice = found('collection.credit-signal', [], { severity: 'advice' });
  const credited = found('simulate.received-amount', [], { consequence: 'money' });
  const ranked = rankFindings(none, [advice, ...findings.map(requirement => found(requirement, [])), credited]);
  expect(idsOf(ranked)).toEqual([
    'event.id',
    'simulate.received-amount',
    'signature.hmac',
    'event.every-step',
    'wire.json',
    'gap.of-no-requirement',
    'collection.credit-signal',
  ]);
  expect(ranked.map(consequenceOf)).toEqual(['money', ...CONSEQUENCES, 'shape', 'money']);
});

test('A finding has the observed consequence, or otherwise that of its requirement', () => {
  const forged = found('receiver.rejects-mismatch', [], { check: 'gate-verify' });
  expect(leadsTo(forged)).toBe('Anyone who forges a webhook can credit themselves.');
  expect(leadsTo({ ...forged, leadsTo: 'The customer is not credited.' })).toBe('The customer is not credited.');
});

test('Findings of one check and consequence are ranked by frequency', () => {
  const ranked = rankFindings(none, [
    found('event.completed-never-on-failure', [], { check: 'order', count: 2 }),
    found('event.completed-not-before-disburse', [], { check: 'order', count: 9 }),
    found('event.id', [], { check: 'event-id', count: 20 }),
  ]);
  expect(ranked.map(({ count }) => count)).toEqual([9, 2, 20]);
});

test('A finding is listed below one that was seen wherever it was, even if it ranks above that one', () => {
  const run = aRun();
  const journeys = Array.from({ length: 3 }, () => run.journey({}).step('fail', { sends: ['collection.failed', 'x'] }));
  const [one = [], two = [], three = []] = journeys.map(({ deliveries }) => deliveries.map(({ id }) => id));
  const view = new View(run.evidence, INTERPRETATION);
  const root = found('wire.json', [...one, ...two.slice(0, 1)]);
  const caused = found('event.id', [...one.slice(0, 1), 'j1']);
  const apart = found('signature.hmac', three);
  const ranked = rankFindings(view, [root, caused, apart]);
  expect(idsOf(ranked)).toEqual(['wire.json', 'event.id', 'signature.hmac']);
  expect(ranked.map(({ below }) => below)).toEqual([undefined, { finding: 0, why: 'evidence' }, undefined]);
});

test('A finding is listed below the one that its check names', () => {
  const run = aRun();
  const ids = run
    .journey({})
    .step('fail')
    .deliveries.map(({ id }) => id);
  const [more = ''] = run
    .journey({})
    .step('fail')
    .deliveries.map(({ id }) => id);
  run.journey({}).step('fail');
  const caused = found('onramp.ok-body', [...ids, more], { follows: 'onramp.error-responses' });
  const ranked = rankFindings(new View(run.evidence, INTERPRETATION), [caused, found('onramp.error-responses', ids)]);
  expect(idsOf(ranked)).toEqual(['onramp.error-responses', 'onramp.ok-body']);
});

test('No finding is listed below one that was seen everywhere, because that may be chance', () => {
  const run = aSoundRun();
  const ids = run.evidence.deliveries.map(({ id }) => id);
  const ranked = rankFindings(new View(run.evidence, INTERPRETATION), [
    found('wire.json', ids),
    found('wire.snake-case', ids.slice(0, 2)),
  ]);
  expect(ranked.map(({ below }) => below)).toEqual([undefined, undefined]);
});

test('Findings on one requirement are listed together', () => {
  const ranked = rankFindings(none, [
    found('event.id', [], { id: 'a' }),
    found('event.id-kept', [], { id: 'b' }),
    found('event.id', [], { id: 'c' }),
  ]);
  expect(idsOf(ranked)).toEqual(['a', 'c', 'b']);
  expect(ranked[1]?.below).toEqual({ finding: 0, why: 'requirement' });
});

test('A requirement is masked by the fewest breaches that cover every place in which it was due', () => {
  const findings = [
    found('a', ['x1', 'x3']),
    found('b', ['x1', 'x2']),
    found('c', ['x1', 'x2', 'x3'], { severity: 'advice' }),
    found('d', ['x3', 'd4']),
  ];
  const at = (...ids: readonly string[]) => ({ by: ['a', 'b', 'd'], evidence: ids });
  expect(maskedBy([at('x1'), at('x2', 'd2')], findings)).toEqual([1]);
  expect(maskedBy([at('x2'), at('x3'), at('d4')], findings)).toEqual([1, 3]);
  expect(maskedBy([at('x1'), at('x9')], findings)).toEqual([]);
  expect(maskedBy([], findings)).toEqual([]);
});

test('A requirement is not masked by an unrelated breach in the same place', () => {
  const findings = [found('event.completed-not-before-disburse', ['d1']), found('signature.hmac', ['d1'])];
  expect(maskedBy([{ by: ['signature.hmac'], evidence: ['d1'] }], findings)).toEqual([1]);
  expect(maskedBy([{ by: ['signature.'], evidence: ['d1'] }], findings)).toEqual([1]);
  expect(maskedBy([{ by: ['signature.h', 'event.id'], evidence: ['d1'] }], findings)).toEqual([]);
});

test('The reason of a requirement names only findings that its evidence shows', () => {
  const run = aRun();
  const journey = run.journey({ scenario: 'collection/happy-path' });
  journey.step('deposit_detected', { sends: [] });
  journey.deliver('collection.deposit_detected', { signatures: [signed(run.now, { slots: [], nearMiss: 'sha1' })] });
  const { requirements, findings } = conclude(run.evidence, unmeasured).summary;
  expect(findings[0]?.requirement).toBe('signature.hmac');
  const reasons = new Map(requirements.map(({ id, reason }) => [id, reason]));
  const masked = 'masked by F1: the signature of a delivery does not verify';
  expect(reasons.get('signature.raw-body')).toBe(masked);
  expect(requirements.find(({ id }) => id === 'signature.raw-body')?.maskedBy).toEqual([0]);
  expect(reasons.get('onramp.fields')).not.toContain('masked');
  expect(reasons.get('collection.credited-once')).not.toContain('masked');
});

test('A requirement that could not be judged is masked by the refusal of an earlier step', () => {
  const run = aRun();
  const refused = run.journey({ scenario: 'collection/happy-path' });
  refused.step('deposit_detected', { sends: ['collection.deposit_detected'] });
  refused.step('deposit_confirmed', { sends: [], status: 409 });
  refused.end();
  const { requirements } = conclude(run.evidence, unmeasured).summary;
  const masked = requirements.filter(({ maskedBy: by }) => by !== undefined).map(({ id }) => id);
  expect(masked).toEqual([
    'collection.credit-signal',
    'collection.credited-once',
    'simulate.disburse',
    'event.completed-delivered',
    'event.completed-not-before-disburse',
  ]);
});

test.each(['breach', 'advice'] as const)('A %s that follows from another finding is not counted again', severity => {
  expect(countAmong([{ severity }, { severity, below: { finding: 0, why: 'evidence' } }], severity)).toBe(1);
});
