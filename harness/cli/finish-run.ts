import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempted, HarnessError } from '../base/errors.ts';
import { writeWhole } from '../base/write-whole.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { endOf } from '../journeys/run-control.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { type Conclusion, conclude } from '../report/conclude.ts';
import { headline } from '../report/describe-comparison.ts';
import { RunIndex } from '../report/run-index.ts';
import { writeReports } from '../report/write-run-folder.ts';
import { keptBaseline } from './baseline.ts';
import type { Terminal } from './command.ts';
import { reasonOf, writing } from './files.ts';
import type { Outputs } from './outputs.ts';
import type { RunFolder } from './run-folder.ts';
import { writeVerdict } from './verdict-file.ts';
import { annotationsOf, verdictText } from './verdict-text.ts';

/**
 * Judges a run, compares it with the baseline in its folder, and writes all rendered files.
 * @returns the conclusion and the names of the files @throws HarnessError `out-unwritable`, `baseline-invalid` (usage)
 */
export function concludeInto(terminal: Terminal, path: string, evidence: Evidence, measure?: typeof unmeasured) {
  const baseline = keptBaseline(path, terminal.cwd);
  const conclusion = conclude(evidence, measure, baseline);
  const { summary, comparison } = conclusion;
  const files = writing(path, () => {
    const index = new RunIndex(evidence, summary, comparison);
    return writeReports(resolve(terminal.cwd, path), index, conclusion);
  });
  return { ...conclusion, files };
}

/**
 * Judges a run, writes its reports and prints its verdict, or its summary with `--json`. If something cannot be written
 * (the disk is full, the folder or the reader of the output is gone), that is the result of a run without breaches. The
 * summary always agrees with the exit code. @returns the exit code
 *
 * @param asRecorded false if signatures were recomputed: without the secret nobody could recompute the verdict
 */
export async function finishRun(
  terminal: Terminal,
  { path, failure }: Pick<RunFolder, 'path' | 'failure'>,
  evidence: Evidence,
  asRecorded = true,
): Promise<number> {
  const unrecorded = failure();
  if (unrecorded) terminal.err(`${unrecorded.explain()}\n`);
  const problem = unrecorded ?? (await terminal.written());
  const judged = problem ? endedBy(evidence, problem) : evidence;
  const conclusion = concludeAnyhow(terminal, path, judged);
  const { summary, comparison } = conclusion;
  if (comparison && !terminal.json) terminal.out(`\n${headline(comparison)}\n`);
  const index = new RunIndex(evidence, summary);
  if (terminal.json) terminal.data(summary satisfies Outputs['run'], 2);
  else terminal.print('out', verdictText(index, path));
  tellWorkflow(terminal, index, path);
  const unprinted = await terminal.written();
  if (problem || unprinted === undefined) {
    await writeVerdict(terminal, path, judged, asRecorded ? conclusion : undefined);
    return summary.exitCode;
  }
  return concludeAnyhow(terminal, path, endedBy(evidence, unprinted)).summary.exitCode;
}

/** Reports a run to a GitHub workflow: annotations, and the report as the summary of the step. */
function tellWorkflow(terminal: Terminal, index: RunIndex, path: string): void {
  const { GITHUB_ACTIONS: inWorkflow, GITHUB_STEP_SUMMARY: stepSummary } = terminal.env;
  if (inWorkflow === 'true')
    for (const annotation of annotationsOf(index)) terminal.annotate(terminal.json ? 'err' : 'out', annotation);
  const report = resolve(terminal.cwd, path, 'report.md');
  if (!stepSummary || !existsSync(report)) return;
  try {
    appendFileSync(stepSummary, readFileSync(report));
  } catch (cause) {
    terminal.err(`The summary of the step cannot be written: ${reasonOf(cause)}\n`);
  }
}

/** Concludes a run, even if its reports cannot be written. */
function concludeAnyhow(terminal: Terminal, path: string, evidence: Evidence): Conclusion {
  // After an interrupt nobody waits for the mutation score, which takes longest.
  const measure = evidence.end?.reason === 'interrupted' ? unmeasured : undefined;
  try {
    return concludeInto(terminal, path, evidence, measure);
  } catch (thrown) {
    if (!(thrown instanceof HarnessError) || thrown.code !== 'out-unwritable') throw thrown;
    terminal.err(`${thrown.explain()}\n`);
    const conclusion = conclude(endedBy(evidence, thrown), unmeasured);
    const file = join(resolve(terminal.cwd, path), 'summary.json');
    try {
      writeWhole(file, `${JSON.stringify(conclusion.summary, null, 2)}\n`);
    } catch {
      // The summary cannot be written either. An older one would contradict the exit code.
      attempted(() => rmSync(file, { force: true }));
    }
    return conclusion;
  }
}

/** The evidence of a run that could not write its files. A run that was stopped earlier keeps its reason. */
function endedBy(evidence: Evidence, problem: HarnessError): Evidence {
  const { end } = evidence;
  if (end?.reason !== 'done' && end?.reason !== 'deadline') return evidence;
  return { ...evidence, end: { at: end.at, ...endOf(problem) } };
}
