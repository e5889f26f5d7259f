import { resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { requirements } from '../contract/requirements.ts';
import { readRecord } from '../evidence/record/read-record.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { commandsOf, nextOf } from '../report/commands.ts';
import { conclude } from '../report/conclude.ts';
import { describeEvidence } from '../report/describe-evidence.ts';
import { asText, diffOf } from '../report/diff.ts';
import type { NumberedFinding } from '../report/numbered-finding.ts';
import { leadsTo } from '../report/rank-findings.ts';
import { RunIndex } from '../report/run-index.ts';
import { visibleLine } from '../report/visible.ts';
import { seen } from '../report/wording.ts';
import { ownCommand } from '../settings/own-command.ts';
import { keptBaseline } from './baseline.ts';
import { isFolder } from './files.ts';

/** The run that findings are looked for in, where none is named. */
const LATEST = 'reports/runs/latest';

/** How much evidence is described. */
const MOST_EVIDENCE = 8;

/** What is told of something, by what it is called: a text, or lines. */
export type Explained = { readonly [key: string]: string | readonly string[] };

/** A run by its folder, judged by today's checks. @throws HarnessError where it has no record (usage) */
export function readRun(folder: string, cwd: string): RunIndex {
  const evidence = readRecord(resolve(cwd, folder));
  return new RunIndex(evidence, conclude(evidence, unmeasured, keptBaseline(folder, cwd)).summary);
}

/**
 * A finding of a run in plain words: the statements that it breaks, what was expected and received, the evidence, and
 * how to reproduce.
 *
 * @param name its number or its id  @param folder the run folder; default: the latest
 * @throws HarnessError `finding-unknown`, `run-missing` (usage)
 */
export function explainFinding(name: string, folder: string | undefined, cwd: string): Explained {
  if (folder === undefined && !isFolder(cwd, LATEST))
    throw new HarnessError('run-missing', 'usage', `${LATEST} is not a run folder, so there is no finding ${name}`, {
      next: `name a run folder: ${ownCommand('explain', name, '--run', 'RUN_DIR')}`,
    });
  const run = folder ?? LATEST;
  const index = readRun(run, cwd);
  const found = index.findings.find(({ number, finding }) => name === `F${number}` || name === finding.id);
  if (found) return entryOf(found, index, run);
  const all = index.findings.length === 0 ? 'it has no findings' : `it has F1 to F${index.findings.length}`;
  throw new HarnessError('finding-unknown', 'usage', `${run} has no finding ${name}; ${all}`, {
    next: 'name another run with --run',
  });
}

function entryOf(numbered: NumberedFinding, index: RunIndex, run: string): Explained {
  const { number, finding, hides, relation } = numbered;
  const { id, message, severity, check, likely, line, evidence, only } = finding;
  const next = nextOf(numbered, index);
  const shown = evidence.slice(0, MOST_EVIDENCE).map(piece => `${piece}: ${describeEvidence(piece, index)}`);
  const more = evidence.length - shown.length;
  return {
    finding: `F${number} (${id}) of ${run}: ${severity}, ${seen(finding)}`,
    whatHappened: visibleLine(message),
    ...(relation === undefined ? {} : { withAnother: `it ${relation}` }),
    ...(only !== undefined && { only: visibleLine(only) }),
    diff: diffOf(finding).map(asText),
    breaks: numbered.requirements.flatMap(statedIn),
    leadsTo: leadsTo(finding) ?? '',
    ...(likely !== undefined && { likelyCause: visibleLine(likely) }),
    ...(next !== undefined && { next: visibleLine(next) }),
    ...(line !== undefined && { contract: `openapi/service.yaml, line ${line}` }),
    hides: hides.length > 0 ? `masks ${hides.join(', ')}` : '',
    foundBy: `the check ${check}`,
    evidence: [...shown.map(visibleLine), ...(more > 0 ? [`and ${more} more, in summary.json`] : [])],
    reproduce: commandsOf(numbered, index).flatMap(({ what, text }) => [`# ${what}`, ...text.split('\n')]),
    judgeItAgain: ownCommand('replay', run),
  };
}

/** A requirement with its section and its text; a gap is named alone. */
export function statement(id: string): string {
  const requirement = requirements().get(id);
  return requirement === undefined ? id : `${id} (${requirement.section}): ${requirement.text}`;
}

/** A requirement as lines: what {@link statement} says, the words of the specification, and what is inferred. */
function statedIn(id: string): readonly string[] {
  const { quote, inferred } = requirements().get(id) ?? {};
  return [
    statement(id),
    ...(quote === undefined ? [] : [`  “${quote}”`]),
    ...(inferred === undefined ? [] : [`  Inferred: ${inferred}.`]),
  ];
}
