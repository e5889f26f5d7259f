import { plural } from '../base/plural.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { differencesBetween } from '../evidence/difference.ts';
import type { Change, Drift } from '../facts/drift.ts';
import type { LifecycleDrift } from '../facts/lifecycle/machines.ts';
import { brokenPromises } from '../facts/observed-dialect.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { ownCommand } from '../settings/own-command.ts';
import { otherTransitions, outputInWords } from './lifecycle.ts';

/** A breach for each part of the pinned dialect (`--dialect`) that the target violates, on the answered gap. */
export function pinnedFindings(dialect: Dialect, seen: Dialect): readonly Finding[] {
  return brokenPromises(dialect, seen).map(({ gap, key, pinned, observed }) => ({
    id: `f-held-${key}`,
    check: 'held-dialect',
    requirement: gap,
    severity: 'breach',
    count: 1,
    message: `the target differs from the given dialect in ${key}`,
    expected: pinned,
    received: observed,
    differences: differencesBetween(JSON.parse(pinned), JSON.parse(observed), key),
    likely: 'the service has changed since the dialect file was written',
    next: `if the change is intended, write the file again: ${ownCommand('learn', '--out', 'FILE')}`,
    evidence: [],
  }));
}

/** A breach for each gap with breaking drift from the baseline, and one for a different lifecycle. */
export function baselineFindings({ changes }: Drift, lifecycle: LifecycleDrift | undefined): readonly Finding[] {
  const breaking = Map.groupBy(
    changes.filter(change => change.breaking),
    ({ gap }) => gap,
  );
  return [
    ...[...breaking].map(([gap, own]) => driftFinding(gap, own)),
    ...(lifecycle ? [lifecycleFinding(lifecycle)] : []),
  ];
}

/** The breach of a different lifecycle, with the shortest sequence of steps that shows it. */
function lifecycleFinding(drift: LifecycleDrift): Finding {
  const { before, event, old, new: now, others, evidence } = drift;
  const after = before.length > 0 ? ` after ${before.map(step => step.event).join(', ')}` : '';
  const [expected, received] = [outputInWords(old), outputInWords(now)];
  return {
    id: 'f-baseline-lifecycle',
    check: 'baseline',
    requirement: 'states.transitions',
    severity: 'breach',
    count: 1 + others,
    message: `the target differs from the baseline in what ${event}${after} does`,
    expected,
    received: [received, ...otherTransitions(drift)].join('; '),
    differences: [{ at: `${event}${after}`, expected, received }],
    ...ofBaseline(),
    evidence: evidence.new,
  };
}

function driftFinding(gap: string, changes: readonly Change[]): Finding {
  const [first] = changes;
  const where = changes.length === 1 && first?.condition !== undefined ? ` (${first.condition})` : '';
  return {
    id: `f-baseline-${gap}`,
    check: 'baseline',
    requirement: gap,
    severity: 'breach',
    count: changes.length,
    message: `the target differs from the baseline in ${gap}${where}`,
    expected: 'the facts of the baseline',
    received: plural(changes.length, 'breaking change'),
    differences: changes.map(change => ({
      at: change.condition ?? '',
      expected: JSON.stringify(change.old) ?? 'as before',
      received: change.what,
    })),
    ...ofBaseline(),
    evidence: [...new Set(changes.flatMap(({ evidence }) => evidence.new))],
  };
}

/** The likely cause of drift from the baseline, and the next step. */
function ofBaseline(): Pick<Finding, 'likely' | 'next'> {
  return {
    likely: 'the service has changed since the baseline was taken',
    next: `if the change is intended, fold this run into the facts: ${ownCommand('observe', 'RUN_DIR')}`,
  };
}
