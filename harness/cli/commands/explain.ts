import { HarnessError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { type Gap, gaps, requirements } from '../../contract/requirements.ts';
import { loadScenarios, type Scenario } from '../../journeys/scenario.ts';
import { CHECKS } from '../../judgement/checks/index.ts';
import { type ManifestEntry, manifest } from '../../proof/manifest.ts';
import { asText, diffOf } from '../../report/diff.ts';
import { detailsOf, requestOf } from '../../report/finding-in-words.ts';
import { describeEvidence } from '../../report/messages.ts';
import type { NumberedFinding, RunIndex } from '../../report/run-index.ts';
import { visibleLine } from '../../report/visible.ts';
import { times } from '../../report/wording.ts';
import type { FaultInfo } from '../../sandbox/faults/fault.ts';
import { listFaults } from '../../sandbox/faults/fault-list.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { keptBaseline, readRun } from '../earlier-runs.ts';
import { isFolder } from '../files.ts';
import type { Outputs } from '../outputs.ts';

type Explained = Outputs['explain'];

/** `explain`: a requirement, gap, check, finding, scenario or fault in plain words, and what is related to it. */
export const command = defineCommand('explain', {
  options: {
    run: { value: 'RUN_DIR', about: 'the run of a finding or requirement; default: the latest' },
  },
  examples: ['explain event.completed-never-on-failure', 'explain F1', 'explain faults'],
  async run({ operands: [id], options: { run } }, terminal) {
    // A finding: `F1`, or an id from summary.json.
    if (/^(?:F\d+|f-[\w.-]+)$/.test(id)) {
      const found = explainFinding(id, run, terminal);
      printResult<'explain'>(terminal, found, inWords(found));
      return 0;
    }
    const kinds = entriesByKind(await loadScenarios(), run === undefined ? undefined : judged(run, terminal));
    const list = kinds.get(id)?.map(idAndTitle);
    const all = [...[...kinds.values()].flat(), ...OTHER_JUDGES];
    const entry = list ? Object.fromEntries(list) : all.find(one => idAndTitle(one)[0] === id);
    if (entry === undefined) {
      const ids = all.map(one => idAndTitle(one)[0]);
      throw new HarnessError('id-unknown', 'usage', `there is no "${id}"${didYouMean(id, ids)}`, {
        next: `\`${ownCommand('explain', 'requirements')}\` lists ids; so do gaps, checks, scenarios and faults`,
      });
    }
    printResult<'explain'>(terminal, entry, inWords(entry, list !== undefined));
    return 0;
  },
});

/** Everything that can be explained, by the word that lists its kind. */
function entriesByKind(
  scenarios: readonly Scenario[],
  run: RunIndex | undefined,
): ReadonlyMap<string, readonly Explained[]> {
  const ofRequirement = (entry: ManifestEntry) => ({
    ...requirementEntry(entry),
    ...statusIn(run, entry.requirement.id),
  });
  return new Map([
    ['requirements', manifest().map(ofRequirement)],
    ['gaps', [...gaps().values()].map(gapEntry)],
    ['checks', CHECKS.map(checkEntry)],
    ['scenarios', scenarios.map(scenarioEntry)],
    ['faults', listFaults().map(faultEntry)],
  ]);
}

/** The id and the title of an entry: its first two members. */
function idAndTitle(entry: Explained): readonly [id: string, title: string] {
  const [id = '', title = ''] = Object.values(entry);
  return [String(id), String(title)];
}

/** Judges besides the checks of a run, by the ids in their findings. */
const OTHER_JUDGES: readonly Explained[] = Object.entries({
  'held-dialect': 'the target matches the dialect given to `run`; a finding names the gap that differs',
  baseline: 'no breaking difference from the baseline given to `run`',
  'known-failures': 'every known failure given to `run` is still needed and has not expired',
  pact: 'the pact given to `gate` requires only what openapi/service.yaml promises',
}).map(([judge, holds]) => ({ judge, holds }));

function requirementEntry({ requirement, checks, faults, mutations }: ManifestEntry): Explained {
  return {
    requirement: requirement.id,
    says: requirement.text,
    section: requirement.section,
    theSpecification: `“${requirement.quote}”`,
    ...(requirement.leadsTo !== undefined && { aBreachLeadsTo: requirement.leadsTo }),
    binds: requirement.binds,
    ...(requirement.inferred !== undefined && { inferred: requirement.inferred }),
    ...(requirement.needs !== undefined && { onARemoteTarget: `shown where ${requirement.needs} is set` }),
    ...(requirement.untestable && {
      notTestable: Object.entries(requirement.untestable).map(([where, why]) => `${where}: ${why}`),
    }),
    judgedBy: checks.map(check => `${check}: ${CHECKS.find(({ id: own }) => own === check)?.title}`),
    ...(requirement.gate.length > 0 && { gate: `tests it in an SDK, through ${requirement.gate.join(', ')}` }),
    exercisedBy: `the suites ${requirement.suites.join(', ')}`,
    brokenBy: faults,
    mutatedBy: mutations,
    ...(requirement.exempt && {
      exempt: Object.entries(requirement.exempt).map(([kind, why]) => `no ${kind}: ${why}`),
    }),
  };
}

function gapEntry({ id, text, section, probe, why }: Gap): Explained {
  const answer = probe === 'wire' ? 'see facts.json of a run' : `not observable: ${why}`;
  return { gap: id, unspecified: text, section, answer };
}

function checkEntry({ id, title, kind, requirements: judged }: (typeof CHECKS)[number]): Explained {
  return { check: id, holds: title, kind, judges: judged.map(statement) };
}

/** The status of a requirement in a run; empty without a run. */
function statusIn(run: RunIndex | undefined, id: string): Explained {
  const found = run?.summary.requirements.find(requirement => requirement.id === id);
  if (run === undefined || found === undefined) return {};
  const { status, reason, passed, findings } = found;
  const why = reason === undefined ? `${times(passed)} passed` : visibleLine(reason);
  return { inTheRun: `${run.evidence.run.run}: ${status}: ${why}`, findings: findings.map(nth => `F${nth + 1}`) };
}

function scenarioEntry({ id, title, orders, intrusive }: Scenario): Explained {
  const many = orders && (orders.least === orders.most ? `${orders.least}` : `${orders.least} to ${orders.most}`);
  return {
    scenario: id,
    shows: title,
    collectionOrders: many ?? 'none',
    ...(intrusive && { onARemoteTarget: 'only on request (--probe-limits)' }),
    driveIt: ownCommand('run', '--only', id),
  };
}

function faultEntry({ name, requirement, summary }: FaultInfo): Explained {
  const call = ownCommand('run', '--target', 'embedded', '--fault', name);
  return { fault: name, does: summary, breaks: requirement, seeIt: call };
}

/** An entry as lines. A member such as `judgedBy` is named `judged by`; ids are unchanged. */
function inWords(entry: Explained, isList = false): string {
  const rows = Object.entries(entry).map(
    ([key, value]) => [isList ? key : key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`), value] as const,
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => `${name.padEnd(width)}  ${[value].flat().join(`\n${' '.repeat(width)}  `)}\n`)
    .join('');
}

/** The run in a folder, compared with its baseline. @throws HarnessError if it has no record (usage) */
function judged(folder: string, terminal: Terminal): RunIndex {
  return readRun(terminal, folder, undefined, keptBaseline(folder, terminal.cwd));
}

const LATEST = 'reports/runs/latest';

const MOST_EVIDENCE = 8;

/**
 * A finding of a run in plain words: the broken statements, the expected and received values, the evidence, and how to
 * reproduce it.
 *
 * @param name its number or its id  @param folder the run folder; default: the latest
 * @throws HarnessError `finding-unknown`, `run-missing` (usage)
 */
function explainFinding(name: string, folder: string | undefined, terminal: Terminal): Explained {
  if (folder === undefined && !isFolder(terminal.cwd, LATEST))
    throw new HarnessError('run-missing', 'usage', `${LATEST} is not a run folder, so there is no finding ${name}`, {
      next: `name a run folder: ${ownCommand('explain', name, '--run', 'RUN_DIR')}`,
    });
  const run = folder ?? LATEST;
  const index = judged(run, terminal);
  const found = index.findings.find(({ number, finding }) => name === `F${number}` || name === finding.id);
  if (found) return entryOf(found, index, run);
  const all = index.findings.length === 0 ? 'it has no findings' : `it has F1 to F${index.findings.length}`;
  throw new HarnessError('finding-unknown', 'usage', `${run} has no finding ${name}; ${all}`, {
    next: 'name another run with --run',
  });
}

function entryOf(numbered: NumberedFinding, index: RunIndex, run: string): Explained {
  const { number, finding, requirements: broken } = numbered;
  const { id, message, evidence } = finding;
  const details = detailsOf(numbered, index).map(([name, words]) => [
    name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    visibleLine(words),
  ]);
  const shown = evidence.slice(0, MOST_EVIDENCE).map(piece => `${piece}: ${describeEvidence(piece, index)}`);
  const more = evidence.length - shown.length;
  return {
    finding: `F${number} (${id}) of ${run}`,
    whatHappened: visibleLine(message),
    diff: diffOf(finding).map(asText),
    breaks: broken.flatMap(statedIn),
    ...Object.fromEntries(details),
    evidence: [...shown.map(visibleLine), ...(more > 0 ? [`and ${more} more, in summary.json`] : [])],
    request: requestOf(numbered, index)?.split('\n') ?? [],
    judgeItAgain: ownCommand('replay', run),
  };
}

/** A requirement with its section and text, or the name of a gap. */
function statement(id: string): string {
  const requirement = requirements().get(id);
  return requirement === undefined ? id : `${id} (${requirement.section}): ${requirement.text}`;
}

/** A requirement as lines: its statement, the sentence of the specification, and what is inferred. */
function statedIn(id: string): readonly string[] {
  const { quote, inferred } = requirements().get(id) ?? {};
  return [
    statement(id),
    ...(quote === undefined ? [] : [`  “${quote}”`]),
    ...(inferred === undefined ? [] : [`  Inferred: ${inferred}.`]),
  ];
}
