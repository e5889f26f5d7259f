// Nothing here accepts markup: received data only becomes text.

/** The element with an id. */
export const byId = id => document.getElementById(id);

/** Every element that matches a selector. */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Adds attributes and children to an element. Children are elements and texts; `undefined` is skipped. */
export const build = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat().filter(child => child !== undefined && child !== ''));
  return element;
};

/** The page's data as written by `page-data.ts`: tables by column, texts by their index in `strings`. */
const { strings, nodes: nodeTable, messages: messageTable, found, ...rest } = JSON.parse(byId('data').textContent);

/** The names of the participants of a drawing. */
export const { lanes } = rest;

export const text = place => (place < 0 ? undefined : strings[place]);

/** Scenarios and journeys, in the order of the page. */
export const nodes = nodeTable.id.map((id, place) => {
  const of = name => nodeTable[name][place];
  const words = ['suite', 'scenario', 'title', 'status', 'journey', 'order'].map(name => [name, text(of(name))]);
  const node = { id, ...Object.fromEntries(words), findings: of('findings'), rows: of('rows'), messages: [] };
  // A search treats a node and a message alike.
  node.node = node;
  return node;
});

/** Exchanges and deliveries by time, each with its node. */
export const messages = messageTable.id.map((id, place) => {
  const of = name => messageTable[name][place];
  const names = ['kind', 'line', 'outcome', 'note', 'operation', 'event', 'after', 'http', 'signature'];
  const message = {
    ...Object.fromEntries(names.map(name => [name, text(of(name))])),
    ...{ id, node: nodes[of('node')], at: of('at'), findings: found[id] ?? [] },
    delay: of('delay') < 0 ? undefined : of('delay'),
    parts: (of('content') || undefined)?.map(([first, headers, body, notes]) => ({
      ...{ first: text(first), headers: headers.map(text), body: text(body), notes: text(notes) },
    })),
  };
  message.node.messages.push(message);
  return message;
});

export const nodeById = new Map(nodes.map(node => [node.id, node]));
export const messageById = new Map(messages.map(message => [message.id, message]));
