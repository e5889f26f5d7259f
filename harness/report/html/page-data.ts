import { anchor } from '../line.ts';
import { type RunIndex, timelineOf } from '../run-index.ts';
import { printable } from '../visible.ts';
import { after } from '../wording.ts';
import { CASE_LANES, JOURNEY_LANES, rowOf, rowsOfCase } from './drawing-row.ts';
import { messagesOf, type PageMessage } from './messages.ts';
import { type TreeNode, treeOf } from './tree.ts';

/** Texts that the page's data names by their place, each once: most headers, paths and statuses repeat. */
class Strings {
  readonly #places = new Map<string, number>();
  /** The length of all texts together, in characters. */
  length = 0;

  /** The place of a text, which is made {@link printable}. */
  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(text, place);
    this.length += text.length;
    return place;
  }

  /** All texts by their place. */
  all(): readonly string[] {
    return [...this.#places.keys()].map(printable);
  }
}

/** Characters that headers and bodies may take; those of findings come first. `exchanges.har` holds every body. */
const BUDGET = 900_000;

/**
 * What the page's script draws and searches, as JSON. Every text is held once, in `strings`, and named by its place;
 * messages and nodes are tables by column. `content` holds the parts of a message: its first line, headers, body and
 * notes; 0 where it is over the budget. `rows` holds the drawing of each journey, and of each case of a backend.
 */
export function pageData(index: RunIndex): string {
  const strings = new Strings();
  const nodes = treeOf(index);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const messages = messagesOf(index);
  const optional = (value: string | undefined) => (value === undefined ? -1 : strings.of(value));
  const numbers = (id: string) => index.findingsOf(id).map(({ number }) => number);
  const found = messages.flatMap(({ id }) => (numbers(id).length > 0 ? [[anchor(id), numbers(id)] as const] : []));
  const table = {
    lanes: lanesOf(index),
    nodes: {
      id: nodes.map(({ id }) => anchor(id)),
      suite: nodes.map(({ suite }) => strings.of(suite)),
      scenario: nodes.map(({ scenario }) => strings.of(scenario)),
      title: nodes.map(({ title }) => strings.of(title)),
      status: nodes.map(({ status }) => strings.of(status)),
      journey: nodes.map(({ journey }) => optional(journey?.id)),
      order: nodes.map(({ journey }) => optional(journey?.order)),
      findings: nodes.map(({ findings }) => findings.map(({ number }) => number)),
      rows: nodes.map(node => rowsOf(index, node, strings)),
    },
    messages: {
      id: messages.map(({ id }) => anchor(id)),
      node: messages.map(({ node }) => places.get(node) ?? nodes.length - 1),
      at: messages.map(({ at }) => Math.round(at)),
      kind: messages.map(({ kind }) => strings.of(kind)),
      line: messages.map(({ line }) => strings.of(line)),
      outcome: messages.map(({ outcome }) => strings.of(outcome)),
      note: messages.map(({ note }) => strings.of(note)),
      operation: messages.map(({ operation }) => optional(operation)),
      event: messages.map(({ event }) => optional(event)),
      after: messages.map(({ after: step }) => optional(step)),
      http: messages.map(({ http }) => optional(http)),
      delay: messages.map(({ delay }) => (delay === undefined ? -1 : Number(delay.toFixed(1)))),
      signature: messages.map(({ signature }) => optional(signature)),
      content: contents(messages, id => numbers(id).length, strings),
    },
    found: Object.fromEntries(found),
    survived: survivedBy(index, strings),
  };
  return JSON.stringify({ strings: strings.all(), ...table }).replaceAll('<', String.raw`\u003c`);
}

function lanesOf({ evidence }: RunIndex) {
  return evidence.run.gate?.endpoint ? CASE_LANES : JOURNEY_LANES;
}

/** By message: the breaches that were injected there and that no check detected. */
function survivedBy({ summary: { mutationScore } }: RunIndex, strings: Strings) {
  const injected = (mutationScore?.exposures ?? []).flatMap(({ mutation, requirement, survivors = [] }) =>
    survivors.flat().map(({ id }) => ({ id: anchor(id), what: `${mutation} (${requirement})` })),
  );
  const byId = [...Map.groupBy(injected, ({ id }) => id)];
  return Object.fromEntries(byId.map(([id, own]) => [id, [...new Set(own.map(({ what }) => strings.of(what)))]]));
}

/** The parts of messages as far as the budget goes, those that findings name first. */
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

/** The rows of a node's drawing: time, from, to, label, note, what is spoken, dashed, mark, message, findings. */
function rowsOf(index: RunIndex, { id, journey }: TreeNode, strings: Strings) {
  const rows = journey
    ? timelineOf(journey, index).map(moment => ({ ...rowOf(moment, index), at: moment.at - journey.from }))
    : rowsOfCase(id, index);
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
