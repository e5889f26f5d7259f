import { describe, expect, test } from 'vitest';
import { judge } from '../judgement/checks/judge.ts';
import { aBusyRun, earlyCredit, FAULTS } from '../testing/busy-run.ts';
import { DEPLOYMENTS, type Deployment, toldOfHeaders, writeInHeaders } from '../testing/deployments.ts';
import { INTERPRETATION, type RunBuilder } from '../testing/evidence.ts';
import type { EventWritten, Write } from '../testing/evidence-options.ts';
import { learn } from './learn.ts';

const findings = ({ evidence }: RunBuilder) => judge(evidence, learn(evidence).interpretations).findings;
const requirements = (run: RunBuilder) => findings(run).map(({ requirement }) => requirement);

/** Faults of a service, each in one of five events or confirmations, and what judges them. */
const BROKEN: readonly (readonly [says: string, requirement: string, make: (own: Deployment) => RunBuilder])[] = [
  ['an event has the id of another', 'event.id', ({ write, options }) => aBusyRun(FAULTS.shared(write), options)],
  [
    'a confirmation credits too early',
    'event.completed-not-before-disburse',
    ({ write, options = {} }) => aBusyRun(write, earlyCredit(options)),
  ],
  ['a redelivery has a new id', 'event.id-kept', ({ write, options }) => aBusyRun(FAULTS.renamed(write), options)],
];

describe.each(DEPLOYMENTS)('A deployment that $says', deployment => {
  const { write, options, interpretation, interpretations = 1, copies = false } = deployment;
  const right = { ...INTERPRETATION, ...interpretation };

  test.each([3, 10])('is learned from the first and %i more happy paths, and has no breach', happyPaths => {
    const run = aBusyRun(write, options, happyPaths);
    const found = learn(run.evidence).interpretations;
    expect(found[0]).toEqual(right);
    expect(found).toHaveLength(interpretations);
    expect(findings(run)).toEqual([]);
  });

  test.each(BROKEN)('is also learned if one time in five %s, which is a breach', (_, requirement, make) => {
    const run = make(deployment);
    expect(learn(run.evidence).interpretations[0]).toEqual(right);
    // A copy under a new id is not told from a further event.
    if (requirement !== 'event.id-kept' || !copies) expect(requirements(run)).toContain(requirement);
  });
});

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
  const judged = ({ evidence }: RunBuilder) =>
    ['X-Event-Id', 'x-event-id', 'X-EVENT-ID'].map(name =>
      judge(evidence, learn(evidence, toldOfHeaders(name)).interpretations).findings.map(
        ({ requirement }) => requirement,
      ),
    );
  expect(judged(aBusyRun(writeInHeaders))).toEqual([[], [], []]);
  for (const requirements of judged(aBusyRun(FAULTS.renamed(writeInHeaders))))
    expect(requirements).toContain('event.id-kept');
});
