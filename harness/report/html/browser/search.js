import { all, byId, messageById, messages, nodeById, nodes } from './page.js';

/** The searchable fields of a message or a node, each as a list of values. */
const FIELDS = {
  status: of => [of.node.status],
  suite: of => [of.node.suite],
  scenario: of => [of.node.scenario],
  journey: of => [of.node.journey],
  order: of => [of.node.order],
  finding: of => [...of.findings, ...(of === of.node ? [] : of.node.findings)].flatMap(n => [`F${n}`, `f${n}`, `${n}`]),
  id: of => [of.id],
  event: of => [of.event],
  after: of => [of.after],
  http: of => [of.http],
  delay: of => [of.delay],
  operation: of => [of.operation],
  signature: of => [of.signature],
  kind: of => [of.kind],
};

const UNITS = { ms: 1, s: 1000, m: 60_000 };

/**
 * Parses a search: words, quoted words, and `field:value`. Returns a function that matches an item with every word and,
 * for each field, one of its values. An unknown field name is part of a word.
 */
const parseSearch = query => {
  const words = [];
  const fields = new Map();
  for (const [whole, name = '', quoted, plain] of query.matchAll(/(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const value = quoted ?? plain;
    if (Object.hasOwn(FIELDS, name)) fields.set(name, [...(fields.get(name) ?? []), tester(name, value)]);
    else words.push((name === '' ? value : whole.replaceAll('"', '')).toLowerCase());
  }
  return of =>
    [...fields].every(([name, tests]) =>
      FIELDS[name](of).some(value => value !== undefined && tests.some(test => test(value))),
    ) && words.every(word => textOf(of).includes(word));
};

const tester = (name, value) => {
  const bound = name === 'delay' && /^([<>])=?(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(value);
  if (bound) {
    const limit = Number(bound[2]) * UNITS[bound[3] ?? 'ms'];
    return delay => (bound[1] === '>' ? delay > limit : delay < limit);
  }
  const parts = (name === 'http' ? value.replace(/xx$/, '*') : value).split('*').map(RegExp.escape ?? escapeText);
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return found => pattern.test(found);
};

const escapeText = part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const texts = new WeakMap();

/** The searchable text of a message or a node, in lower case. */
const textOf = of => {
  let known = texts.get(of);
  if (known === undefined) {
    const { node, parts = [] } = of;
    const own = [of.id, of.line, of.outcome, of.note, of.event, of.operation];
    const about = [node.id, node.suite, node.scenario, node.title, node.journey, node.order, node.status];
    const content = parts.flatMap(({ first, headers, body, notes }) => [first, ...headers, body, notes]);
    known = [...own, ...about, ...content].join('\n').toLowerCase();
    texts.set(of, known);
  }
  return known;
};

// The search. Its text is in the URL: `#q=status:failed`.
export const input = byId('q');
const said = byId('searched');
let matches;

/** Marks the messages of an open node that the search matches, unless it matches all of them. */
export const mark = details => {
  const own = nodeById.get(details.id).messages;
  const some = matches !== undefined && !own.every(message => matches.has(message));
  for (const item of all(':scope > .messages > .item', details))
    item.classList.toggle('match', some && matches.has(messageById.get(item.id)));
};

/** The most journeys that a search opens, and the most for which it opens scenarios. More would hide the others. */
const MOST_OPENED = { journeys: 3, scenarios: 50 };

/** Shows what matches the text of the search, and opens what holds it. */
export const search = () => {
  const query = input.value.trim();
  for (const chip of all('.chip'))
    chip.setAttribute('aria-pressed', String(query.split(/\s+/).includes(chip.dataset.term)));
  matches = undefined;
  const shown = new Set(nodes);
  if (query !== '') {
    const test = parseSearch(query);
    matches = new Set(messages.filter(test));
    const named = new Set([...matches].map(({ node }) => node));
    for (const node of nodes) {
      if (!named.has(node) && !test(node)) shown.delete(node);
    }
  }
  const hits = new Set(shown);
  for (const { journey, scenario } of hits) if (journey !== undefined) shown.add(nodeById.get(anchorOf(scenario)));
  for (const node of nodes) {
    const details = byId(node.id);
    if (!details) continue;
    details.hidden = !shown.has(node);
    if (details.classList.contains('filled')) mark(details);
  }
  open(
    query === '' || hits.size > MOST_OPENED.scenarios ? [] : [...hits].filter(({ journey }) => journey !== undefined),
  );
  for (const suite of all('.suite')) {
    suite.hidden = !all(':scope > .node', suite).some(({ hidden }) => !hidden);
    expand(suite, query !== '' && !suite.hidden);
  }
  said.textContent = query === '' ? '' : describe(shown, matches.size);
};

/** Opens the scenarios of journeys, and the journeys themselves if they are few. */
const open = journeys => {
  const opened = journeys.map(({ id }) => byId(id));
  const wanted = new Set(opened.map(journey => journey.parentElement));
  if (opened.length <= MOST_OPENED.journeys) for (const journey of opened) wanted.add(journey);
  for (const details of all('.node')) expand(details, wanted.has(details));
};

/** Opens an element for a search, or closes one that an earlier search opened. */
const expand = (details, wanted) => {
  const searched = details.classList.contains('searched');
  const opens = wanted && (searched || !details.open);
  if (opens || searched) details.open = opens;
  details.classList.toggle('searched', opens);
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
