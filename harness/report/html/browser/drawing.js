import { build } from './page.js';

/** Makes an SVG element. */
const draw = (name, attributes = {}, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** The positions of the participants, beside a column of times. */
const LANES = { harness: 84, service: 262, receiver: 440 };
const WIDTH = 500;
const TOP = 34;
const ROW = 30;
const NOTE = 13;

/**
 * The sequence drawing of a journey, with each row at its time since the start. Rows are list items with their full
 * text as title, for screen readers.
 */
export const drawSequence = ({ journey, rows }) => {
  let y = TOP;
  const drawn = rows.map(row => {
    const height = ROW + (row.note ? NOTE : 0);
    y += height;
    return drawRow(row, y - height, height);
  });
  const lifelines = Object.entries(LANES).flatMap(([name, x]) => [
    draw('path', { class: 'life', d: `M${x} 24V${y + 2}` }),
    draw('text', { class: 'lane', x, y: 15 }, name),
  ]);
  const titled = { role: 'list', 'aria-label': `Sequence of ${journey}` };
  const shown = { viewBox: `0 0 ${WIDTH} ${y + 8}`, class: 'seq', ...titled };
  return draw('svg', shown, draw('g', { 'aria-hidden': 'true' }, ...lifelines), ...drawn);
};

const drawRow = ({ at, from, to, label, note, spoken, dashed, mark, href, findings = [] }, top, height) => {
  const ends = from === to ? from : `${from} to ${to}`;
  const title = [`${at}, ${ends}: ${label}`, spoken, note].filter(Boolean).join(', ');
  const y = top + 20;
  const [start, end] = [LANES[from], LANES[to]];
  const middle = (start + end) / 2;
  const place =
    from === to ? { class: 'label aside', x: middle - 12, y: y + 4 } : { class: 'label', x: middle, y: y - 6 };
  const tone = mark === '✓' ? 'good' : 'bad';
  const words = draw('text', place, shorten(label, 30), mark && draw('tspan', { class: tone }, ` ${mark}`));
  const numbers = findings.slice(0, 3).map((number, nth) => {
    const mine = { class: 'found', x: WIDTH - 4 - 24 * nth, y: y - 6 };
    return draw('a', { href: `#finding-${number}` }, draw('text', mine, `F${number}`));
  });
  const hit = { class: 'hit', x: 0, y: top + 1, width: WIDTH, height: height - 2, rx: 4 };
  return draw(
    'g',
    { role: 'listitem' },
    draw('title', {}, title),
    findings.length > 0 ? draw('rect', hit) : '',
    draw('text', { class: 'time', x: 4, y }, at),
    ...arrow(start, end, y, dashed, mark),
    href ? draw('a', { href: `#${href}` }, words) : words,
    note ? draw('text', { class: 'note', x: middle, y: y + NOTE }, shorten(note, 36)) : '',
    ...numbers,
  );
};

const shorten = (words, most) => (words.length <= most ? words : `${words.slice(0, most)}…`);

/** An arrow, or a ring on the lifeline if something happened to one participant or was missed. */
const arrow = (from, to, y, dashed, mark) => {
  if (from === to) return [draw('circle', { class: mark === '✗' ? 'none' : 'line', cx: from, cy: y, r: 5 })];
  const back = from > to ? 8 : -8;
  return [
    draw('path', { class: dashed ? 'dash' : 'line', d: `M${from} ${y}H${to + back}` }),
    draw('path', { class: 'tip', d: `M${to} ${y}l${back} -4v8z` }),
  ];
};
