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
