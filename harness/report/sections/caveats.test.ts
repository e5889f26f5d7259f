import { expect, test } from 'vitest';
import type { Evidence } from '../../core/evidence.ts';
import { RunIndex } from '../run-index.ts';
import { evidence, summary, summaryOf } from '../testing/fixture.ts';
import { caveats } from './caveats.ts';

const remedies = (of: Evidence) => caveats(new RunIndex(of, summaryOf(of))).map(({ remedy }) => remedy);

test('What was not shown stands under the setting that shows it, what no setting shows last', () => {
  const told = caveats(new RunIndex(evidence, summary));
  expect(told.find(({ remedy }) => remedy === 'Set ORDER_COMMAND to show:')?.what).toEqual(['it needs 40 orders']);
  expect(told.at(-2)?.remedy).toBe('Not shown, and no setting shows it:');
});

test('A cut-off record, a stopped run and a run of one suite say so first', () => {
  const { end: _, ...cut } = evidence;
  expect(remedies(cut)[0]).toMatch(/^The record was cut off/);
  const stopped = { ...evidence, end: { at: evidence.run.at, reason: 'deadline' as const } };
  expect(remedies(stopped)[0]).toBe('The run was stopped (deadline). Not shown:');
  const settings = { ...evidence.run.settings, suites: ['contract'] };
  const some = { ...evidence, troubles: [], run: { ...evidence.run, settings } };
  expect(remedies(some)[0]).toBe('Only contract ran, as requested.');
});
