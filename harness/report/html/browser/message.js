import { badges, button, make } from './page.js';

/** A message: one line that opens to everything on the wire. */
export const messageBlock = message => {
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
    if (first !== '') item.append(make('pre', { tabindex: 0 }, first, ...headers.flatMap(header)));
    if (body !== '') item.append(...bodyBlock(body));
    if (notes !== '') item.append(make('p', { class: 'small' }, notes));
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
