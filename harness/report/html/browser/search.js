import { all } from './page.js';

/** The fields of a search that a message or a node has, each as a list of values. */
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
 * Reads a search: words, quoted words, and `field:value`. Gives what matches an item: every word, and of every field
 * one of its values. A name that is no field is part of a word.
 */
export const parseSearch = query => {
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

/** All text of a message or a node, in lower case: what words are looked for in. */
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

/** Rows that a filter opens everything around. */
const MOST_AROUND = 60;

/** Lets a field filter the rows of the tables of its section: each word stands in a row, or in a heading above it. */
export const filterBy = form => {
  const section = form.closest('section');
  const [input] = all('input', form);
  const [said] = all('[data-of]', form);
  const groups = all('details', section);
  const rows = all('tbody tr', section).map(row => ({ row, text: wordsOf(row) }));
  let before;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    before ??= new Map(groups.map(details => [details, details.open]));
    const shown = rows.filter(({ row, text }) => {
      row.hidden = !words.every(word => text.includes(word));
      return !row.hidden;
    });
    const around = new Set(shown.flatMap(({ row }) => groups.filter(details => details.contains(row))));
    for (const details of groups) {
      details.hidden = words.length > 0 && !around.has(details);
      details.open = words.length > 0 && shown.length <= MOST_AROUND ? around.has(details) : before.get(details);
    }
    if (words.length === 0) before = undefined;
    said.textContent = words.length === 0 ? '' : `Shows ${shown.length} of ${rows.length} ${said.dataset.of}.`;
  });
  form.addEventListener('submit', event => event.preventDefault());
};

/** The text of a row and of the headings that it is under, in lower case. */
const wordsOf = row => {
  const parts = [row.textContent];
  for (let at = row.closest('details'); at; at = at.parentElement.closest('details'))
    parts.push(at.querySelector('summary').textContent);
  return parts.join('\n').toLowerCase();
};
