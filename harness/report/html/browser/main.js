import { drawSequence } from './drawing.js';
import { messageBlock } from './message.js';
import { all, badges, button, byId, make, messageById, messages, nodeById, nodes } from './page.js';
import { parseSearch } from './search.js';

const phone = matchMedia('(max-width: 40rem)');

/** The drawing of a journey or a case, as wide as the page allows. */
const drawing = node => {
  const holder = make('div', { class: 'drawing' });
  const redraw = () => holder.replaceChildren(drawSequence(node, phone.matches));
  phone.addEventListener('change', redraw);
  redraw();
  return holder;
};

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
  mark(details);
};
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.matches?.('.node')) fill(target);
    if (target.open && target.matches?.('.drawn')) drawFor(target);
  },
  true,
);

// The search. Its text is in the URL: `#q=status:failed`.
const input = byId('q');
const said = byId('searched');
let matches;

/** Marks the messages of an open node that the search matches, unless it matches all of them. */
const mark = details => {
  const own = nodeById.get(details.id).messages;
  const some = matches !== undefined && !own.every(message => matches.has(message));
  for (const item of all(':scope > .messages > .item', details))
    item.classList.toggle('match', some && matches.has(messageById.get(item.id)));
};

/** The most journeys that a search opens, and the most for which it opens scenarios. More would hide the others. */
const MOST_OPENED = { journeys: 3, scenarios: 50 };

const search = () => {
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

/** Shows the target of the URL: a search, or an element with everything around it opened. */
const reveal = () => {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash.startsWith('q=')) {
    input.value = hash.slice(2);
    search();
    byId('journeys').scrollIntoView();
    return;
  }
  if (hash === '') return;
  const node = messageById.get(hash)?.node ?? nodeById.get(hash);
  if (node) {
    if (byId(node.id)?.closest('[hidden]')) {
      input.value = '';
      search();
    }
    fill(byId(node.id));
  }
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
