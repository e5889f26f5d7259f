import { drawSequence } from './drawing.js';
import { all, build, byId, messageById, nodeById } from './page.js';

/** Makes an HTML element. */
const make = (name, attributes = {}, ...children) => build(document.createElement(name), attributes, children);

/** A button that does something. */
const button = (text, act) => {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', () => act(made));
  return made;
};

/** Links to findings. */
const badges = numbers =>
  numbers.flatMap(number => [' ', make('a', { class: 'badge', href: `#finding-${number}` }, `F${number}`)]);

/** A message: one line that opens to everything on the wire. */
const messageBlock = message => {
  const { id, kind, line, outcome, note, at, findings } = message;
  const marks = findings.flatMap(number => [' ', make('span', { class: 'badge' }, `F${number}`)]);
  const item = make(
    'details',
    { class: 'item', id },
    make(
      'summary',
      {},
      ...[make('code', {}, id), ' ', make('span', { class: 'time' }, `+${(at / 1000).toFixed(3)} s`), ' '],
      ...[make('b', {}, kind === 'call' ? '→' : '←'), ' ', make('span', { class: 'path' }, line), ' '],
      ...[make('b', { class: 'status' }, outcome), ' ', make('span', { class: 'small' }, note), ...marks],
    ),
  );
  item.addEventListener('toggle', () => fillMessage(item, message), { once: true });
  return item;
};

const fillMessage = (item, { parts, node, findings }) => {
  if (parts === undefined)
    item.append(make('p', { class: 'small' }, 'Omitted to keep this page small; see exchanges.har.'));
  for (const { first, headers, body, notes } of parts ?? []) {
    if (first) item.append(make('pre', { tabindex: 0 }, first, ...headers.flatMap(header)));
    if (body) item.append(...bodyBlock(body));
    if (notes.length > 0) item.append(make('p', { class: 'small' }, notes.join(' · ')));
  }
  const about = [
    ...(node.journey === undefined ? [] : [`Of journey ${node.journey}, order ${node.order}.`]),
    ...(findings.length > 0 ? [' Shows', ...badges(findings)] : []),
  ];
  if (about.length > 0) item.append(make('p', { class: 'small' }, ...about));
};

const header = line => {
  const colon = line.indexOf(':');
  return ['\n', make('b', {}, line.slice(0, colon)), line.slice(colon)];
};

/** A received body, with a button that indents it if it is JSON. */
const bodyBlock = body => {
  const pre = make('pre', { class: 'body', tabindex: 0 }, body);
  let neat = body;
  try {
    neat = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // It is not JSON, or was cut.
  }
  if (neat === body) return [pre];
  const indent = button('Indent', made => {
    const isPlain = made.textContent === 'Indent';
    pre.textContent = isPlain ? neat : body;
    made.textContent = isPlain ? 'As received' : 'Indent';
  });
  return [indent, pre];
};

/** The drawing of a journey. On a phone it scrolls. */
const drawing = node => make('div', { class: 'drawing scroll', tabindex: 0 }, drawSequence(node));

/** Draws what shows a finding when it is first opened. */
const drawFor = details => {
  if (details.childElementCount === 1) details.append(drawing(nodeById.get(details.dataset.node)));
};

/** Fills a scenario or a journey when it is first opened. */
const fill = details => {
  const node = nodeById.get(details.id);
  if (!node || details.classList.contains('filled')) return;
  details.classList.add('filled');
  const content = [];
  if (node.rows) content.push(drawing(node));
  if (node.journey !== undefined && node.findings.length > 0)
    content.push(make('p', { class: 'small' }, 'Shows', ...badges(node.findings)));
  if (node.messages.length > 0) {
    const list = make('div', { class: 'messages' }, ...node.messages.map(messageBlock));
    content.push(make('p', { class: 'small messages-title' }, 'Messages, by time since the start of the run'), list);
  }
  const children = all(':scope > .node', details);
  if (children.length > 0) children[0].before(...content);
  else details.append(...content);
};
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.matches?.('.node')) fill(target);
    if (target.open && target.matches?.('.drawn')) drawFor(target);
  },
  true,
);

/** Shows the target of the URL, with everything around it opened. */
const reveal = () => {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash === '') return;
  const node = messageById.get(hash)?.node ?? nodeById.get(hash);
  if (node) fill(byId(node.id));
  const target = byId(hash);
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  for (const old of all('.target')) old.classList.remove('target');
  target.classList.add('target');
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
// A second click on a link does not change the hash.
addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) reveal();
});

for (const hidden of all('.js')) hidden.hidden = false;
for (const details of all('.node[open]')) fill(details);
for (const details of all('.drawn[open]')) drawFor(details);
for (const pre of all('pre.copy'))
  pre.before(
    button('Copy', async made => {
      try {
        await navigator.clipboard.writeText(pre.textContent);
        made.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(pre);
        made.textContent = 'Selected';
      }
    }),
  );
reveal();
