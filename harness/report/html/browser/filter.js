import { all } from './dom.js';

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
