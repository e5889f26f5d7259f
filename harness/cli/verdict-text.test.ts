import { expect, test } from 'vitest';
import { FAILURES } from '../contract/lifecycle.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { conclude } from '../report/conclude.ts';
import { RunIndex } from '../report/run-index.ts';
import { evidence as hostile, summary as ofHostile, summaryOf } from '../report/testing/fixture.ts';
import { aRun, signed } from '../testing/evidence.ts';
import { watchedTerminal } from '../testing/watched-terminal.ts';
import { annotationsOf, verdictText } from './finish-run.ts';
import { openTerminal } from './open-terminal.ts';

/** A run with many breaches: wrong credits, stale and unsigned webhooks, and answers without a request-id. */
function manyBreaches(): RunIndex {
  const run = aRun(undefined, { faults: ['completed-after-fail', 'signature-t-stale', 'request-id-missing'] });
  for (const event of FAILURES) {
    const journey = run.journey({ scenario: 'collection/failure' });
    journey.step(event, { sends: ['disbursement.completed'], status: 200 });
    for (const slots of [[], [0]])
      journey.deliver('x', { signatures: [signed(run.now - 900_000 * (1 + slots.length), { slots, wellFormed: 1 })] });
  }
  for (const status of [200, 201, 202])
    run.exchange('getOnrampOrder', { status, condition: 'known', url: 'https://sandbox.test/v1/onramp-orders/o' });
  const { evidence } = run;
  return new RunIndex(evidence, conclude(evidence, unmeasured).summary);
}

function shown(index: RunIndex) {
  const { host, screen, written } = watchedTerminal(true);
  openTerminal(host, []).print('out', verdictText(index, 'reports/runs/20261122-101112-abcd'));
  return { rows: screen.rows.slice(0, -1), text: screen.rows.join('\n'), written: written() };
}

test.each([
  ['with many breaches', manyBreaches()],
  ['with hostile values', new RunIndex(hostile, ofHostile)],
])('The end of a run %s shows the verdict, the first finding, its diff and command, and the report', (_, index) => {
  const { rows, text, written } = shown(index);
  expect(rows.length, text).toBeLessThanOrEqual(24);
  expect(text).toContain('NONCONFORMANT');
  expect(text).toMatch(/✗ F1 /);
  expect(text).toMatch(/leads to +The customer is credited although the order/);
  expect(text).toMatch(/- expected.*\n.*\+ received/);
  expect(text).toMatch(/ run --target \w+ (?:--only collection\/failure )?--seed /);
  expect(text).toMatch(/ {2}report {8}reports\/runs\/20261122-101112-abcd\/report\.html$/m);
  expect(written.replace(/\u001b\[\d+m/g, '')).not.toMatch(/\u001b|\u202e/);
});

test('Findings below the first one are only in the report, and the terminal says so', () => {
  const [first] = ofHostile.findings;
  if (first === undefined) throw new Error('the fixture has no finding');
  const below = { ...first, id: 'f-below', below: { finding: 0, why: 'evidence' as const } };
  const { text } = shown(new RunIndex(hostile, summaryOf(hostile, [first, below])));
  expect(text).toContain('see also F2 in the report');
  expect(text).not.toMatch(/[✗!] F2/);
});

test('Many causes are counted', () => {
  const [first] = ofHostile.findings;
  if (first === undefined) throw new Error('the fixture has no finding');
  const ids = [
    'event.id',
    'event.id-kept',
    'signature.t',
    'signature.v1',
    'wire.json',
    'wire.snake-case',
    'auth.header',
  ];
  const findings = ids.map(requirement => ({ ...first, id: requirement, requirement }));
  const { text, rows } = shown(new RunIndex(hostile, summaryOf(hostile, findings)));
  expect(rows.length).toBeLessThanOrEqual(24);
  expect(text).toContain('… and 3 more causes');
});

test('Findings become annotations, breaches as errors, with their diff and the command that repeats them', () => {
  const [first, ...more] = annotationsOf(new RunIndex(hostile, ofHostile));
  expect(first).toMatchObject({ level: 'error', title: 'event.completed-never-on-failure' });
  expect(first?.message).toMatch(
    /\n- expected: none\n\+ received: one\n[\s\S]*\nreproduce: .* run --target remote --seed /,
  );
  expect(more.map(({ level }) => level)).toEqual(['error', 'warning']);
});
