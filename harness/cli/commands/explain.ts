import { CHECKS } from '../../checks/index.ts';
import { gaps } from '../../contract/gaps.ts';
import { requirements } from '../../contract/requirements.ts';
import { HarnessError } from '../../core/errors.ts';
import { didYouMean } from '../../core/nearest.ts';
import { manifest } from '../../proof/manifest.ts';
import { listFaults } from '../../sandbox/index.ts';
import { defineCommand, printResult } from '../command.ts';

/** `explain`: a requirement, gap, check or fault in plain words, with everything that is related to it. */
export const explain = defineCommand({
  name: 'explain',
  operands: 'ID',
  about: 'explains a requirement, gap, check or fault; `requirements`, `gaps`, `checks` and `faults` list them',
  options: {},
  examples: ['explain event.completed-never-on-failure', 'explain faults'],
  async run({ operands: [id], json }, terminal) {
    const entry =
      listing(id) ?? requirementEntry(id) ?? gapEntry(id) ?? checkEntry(id) ?? otherJudgeEntry(id) ?? faultEntry(id);
    if (entry === undefined) throw unknown(id);
    printResult(terminal, json, entry, asText(entry));
    return 0;
  },
});

type Entry = { readonly [key: string]: string | readonly string[] };

function listing(id: string): Entry | undefined {
  if (id === 'requirements') return Object.fromEntries([...requirements()].map(([key, { text }]) => [key, text]));
  if (id === 'gaps') return Object.fromEntries([...gaps()].map(([key, { text }]) => [key, text]));
  if (id === 'checks') return Object.fromEntries(CHECKS.map(({ id: key, title }) => [key, title]));
  if (id === 'faults') return Object.fromEntries(listFaults().map(({ name, summary }) => [name, summary]));
  return undefined;
}

function requirementEntry(id: string): Entry | undefined {
  const entry = manifest().find(({ requirement }) => requirement.id === id);
  if (entry === undefined) return undefined;
  const { requirement, checks, faults, mutations } = entry;
  return {
    requirement: id,
    says: requirement.text,
    section: requirement.section,
    binds: requirement.binds,
    ...(requirement.inferred && { inferred: 'the specification does not state it in these words' }),
    ...(requirement.needs !== undefined && { 'on a remote target': `shown where ${requirement.needs} is set` }),
    ...(requirement.untestable && {
      'not testable': Object.entries(requirement.untestable).map(([where, why]) => `${where}: ${why}`),
    }),
    'judged by': checks.map(check => `${check}: ${CHECKS.find(({ id: own }) => own === check)?.title}`),
    ...(requirement.gate.length > 0 && { 'in an SDK': `judged by \`gate\`, through ${requirement.gate.join(', ')}` }),
    'exercised by': `the suites ${requirement.suites.join(', ')}`,
    'broken by': faults,
    'mutated by': mutations,
    ...(requirement.exempt && {
      exempt: Object.entries(requirement.exempt).map(([kind, why]) => `no ${kind}: ${why}`),
    }),
  };
}

function gapEntry(id: string): Entry | undefined {
  const found = gaps().get(id);
  if (found === undefined) return undefined;
  return {
    gap: found.id,
    unspecified: found.text,
    section: found.section,
    answer: found.probe === 'wire' ? 'facts.json of a run holds what was observed' : `not observable: ${found.why}`,
  };
}

function checkEntry(id: string): Entry | undefined {
  const found = CHECKS.find(check => check.id === id);
  return found && { check: found.id, holds: found.title, kind: found.kind, judges: found.requirements.map(statement) };
}

/** Judges that are not checks of a run, by the id in their findings. */
const OTHER_JUDGES: { readonly [name: string]: string } = {
  'held-dialect': 'the target speaks the dialect of `run --dialect FILE`; a finding names the gap that differs',
  baseline: 'nothing that breaks consumers has changed since `run --baseline FACTS|RUN_DIR`',
  'known-failures': 'every entry of `run --known FILE` is still needed and has not expired',
  pact: 'the pact of `gate --pact FILE` asks only for what openapi/service.yaml promises',
};

function otherJudgeEntry(id: string): Entry | undefined {
  const holds = Object.hasOwn(OTHER_JUDGES, id) ? OTHER_JUDGES[id] : undefined;
  return holds === undefined ? undefined : { judge: id, holds };
}

/** A requirement with its section and its text. */
function statement(id: string): string {
  const { section, text } = requirements().get(id) ?? {};
  return `${id} (${section}): ${text}`;
}

function faultEntry(id: string): Entry | undefined {
  const found = listFaults().find(({ name }) => name === id);
  return (
    found && {
      fault: found.name,
      does: found.summary,
      breaks: found.requirement,
      'see it': `run --target embedded --fault ${found.name}`,
    }
  );
}

function asText(entry: Entry): string {
  const width = Math.max(...Object.keys(entry).map(key => key.length));
  return Object.entries(entry)
    .filter(([, value]) => value.length > 0)
    .map(
      ([key, value]) =>
        `${key.padEnd(width)}  ${typeof value === 'string' ? value : value.join(`\n${' '.repeat(width)}  `)}\n`,
    )
    .join('');
}

function unknown(id: string): HarnessError {
  const all = [
    ...requirements().keys(),
    ...gaps().keys(),
    ...CHECKS.map(check => check.id),
    ...Object.keys(OTHER_JUDGES),
    ...listFaults().map(({ name }) => name),
  ];
  throw new HarnessError('id-unknown', 'usage', `there is no "${id}"${didYouMean(id, all)}`, {
    next: '`explain requirements`, `gaps`, `checks` and `faults` list every id',
  });
}
