import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { aSoundRun, type RunBuilder } from '../testing/evidence.ts';
import { compare, type SideBySide } from './comparison.ts';
import { conclude } from './conclude.ts';
import { comparisonBlocks } from './describe-comparison.ts';
import { printMarkdown } from './print-markdown.ts';
import { RunIndex } from './run-index.ts';
import { besideBaseline, earlierJourneys } from './side-by-side.ts';

const DRIFT = { old: 'before', new: 'now', same: 0, changes: [], notExercised: [], breaking: true };

/** What a pull request shows of two journeys. */
function asMarkdown(both: SideBySide): string {
  const blocks = comparisonBlocks({ comparison: { drift: DRIFT, breaking: true }, divergences: [both] });
  return printMarkdown(blocks).join('\n\n');
}

/** The first journey with a new breach beside the earlier one. */
function firstDivergence(old: RunIndex, fresh: RunIndex): SideBySide | undefined {
  const comparison = compare(DRIFT, old.summary.findings, fresh.summary.findings);
  return besideBaseline(fresh, comparison, { earlierJourneys: earlierJourneys(old) }).divergences[0];
}

const indexOf = ({ evidence }: RunBuilder) => new RunIndex(evidence, conclude(evidence, unmeasured).summary);

/** A run whose last journey fails, and is credited all the same. */
function credited(run = aSoundRun()): RunBuilder {
  const journey = run.journey({ scenario: 'collection/failure' });
  journey.step('fail', { sends: ['collection.failed', COMPLETED] });
  return run;
}

/** A run whose last journey fails, and that is all. */
function failed(): RunBuilder {
  const run = aSoundRun();
  run.journey({ scenario: 'collection/failure' }).step('fail');
  return run;
}

describe('the first divergence', () => {
  test('shows a journey with a new breach beside the one of the same scenario and steps', () => {
    const found = firstDivergence(indexOf(failed()), indexOf(credited()));
    expect(found).toMatchObject({
      finding: { requirement: 'event.completed-never-on-failure' },
      scenario: 'collection/failure',
      before: { id: 'j7' },
      now: { id: 'j7' },
      rows: [
        { before: 'simulate fail', now: 'simulate fail', found: false },
        { before: '→ 202', now: '→ 202', found: false },
        { before: 'webhook collection.failed', now: 'webhook collection.failed', found: false },
        { now: `webhook ${COMPLETED}`, found: true },
      ],
    });
  });

  test('is not moved by one more delivery before what is alike', () => {
    const run = aSoundRun();
    const journey = run.journey({ scenario: 'collection/failure' });
    journey.step('fail', { sends: [COMPLETED, 'collection.failed'] });
    expect(firstDivergence(indexOf(failed()), indexOf(run))?.rows).toEqual([
      { before: 'simulate fail', now: 'simulate fail', found: false },
      { before: '→ 202', now: '→ 202', found: false },
      { now: `webhook ${COMPLETED}`, found: true },
      { before: 'webhook collection.failed', now: 'webhook collection.failed', found: false },
    ]);
  });

  test('is undefined where nothing is new, or no journey took the same steps', () => {
    expect(firstDivergence(indexOf(credited()), indexOf(credited()))).toBeUndefined();
    expect(firstDivergence(indexOf(aSoundRun()), indexOf(credited()))).toBeUndefined();
    expect(firstDivergence(indexOf(credited()), indexOf(failed()))).toBeUndefined();
  });

  test('says so where the same happened in the same order', () => {
    const told = firstDivergence(indexOf(failed()), indexOf(credited()));
    const alike = told && { ...told, rows: told.rows.slice(0, 3) };
    expect(asMarkdown(alike ?? expect.unreachable())).toContain('Both show the same sequence');
  });

  test('has two columns, with the first difference and the finding marked', () => {
    const told = firstDivergence(indexOf(failed()), indexOf(credited())) ?? expect.unreachable();
    const markdown = asMarkdown(told);
    expect(markdown).toContain('| differs | then: j7 | now: j7 |');
    expect(markdown).toMatch(/^\| \+ \| {2}\| webhook disbursement\.completed ◄ \|$/m);
  });
});
