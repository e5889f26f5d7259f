/**
 * What the page does beyond reading: opens what a link leads to, filters the traffic, copies cURL, indents JSON. The
 * page is whole without it.
 */
export const SCRIPT = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const reveal = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
// A second click on the same link changes no hash.
addEventListener('click', event => {
  const link = event.target.closest && event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) reveal();
});
reveal();
for (const hidden of all('.js')) hidden.hidden = false;
const filter = document.getElementById('filter');
const status = document.getElementById('filtered');
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  let count = 0;
  for (const group of all('details.group:has(.item)')) {
    let shown = 0;
    for (const item of all('.item', group)) {
      item.hidden = wanted !== '' && !item.textContent.toLowerCase().includes(wanted);
      if (!item.hidden) shown++;
    }
    group.hidden = shown === 0;
    group.open = wanted !== '' && shown > 0;
    count += shown;
  }
  status.textContent = wanted === '' ? '' : count + ' shown';
});
const button = (text, act) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', () => act(made));
  return made;
};
for (const pre of all('pre.copy')) {
  pre.before(button('Copy', async made => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      made.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      made.textContent = 'Selected';
    }
  }));
}
// Bodies get their button when they are first shown: there may be thousands.
document.addEventListener('toggle', event => {
  for (const pre of all(':scope > .in > pre.body:not(.seen)', event.target)) {
    pre.classList.add('seen');
    const raw = pre.textContent;
    let value;
    try { value = JSON.parse(raw); } catch { continue; }
    const neat = JSON.stringify(value, null, 2);
    if (neat === raw) continue;
    pre.before(button('Indent', made => {
      const indent = made.textContent === 'Indent';
      pre.textContent = indent ? neat : raw;
      made.textContent = indent ? 'As received' : 'Indent';
    }));
  }
}, true);
`;
