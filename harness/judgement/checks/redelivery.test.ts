import { expect, test } from 'vitest';
import { ALLOWED_MS, aRun, INTERPRETATION } from '../../testing/evidence.ts';
import type { StepOptions } from '../../testing/evidence-options.ts';
import { redelivery } from './redelivery.ts';
import { breachesIn } from './testing/breaches-in.ts';

// testing/findings/redelivery.txt shows what is found of other runs.

const REFUSED = { status: 503 };
const { eventId: _, ...WITHOUT_ID } = INTERPRETATION;

/** An order whose first webhook is refused, and does not come again. */
function silent(refuse: StepOptions['refuse'] = REFUSED) {
  const run = aRun();
  const journey = run.journey();
  journey.step('deposit_detected', { refuse, again: false });
  return { run, journey };
}

test.each([
  ['its id', INTERPRETATION],
  ['its body', WITHOUT_ID],
])('A missing redelivery is looked for in the isolated retry by %s', (_, interpretation) => {
  for (const [again, what] of [
    [true, '; it came for the isolated retry co_9z, so it is not always missing'],
    [false, '; it did not come for the isolated retry co_9z either, with nothing else running'],
  ] as const) {
    const { run, journey } = silent();
    const alone = run.journey({ order: 'co_9z', diagnoses: journey.id });
    alone.step('deposit_detected', { refuse: REFUSED, again });
    alone.deliver('a');
    const [missing, ...others] = breachesIn(redelivery, run, interpretation);
    expect(missing?.likely).toContain(what);
    expect(others).toEqual([]);
  }
});

test.each([
  [REFUSED, { status: 500 }],
  [{ kind: 'drop' }, { kind: 'slow' }],
] as const)(
  'A redelivery that is missing after %o is not looked for in an isolated retry that refused with %o',
  (refuse, other) => {
    const { run, journey } = silent(refuse);
    run.journey({ diagnoses: journey.id }).step('deposit_detected', { refuse: other });
    expect(breachesIn(redelivery, run)[0]?.likely).not.toContain('isolated retry');
  },
);

test('A redelivery is due if the sender hung up before it was answered', () => {
  const run = aRun();
  const answer = { kind: 'status', status: 503, refused: true, afterMs: 1_500 } as const;
  const refused = run.journey().deliver('a', { answer });
  const [from, to] = [refused.at + 1_000, refused.at + 6_000];
  const wait = { journey: 'j1', kind: 'redelivery', since: refused.id, allowed: ALLOWED_MS } as const;
  run.write({ type: 'wait', ...wait, from, to, outcome: 'missed', hungUp: true });
  const received = 'nothing in 5.0 s after 1.0 s without an answer';
  expect(breachesIn(redelivery, run)).toMatchObject([{ cause: 'left without an answer', received }]);
});
