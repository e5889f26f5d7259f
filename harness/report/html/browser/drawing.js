import { build, lanes, text } from './page.js';

/** Makes an SVG element. */
const draw = (name, attributes = {}, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** The positions of the three participants. A phone has no room for a column of times beside them. */
const WIDE = { lines: [84, 262, 440], width: 500, row: 30, fits: 30, className: 'seq' };
const NARROW = { lines: [34, 170, 306], width: 340, row: 42, fits: 44, className: 'seq narrow' };
const TOP = 34;

/**
 * The sequence drawing of a journey or of a backend's case, with each row at its time since the start. Rows are list
 * items with their full text as title, for screen readers.
 */
export const drawSequence = ({ journey, scenario, rows }, narrow) => {
  const layout = narrow ? NARROW : WIDE;
  let y = TOP;
  const drawn = rows.map(row => {
    const height = layout.row + (text(row[4]) === '' ? 0 : 13);
    y += height;
    return drawRow(row, layout, y - height, height);
  });
  const lifelines = lanes.flatMap((name, place) => {
    const x = layout.lines[place];
    return [draw('path', { class: 'life', d: `M${x} 24V${y + 2}` }), draw('text', { class: 'lane', x, y: 15 }, name)];
  });
  const size = { viewBox: `0 0 ${layout.width} ${y + 8}`, class: layout.className };
  const titled = { role: 'list', 'aria-label': `Sequence of ${journey ?? scenario}` };
  return draw('svg', { ...size, ...titled }, draw('g', { 'aria-hidden': 'true' }, ...lifelines), ...drawn);
};

const drawRow = ([at, from, to, ...texts], layout, top, height) => {
  const [label, note, spoken] = texts.slice(0, 3).map(text);
  const [dashed, mark, href, findings] = [texts[3], text(texts[4]), text(texts[5]), texts[6]];
  const ends = from === to ? lanes[from] : `${lanes[from]} to ${lanes[to]}`;
  const title = [`${text(at)}, ${ends}: ${label}`, spoken, note].filter(part => part !== '').join(', ');
  const narrow = layout === NARROW;
  const y = top + (narrow ? 32 : 20);
  const middle = (layout.lines[from] + layout.lines[to]) / 2;
  const place = narrow
    ? { class: 'label start', x: 4, y: top + 18 }
    : from === to
      ? { class: 'label aside', x: middle - 12, y: y + 4 }
      : { class: 'label', x: middle, y: y - 6 };
  const tone = mark === '✓' ? 'good' : 'bad';
  const words = draw(
    'text',
    place,
    ...(narrow ? [draw('tspan', { class: 'time' }, `${text(at)} `)] : []),
    shorten(label, layout.fits - (narrow ? 10 : 0)),
    ...(mark === '' ? [] : [draw('tspan', { class: tone }, ` ${mark}`)]),
  );
  const numbers = findings.slice(0, 3).map((number, nth) => {
    const mine = { class: 'found', x: layout.width - 4 - 24 * nth, y: narrow ? top + 18 : y - 6 };
    return draw('a', { href: `#finding-${number}` }, draw('text', mine, `F${number}`));
  });
  const hit = { class: 'hit', x: 0, y: top + 1, width: layout.width, height: height - 2, rx: 4 };
  return draw(
    'g',
    { role: 'listitem' },
    draw('title', {}, title),
    ...(findings.length > 0 ? [draw('rect', hit)] : []),
    ...(narrow ? [] : [draw('text', { class: 'time', x: 4, y }, text(at))]),
    ...arrow(layout.lines[from], layout.lines[to], y, dashed, mark),
    href === '' ? words : draw('a', { href: `#${href}` }, words),
    ...(note === '' ? [] : [draw('text', { class: 'note', x: middle, y: y + 13 }, shorten(note, layout.fits + 6))]),
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
