import { plural } from '../../base/plural.ts';
import type { Journey } from '../../evidence/evidence.ts';
import type { Block, Blocks, Line, Section } from '../blocks.ts';
import * as block from '../blocks.ts';
import { diffOf } from '../diff.ts';
import { messagesOf, OUTSIDE } from '../messages.ts';
import type { DrivenScenario, NumberedFinding, RunIndex } from '../run-index.ts';
import type { JourneyStatus } from '../statuses.ts';
import { duration, LOOKS } from '../wording.ts';

/** The most cases of a gate that report.md lists. */
const MOST_CASES = 100;

const LEAD =
  'Each journey drives one collection order. ✓ and ✗ at a webhook say whether its signature verifies. The receiver ' +
  'refuses some on purpose.';

type Status = JourneyStatus['status'] | DrivenScenario['status'];

/** Statuses, the most urgent first. */
const ORDER: readonly Status[] = ['failed', 'incomplete', 'skipped', 'passed'];

/** The tree of suites, scenarios and journeys, with their messages. */
export function journeysSection(index: RunIndex): Section {
  const words = index.summary.gate ? { title: 'Cases' } : { title: 'Scenarios and journeys', short: 'Scenarios' };
  const blocks = [
    index.evidence.journeys.length > 0 && block.inPage(block.lead(LEAD)),
    block.inPage(suites(index), outside(index)),
    block.inText(scenariosTable(index)),
  ];
  return { id: 'journeys', ...words, blocks };
}

function scenariosTable({ scenarios, summary }: RunIndex): Blocks {
  const others = scenarios.filter(({ status }) => status !== 'passed');
  const shown = summary.gate ? others.slice(0, MOST_CASES) : scenarios;
  const rows = shown.map(({ id, status, reason, findings }) => [
    block.code(id),
    `${LOOKS[status].symbol} ${status}${reason === undefined ? '' : `: ${reason}`}`,
    findings.map(({ number }) => number).join(', ') || '–',
  ]);
  return [
    block.table([summary.gate ? 'Case' : 'Scenario', 'Outcome', 'Findings'], rows),
    shown.length < scenarios.length &&
      block.text(`${plural(scenarios.length - others.length, 'case')} passed, ${others.length} did not.`),
  ];
}

function suites(index: RunIndex): Blocks {
  const { journeys } = index.evidence;
  const byScenario = Map.groupBy(journeys, ({ scenario }) => scenario);
  const bySuite = Map.groupBy(index.scenarios, ({ suite }) => suite);
  // The findings tell what happened in failures.
  const isBroken = index.scenarios.some(({ status }) => status === 'failed');
  const open = isBroken ? undefined : journeys[0];
  return [...bySuite].map(([suite, scenarios]) => {
    const ofSuite = plural(scenarios.length, index.summary.gate ? 'case' : 'scenario');
    const statuses = counts(scenarios.map(({ status }) => status));
    const urgency = ({ status }: DrivenScenario) => ORDER.indexOf(status);
    // Failed cases come first among hundreds of cases. Scenarios keep their logical order.
    const sorted = index.summary.gate ? scenarios.toSorted((a, b) => urgency(a) - urgency(b)) : scenarios;
    const nodes = sorted.map(own => scenarioNode(index, own, byScenario.get(own.id) ?? [], open));
    // Passed suites are folded beside failures, and in a gate with its many cases.
    const passed = scenarios.every(({ status }) => status === 'passed');
    const folded = passed && (isBroken || index.summary.gate !== undefined);
    return block.fold(block.strong(suite), nodes, { look: 'suite', open: !folded, count: `${ofSuite}: ${statuses}` });
  });
}

function scenarioNode(
  index: RunIndex,
  { id, title, status, reason, findings, from, to }: DrivenScenario,
  journeys: readonly Journey[],
  open: Journey | undefined,
): Block {
  const statuses = journeys.map(one => index.statusOf(one));
  const details = statuses.some(one => one !== status) ? `: ${counts(statuses)}` : '';
  const facts = [
    ...(to !== undefined && status !== 'skipped' ? [duration(to - from)] : []),
    ...(journeys.length > 0 ? [`${plural(journeys.length, 'journey')}${details}`] : []),
  ];
  // The findings of a journey are listed at the journey.
  const shows = journeys.length === 0 && findings.length > 0 && [' Shows', block.badges(findings)];
  const { problems = [] } = index.evidence.cases.find(seen => seen.id === id) ?? {};
  const blocks = [
    problems.map(own => [
      block.text([own.message, ' ', block.small(block.code(own.requirement))]),
      block.diff(diffOf(own)),
    ]),
    (reason !== undefined || shows) && block.text([reason, shows], 'small'),
    messages(index, id),
    journeys.map(journey => journeyNode(index, journey, journey === open)),
  ];
  return block.fold([statusLine(status), ' ', title, ' ', block.small(block.code(id))], blocks, {
    ...{ look: 'node scenario', id: block.anchor(id), open: open !== undefined && journeys.includes(open) },
    count: [facts.join(' · '), marks(findings)],
  });
}

function journeyNode(index: RunIndex, journey: Journey, open: boolean): Block {
  const { id, order, steps, from, to } = journey;
  const facts = [
    order,
    steps.map(({ event }) => event).join(' → '),
    plural(index.deliveriesOf(journey).length, 'delivery'),
    to === undefined ? 'cut off' : duration(to - from),
  ];
  const findings = index.breachesOf(journey);
  const blocks = [findings.length > 0 && block.text(['Shows', block.badges(findings)], 'small'), messages(index, id)];
  return block.fold([statusLine(index.statusOf(journey)), ' ', block.code(id)], blocks, {
    ...{ look: 'node journey', id: block.anchor(id), open },
    count: [facts.join(' · '), marks(findings)],
  });
}

function messages(index: RunIndex, place: string): Blocks {
  const { blocks } = messagesOf(index).get(place) ?? {};
  return blocks ? [block.text('Messages, by time since the start of the run', 'small'), blocks] : [];
}

/** The numbers of findings, each after a space. */
function marks(all: readonly NumberedFinding[]): Line {
  return all.map(numbered => [' ', block.badge(numbered)]);
}

function statusLine(status: Status): Line {
  const { symbol, tone } = LOOKS[status];
  return block.strong(`${symbol} ${status}`, tone);
}

function outside(index: RunIndex): Block | false {
  const { evidence, summary } = index;
  const { unattributed = 0 } = summary.observed;
  const calls = evidence.exchanges.filter(({ scenario, journey }) => (journey ?? scenario) === undefined).length;
  const packets = evidence.malformed.length;
  const parts = [
    ...(unattributed > 0 ? [`${plural(unattributed, 'delivery')}, counted and not judged`] : []),
    ...(calls > 0 ? [`${plural(calls, 'exchange')} of no scenario`] : []),
    ...(packets > 0 ? [`${plural(packets, 'request')} that ${packets === 1 ? 'is' : 'are'} not HTTP`] : []),
  ];
  const options = { look: 'node', id: OUTSIDE, count: parts.join(' · ') } as const;
  return parts.length > 0 && block.fold(block.strong('About no order of this run'), messages(index, OUTSIDE), options);
}

/** The number of each status: `3 failed, 12 passed`. */
function counts(statuses: readonly Status[]): string {
  const by = Map.groupBy(statuses, status => status);
  return ORDER.flatMap(status => (by.has(status) ? [`${by.get(status)?.length} ${status}`] : [])).join(', ');
}
