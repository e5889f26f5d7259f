import type { Journey } from '../../evidence/evidence.ts';
import { anchor } from '../blocks.ts';
import type { DrivenScenario, NumberedFinding, RunIndex } from '../run-index.ts';
import { printable } from '../visible.ts';
import { after } from '../wording.ts';
import { lanesOf, rowsOf } from './drawing-row.ts';
import { messagesOf, OUTSIDE, type PageMessage } from './messages.ts';

/** The texts of the page's data, each once. Most headers, paths and statuses repeat, so the data has their index. */
class Strings {
  readonly #places = new Map<string, number>();
  /** The total length in characters. */
  length = 0;

  /** The index of a text. The page gets it {@link printable}. */
  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(text, place);
    this.length += text.length;
    return place;
  }

  /** All texts, by index. */
  all(): readonly string[] {
    return [...this.#places.keys()].map(printable);
  }
}

/** An object whose texts may be missing. */
type Texts<Name extends string> = { readonly [name in Name]?: string | undefined };

/** The characters for headers and bodies. Those of findings come first. `exchanges.har` contains every body. */
const BUDGET = 900_000;

/**
 * The data of the page's script as JSON. Each text is in `strings` once; messages and nodes are tables by column.
 * `content` has the parts of each message (first line, headers, body, notes), or 0 if it exceeds the budget. `rows` has
 * the drawing of each journey and of each backend's case.
 */
export function pageData(index: RunIndex): string {
  const strings = new Strings();
  const nodes = treeOf(index);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const messages = messagesOf(index);
  const columns = <Name extends string>(rows: readonly Texts<Name>[], ...names: readonly Name[]) =>
    Object.fromEntries(
      names.map(name => [name, rows.map(({ [name]: text }) => (text === undefined ? -1 : strings.of(text)))]),
    );
  const numbers = (id: string) => index.findingsOf(id).map(({ number }) => number);
  const found = messages.flatMap(({ id }) => (numbers(id).length > 0 ? [[anchor(id), numbers(id)] as const] : []));
  const table = {
    lanes: lanesOf(index),
    nodes: {
      id: nodes.map(({ id }) => anchor(id)),
      ...columns(
        nodes.map(({ journey, ...node }) => ({ ...node, journey: journey?.id, order: journey?.order })),
        ...(['suite', 'scenario', 'title', 'status', 'journey', 'order'] as const),
      ),
      findings: nodes.map(({ findings }) => findings.map(({ number }) => number)),
      rows: nodes.map(({ id }) => drawingOf(id, index, strings)),
    },
    messages: {
      id: messages.map(({ id }) => anchor(id)),
      node: messages.map(({ node }) => places.get(node) ?? nodes.length - 1),
      at: messages.map(({ at }) => Math.round(at)),
      ...columns(messages, 'kind', 'line', 'outcome', 'note', 'operation', 'event', 'after', 'http', 'signature'),
      delay: messages.map(({ delay }) => (delay === undefined ? -1 : Number(delay.toFixed(1)))),
      content: contents(messages, id => numbers(id).length, strings),
    },
    found: Object.fromEntries(found),
  };
  return JSON.stringify({ strings: strings.all(), ...table }).replaceAll('<', String.raw`\u003c`);
}

/** The parts of messages within the budget, those of findings first. */
function contents(messages: readonly PageMessage[], weight: (id: string) => number, strings: Strings) {
  const limit = strings.length + BUDGET;
  const ranked = messages.map(({ id, parts }, place) => ({ place, parts, weight: weight(id) }));
  const shown: (0 | readonly (readonly unknown[])[])[] = messages.map(() => 0);
  for (const { place, parts } of ranked.sort((a, b) => b.weight - a.weight)) {
    if (strings.length >= limit) break;
    shown[place] = parts().map(({ first, headers, body = '', notes }) => [
      strings.of(first),
      headers.map(line => strings.of(line)),
      strings.of(body),
      strings.of(notes.join(' · ')),
    ]);
  }
  return shown;
}

/** The rows of a drawing: time, from, to, label, note, spoken text, dashed, mark, message, findings. */
function drawingOf(id: string, index: RunIndex, strings: Strings) {
  const rows = rowsOf(id, index);
  const lanes: readonly string[] = lanesOf(index);
  if (rows.length === 0) return 0;
  return rows.map(row => {
    const { at, from, to, label, note = '', spoken = '', href = '', dashed, mark = '', findings = [] } = row;
    return [
      strings.of(after(0, at)),
      ...[from, to].map(participant => lanes.indexOf(participant)),
      ...[label, note, spoken].map(text => strings.of(text)),
      dashed ? 1 : 0,
      ...[mark, href].map(text => strings.of(text)),
      findings.map(({ number }) => number),
    ];
  });
}

/** A scenario or one of its journeys. */
interface TreeNode {
  readonly id: string;
  readonly suite: string;
  readonly scenario: string;
  readonly title: string;
  /** Empty outside all scenarios. */
  readonly status: string;
  readonly findings: readonly NumberedFinding[];
  readonly journey?: Journey;
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
        ...{ id: journey.id, status: index.statusOf(journey), findings: index.breachesOf(journey), journey },
      })),
    ]),
  );
  const title = 'About no order of this run';
  return [...nodes, { id: OUTSIDE, suite: '', scenario: '', title, status: '', findings: [] }];
}

function nodeOf({ id, suite, title, status, findings }: DrivenScenario): TreeNode {
  return { id, suite, scenario: id, title, status, findings };
}
