import { describe, expect, test } from 'vitest';
import { judge } from '../judgement/checks/judge.ts';
import { aBusyRun, earlyCredit, FAULTS } from '../testing/busy-run.ts';
import { DEPLOYMENTS, toldOfHeaders, writeInHeaders } from '../testing/deployments.ts';
import type { RunMade } from '../testing/evidence.ts';
import type { EventWritten, Write } from '../testing/evidence-options.ts';
import { learn } from './learn.ts';

const findings = ({ evidence }: RunMade) => judge(evidence, learn(evidence).interpretations).findings;
const requirements = (run: RunMade) => findings(run).map(({ requirement }) => requirement);

describe.each(DEPLOYMENTS)('A deployment that $says, judged as learned', ({ write, options = {} }) => {
  test('has no breach', () => {
    expect(findings(aBusyRun(write, options))).toEqual([]);
  });

  test('is caught if one event in five has the id of another', () => {
    expect(requirements(aBusyRun(FAULTS.shared(write), options))).toContain('event.id');
  });

  test('is caught if one confirmation in five credits too early', () => {
    const found = findings(aBusyRun(write, earlyCredit(options)));
    expect(found.map(({ requirement, count }) => [requirement, count])).toContainEqual([
      'event.completed-not-before-disburse',
      2,
    ]);
  });
});

test.each(DEPLOYMENTS.filter(({ copies }) => !copies))(
  'judged as learned, a deployment that $says is caught where one redelivery in five has a new id',
  ({ write, options = {} }) => {
    expect(requirements(aBusyRun(FAULTS.renamed(write), options))).toContain('event.id-kept');
  },
);

describe.each([
  { named: 'the plain id', place: (id: string) => ({ id }) },
  { named: 'event_id', place: (event_id: string) => ({ event_id }) },
  { named: 'an id beside the type', place: (id: string, topic: string) => ({ notification: { id, topic } }) },
  { named: 'an id in meta', place: (id: string) => ({ meta: { id } }) },
])('A deployment whose event id is $named, beside a reference that fits, judged as learned', ({ place }) => {
  const write =
    (idOf: (event: EventWritten) => string): Write =>
    event => ({
      body: {
        ...place(idOf(event), event.type),
        type: event.type,
        data: { order_id: event.order, reference: `ref_${event.id}` },
      },
    });
  const broken = (made: Write) => findings(aBusyRun(made)).map(({ check, requirement }) => `${check} ${requirement}`);

  test('has no breach if the id is kept', () => {
    expect(broken(write(({ id }) => id))).toEqual([]);
  });

  test('is caught if every retry renews the id', () => {
    expect(broken(write(({ id, attempt }) => `${id}-${attempt}`))).toContain('redelivery event.id-kept');
  });

  test('is caught if all events of an order, or of the run, share the id', () => {
    expect(broken(write(({ order }) => `evt_${order}`))).toContain('event-id event.id');
    expect(broken(write(() => 'evt_1'))).toContain('event-id event.id');
  });
});

test('A redelivery with a new id is caught in a pinned header of any case', () => {
  const judged = ({ evidence }: RunMade) =>
    ['X-Event-Id', 'x-event-id', 'X-EVENT-ID'].map(name =>
      judge(evidence, learn(evidence, toldOfHeaders(name)).interpretations).findings.map(
        ({ requirement }) => requirement,
      ),
    );
  expect(judged(aBusyRun(writeInHeaders))).toEqual([[], [], []]);
  for (const requirements of judged(aBusyRun(FAULTS.renamed(writeInHeaders))))
    expect(requirements).toContain('event.id-kept');
});
