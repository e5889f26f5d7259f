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

const written = JSON.parse(byId('data').textContent);

/** The page's data, as `page-data.ts` writes it: scenarios and journeys in order, and messages by time. */
export const { nodes, messages } = JSON.parse(JSON.stringify(written.data), (_, value) =>
  typeof value === 'string' ? written.strings[value] : value,
);

for (const node of nodes) node.messages = [];
for (const message of messages) {
  message.node = nodes[message.node];
  message.node.messages.push(message);
}

export const nodeById = new Map(nodes.map(node => [node.id, node]));
export const messageById = new Map(messages.map(message => [message.id, message]));
