import { all, byId, messageById, messages, nodeById, nodes } from './page.js';

/** A word that names a field and its whole value. Other words match any text. */
const FIELD = /^(status|kind|event|http|finding):./;

/** Parses a search of words and quoted words. Returns a function that matches an item with every one. */
const parseSearch = query => {
  const words = [...query.toLowerCase().matchAll(/"([^"]*)"?|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const wanted = words.map(word => (FIELD.test(word) ? `\n${word}\n` : word));
  return of => wanted.every(word => textOf(of).includes(word));
};

const texts = new WeakMap();

/** The searchable text of a message or a node, in lower case. Each field is a line. */
const textOf = of => {
  let known = texts.get(of);
  if (known === undefined) {
    const { node, parts = [] } = of;
    const findings = new Set([...of.findings, ...node.findings]);
    const fields = [
      ...[`status:${node.status}`, `kind:${of.kind}`, `event:${of.event}`, `http:${of.http}`],
      ...[...findings].map(number => `finding:F${number}`),
    ];
    const about = [node.id, node.suite, node.scenario, node.title, node.journey, node.order];
    const content = parts.flatMap(({ first, headers, body, notes }) => [first, ...headers, body, ...notes]);
    const lines = [...fields, of.id, of.line, of.outcome, of.note, ...about, ...content];
    known = `\n${lines.join('\n')}\n`.toLowerCase();
    texts.set(of, known);
  }
  return known;
};

// The search. Its text is in the URL: `#q=status:failed`.
export const input = byId('q');
const said = byId('searched');
let matches = new Set(messages);

/** Marks the messages of an open node that the search matches, unless it matches all of them. */
export const mark = details => {
  const own = nodeById.get(details.id).messages;
  const some = !own.every(message => matches.has(message));
  for (const item of all(':scope > .messages > .item', details))
    item.classList.toggle('match', some && matches.has(messageById.get(item.id)));
};

/** The most journeys that a search opens. More would hide the others. */
const MOST_OPENED = 3;

/** Shows what matches the text of the search, and opens what holds it. */
export const search = () => {
  const query = input.value.trim();
  for (const chip of all('.chip'))
    chip.setAttribute('aria-pressed', String(query.split(/\s+/).includes(chip.dataset.term)));
  const test = parseSearch(query);
  matches = new Set(messages.filter(test));
  const named = new Set([...matches].map(({ node }) => node));
  const hits = nodes.filter(node => named.has(node) || test(node));
  const journeys = hits.filter(({ journey }) => journey !== undefined);
  const around = journeys.map(({ scenario }) => nodeById.get(anchorOf(scenario)));
  const shown = new Set([...hits, ...around]);
  const opened = new Set([...around, ...(journeys.length <= MOST_OPENED ? journeys : [])]);
  for (const node of nodes) {
    const details = byId(node.id);
    if (!details) continue;
    details.hidden = !shown.has(node);
    if (query !== '') details.open = opened.has(node);
    if (details.classList.contains('filled')) mark(details);
  }
  for (const suite of all('.suite')) {
    suite.hidden = !all(':scope > .node', suite).some(({ hidden }) => !hidden);
    if (query !== '') suite.open = true;
  }
  said.textContent = query === '' ? '' : describe(shown, matches.size);
};

const anchorOf = id => id.replace(/[^\w.-]/g, '_');

const describe = (shown, found) => {
  const all = [...shown].filter(({ id }) => id !== 'outside');
  const journeys = all.filter(({ journey }) => journey !== undefined).length;
  const total = nodes.filter(({ journey }) => journey !== undefined).length;
  const scenarios = all.length - journeys;
  const parts = [
    `${scenarios} of ${nodes.length - 1 - total} ${said.dataset.of}`,
    ...(total > 0 ? [`${journeys} of ${total} journeys`] : []),
    ...(messages.length > 0 ? [`${found} of ${messages.length} messages`] : []),
  ];
  return `Shows ${parts.join(', ')}.`;
};

input.addEventListener('input', () => {
  search();
  const hash = input.value.trim() === '' ? location.pathname : `#q=${encodeURIComponent(input.value.trim())}`;
  history.replaceState(null, '', hash);
});
for (const chip of all('.chip'))
  chip.addEventListener('click', () => {
    const { term } = chip.dataset;
    const terms = input.value.split(/\s+/).filter(one => one !== '' && one !== term);
    if (chip.getAttribute('aria-pressed') !== 'true') terms.push(term);
    input.value = terms.join(' ');
    input.dispatchEvent(new Event('input'));
  });
input.form.addEventListener('submit', event => event.preventDefault());
