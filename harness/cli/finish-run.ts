import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempted, HarnessError } from '../base/errors.ts';
import { plural } from '../base/plural.ts';
import { writeWhole } from '../base/write-whole.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { endOf } from '../journeys/run-control.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { type Conclusion, conclude } from '../report/conclude.ts';
import { headline } from '../report/describe-comparison.ts';
import { diffOf } from '../report/diff.ts';
import { describeFinding, detailsOf } from '../report/finding-in-words.ts';
import { countAmong } from '../report/rank-findings.ts';
import { againOf } from '../report/reproduce.ts';
import { countRows, troubleInWords } from '../report/run-in-words.ts';
import { type FindingGroup, groupFindings, type NumberedFinding, namesOf, RunIndex } from '../report/run-index.ts';
import type { Summary } from '../report/summary.ts';
import { visibleLine } from '../report/visible.ts';
import { LOOKS } from '../report/wording.ts';
import { writeReports } from '../report/write-run-folder.ts';
import { type Annotation, type Piece, type Style, styled, type Terminal } from './command.ts';
import { keptBaseline } from './earlier-runs.ts';
import { reasonOf, writing } from './files.ts';
import type { Outputs } from './outputs.ts';
import type { RunFolder } from './run-folder.ts';
import { writeVerdict } from './verdict-file.ts';

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
    writeVerdict(terminal, path, judged, asRecorded ? conclusion : undefined);
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

/** The most listed findings after the first one, and the most listed shortfalls. The report has all. */
const MOST_LISTED = 3;
const MOST_DIFF = 4;

const STYLES = { good: 'good', bad: 'bad', warn: 'warn', calm: 'soft' } as const;

/**
 * The end of a run for a reader: the verdict, the first finding with its diff and the command that repeats it, the rest
 * in short, and the path of the report.
 */
export function verdictText(index: RunIndex, folder: string): readonly Piece[] {
  const { summary } = index;
  const { verdict, message, findings } = summary;
  const groups = groupFindings(index.findings);
  const [first] = groups;
  const isBreached = verdict === 'nonconformant' && first !== undefined;
  const [breaches, advice] = (['breach', 'advice'] as const).map(severity => countAmong(findings, severity));
  const counted = [plural(breaches ?? 0, 'breach'), ...(advice ? [plural(advice, 'advice')] : [])].join(', ');
  const lines: (readonly Piece[])[] = [
    [],
    [styled(STYLES[LOOKS[verdict].tone], verdict.toUpperCase()), `  ${isBreached ? counted : visibleLine(message)}`],
    ...(first ? [[], ...firstFinding(first.head, index)] : []),
    ...(first ? otherFindings(first, groups.slice(1)) : []),
    ...(verdict === 'incomplete' ? shortfallLines(summary).map(line => [line]) : []),
    [],
    ...countRows(summary).map(([name, value]) => [`  ${name.padEnd(12)}  ${value}`]),
    ...outageLines(index).map(line => [line]),
    [`  report        ${folder}/report.html`],
  ];
  return lines.flatMap(line => [...line, '\n']);
}

function firstFinding(numbered: NumberedFinding, index: RunIndex): readonly (readonly Piece[])[] {
  const { severity, message, requirement, also = [], count } = numbered.finding;
  const names = ['only', 'leads to', 'likely cause', ...(index.evidence.run.gate ? ['next'] : [])];
  const again = againOf(numbered, index);
  const isBreach = severity === 'breach';
  const seen = count > 1 ? ` (${count} times)` : '';
  const head = `F1 ${visibleLine(message)}${seen}`;
  // The first line of context says most, such as the case of a gate.
  const diff = diffOf(numbered.finding)
    .filter(({ sign }, nth) => nth === 0 || sign !== ' ')
    .slice(0, MOST_DIFF);
  const rows = [
    ['requirement', `${requirement}${also.length > 0 ? ` and ${also.length} more` : ''}`] as const,
    ...detailsOf(numbered, index)
      .filter(([name]) => names.includes(name))
      .map(([name, words]) => [name, visibleLine(words)] as const),
  ];
  return [
    ['  ', styled(isBreach ? 'bad' : 'warn', isBreach ? '✗' : '!'), ' ', styled('strong', head)],
    ...diff.map(({ sign, text }) => ['      ', styled(SIGNS[sign], `${sign} ${text}`)]),
    ...rows.map(([name, value]) => [`    ${name.padEnd(12)}  ${value}`]),
    ...(again === undefined ? [] : [[`    ${'reproduce'.padEnd(12)}  ${again}`]]),
  ];
}

const SIGNS: { readonly [sign in '-' | '+' | ' ']: Style } = { '-': 'good', '+': 'bad', ' ': 'soft' };

/** The causes after the first, one per line. */
function otherFindings(first: FindingGroup, others: readonly FindingGroup[]): readonly (readonly Piece[])[] {
  const withIt = first.below.length > 0 ? [[`    ${seeAlso(first)}`]] : [];
  if (others.length === 0) return withIt;
  const listed = others.slice(0, MOST_LISTED).map(group => {
    const { finding, number } = group.head;
    const isBreach = finding.severity === 'breach';
    const more = group.below.length > 0 ? `, ${seeAlso(group)}` : '';
    const text = ` F${number} ${visibleLine(finding.message)}${more}`;
    return ['  ', styled(isBreach ? 'bad' : 'warn', isBreach ? '✗' : '!'), text];
  });
  const rest = others.slice(MOST_LISTED);
  return [...withIt, [], ...listed, ...(rest.length === 0 ? [] : [[`  … and ${plural(rest.length, 'more cause')}`]])];
}

function seeAlso({ below }: FindingGroup): string {
  return `see also ${namesOf(below)} in the report`;
}

/** The outages of the tunnel. A webhook that is missing then is no breach. */
function outageLines({ evidence }: RunIndex): readonly string[] {
  const outages = evidence.troubles.filter(({ kind }) => kind === 'tunnel-down');
  const told = outages.slice(0, MOST_LISTED).map(outage => visibleLine(troubleInWords(outage, evidence)));
  const more = outages.length > MOST_LISTED ? [`${outages.length - MOST_LISTED} more, which the report lists`] : [];
  return [...told, ...more].map(text => `  outage        ${text}`);
}

/** What was not shown, unless the message says it. */
function shortfallLines({ message, shortfalls }: Summary): readonly string[] {
  const lines = shortfalls
    .filter(({ what }) => !message.includes(what))
    .slice(0, MOST_LISTED + 2)
    .map(({ what, setting }) => `  – ${visibleLine(what)}${setting === undefined ? '' : ` [${setting}]`}`);
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The top-level findings of a run as annotations: breaches as errors, advice as warnings. GitHub shows ten of each. */
export function annotationsOf(index: RunIndex): readonly Annotation[] {
  return groupFindings(index.findings).map(({ head }) => ({
    level: head.finding.severity === 'breach' ? 'error' : 'warning',
    title: head.finding.requirement,
    message: describeFinding(head, index),
  }));
}
