import { anchor } from '../blocks.ts';
import type { DrivenScenario, NumberedFinding, RunIndex } from '../run-index.ts';
import { printable } from '../visible.ts';
import { after } from '../wording.ts';
import { rowsOf } from './drawing-row.ts';
import { messagesOf, OUTSIDE, type PageMessage } from './messages.ts';

/** The most characters of headers and bodies. Those of findings come first. `exchanges.har` contains every body. */
const BUDGET = 1_500_000;

/**
 * The data of the page's script as JSON. Most headers, paths and statuses repeat, so `strings` has each text once, and
 * `data` has its place there, as a string. A message beyond the budget has no parts.
 */
export function pageData(index: RunIndex): string {
  const nodes = treeOf(index);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const messages = messagesOf(index).map(({ id, node, at, ...message }) => ({
    ...{ ...message, id: anchor(id), node: places.get(node) ?? nodes.length - 1, at: Math.round(at) },
    findings: numbersOf(index.findingsOf(id)),
  }));
  let room = BUDGET;
  const parts = new Map<PageMessage['parts'], ReturnType<PageMessage['parts']>>();
  for (const { parts: partsOf } of messages.toSorted((a, b) => b.findings.length - a.findings.length)) {
    if (room <= 0) break;
    const own = partsOf();
    room -= JSON.stringify(own).length;
    parts.set(partsOf, own);
  }
  const data = {
    nodes: nodes.map(node => ({ ...node, id: anchor(node.id), rows: drawingOf(node.journey, index) })),
    messages: messages.map(message => ({ ...message, parts: parts.get(message.parts) })),
  };
  const strings = new Map<string, string>();
  const placed = JSON.stringify(data, (_, value) => {
    if (typeof value !== 'string') return value;
    if (!strings.has(value)) strings.set(value, String(strings.size));
    return strings.get(value);
  });
  const texts = JSON.stringify([...strings.keys()].map(printable));
  return `{"strings":${texts},"data":${placed}}`.replaceAll('<', String.raw`\u003c`);
}

function numbersOf(findings: readonly NumberedFinding[]): readonly number[] {
  return findings.map(({ number }) => number);
}

/** The rows of the drawing of a journey; `undefined` outside all journeys. */
function drawingOf(id: string | undefined, index: RunIndex) {
  const journey = id === undefined ? undefined : index.view.journeyBy(id);
  return (
    journey &&
    rowsOf(journey, index).map(row => ({
      ...row,
      at: after(0, row.at),
      findings: row.findings && numbersOf(row.findings),
    }))
  );
}

/** A scenario or one of its journeys. */
interface TreeNode {
  readonly id: string;
  readonly scenario: string;
  /** The numbers of its findings. */
  readonly findings: readonly number[];
  /** The id of the journey, and its order. */
  readonly journey?: string;
  readonly order?: string;
}

/** Each suite with its scenarios and their journeys, in the order of the record. */
export function suitesOf(index: RunIndex) {
  const journeys = Map.groupBy(index.evidence.journeys, ({ scenario }) => scenario);
  const withJourneys = index.scenarios.map(scenario => ({ scenario, journeys: journeys.get(scenario.id) ?? [] }));
  return [...Map.groupBy(withJourneys, ({ scenario }) => scenario.suite)].map(([suite, scenarios]) => ({
    suite,
    scenarios,
  }));
}

/** The nodes of the tree in the order of the page. The last one is for messages outside all scenarios. */
function treeOf(index: RunIndex): readonly TreeNode[] {
  const nodes = suitesOf(index).flatMap(({ scenarios }) =>
    scenarios.flatMap(({ scenario, journeys }) => [
      nodeOf(scenario),
      ...journeys.map(journey => ({
        ...nodeOf(scenario),
        ...{ id: journey.id, journey: journey.id, order: journey.order },
        findings: numbersOf(index.breachesOf(journey)),
      })),
    ]),
  );
  return [...nodes, { id: OUTSIDE, scenario: '', findings: [] }];
}

function nodeOf({ id, findings }: DrivenScenario): TreeNode {
  return { id, scenario: id, findings: numbersOf(findings) };
}
