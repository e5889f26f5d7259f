// Nothing here takes markup: what was received only ever becomes text.

/** The element with an id. */
export const byId = id => document.getElementById(id);

/** Every element that a selector names. */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Makes an element of HTML. Children are elements and texts; undefined is left out. */
export const make = (name, attributes = {}, ...children) => build(document.createElement(name), attributes, children);

/** Makes an element of SVG. */
export const draw = (name, attributes = {}, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

const build = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat().filter(child => child !== undefined && child !== ''));
  return element;
};

/** A button that does something. */
export const button = (text, act) => {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', () => act(made));
  return made;
};

/** Links to findings. */
export const badges = numbers =>
  numbers.flatMap(number => [' ', make('a', { class: 'badge', href: `#finding-${number}` }, `F${number}`)]);
