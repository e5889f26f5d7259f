import type { Locator } from '../../core/dialect.ts';
import type { Aspect, Learned } from '../../facts/learn.ts';
import { table } from '../html/table.ts';
import { codeCell, table as markdownTable, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import { section } from './section.ts';

/** How the webhooks were read, and how that is known. */
export const dialectSection = section({
  id: 'dialect',
  title: ({ summary }) =>
    summary.dialect?.held ? 'The dialect, as configured' : 'The dialect, as learned in this run',
  short: 'Dialect',
  part: ({ summary }) => summary.dialect,
  html(dialect, { evidence: { run } }) {
    const count = dialect.interpretations.length;
    const several =
      count > 1 &&
      ` ${count} interpretations fit the deliveries; the findings are those of the one that explains the run best.`;
    const source = dialect.held
      ? 'The target was held to the dialect that was given.'
      : markup`What the specification leaves open was read off the deliveries; nothing holds the target to it.
<code>learn</code> writes it down, <code>--dialect</code> holds a run to it.`;
    const rows = rowsOf(dialect).map(({ name, value, basis }) => [
      name,
      value.map((one, place) => markup`${place > 0 && ' or '}<code>${one}</code>`),
      basis,
    ]);
    const given = JSON.stringify(run.dialect, null, 2);
    return markup`<p class="lead">${source}${several}</p>
${table(['Part', 'Read as', 'Known from'], rows)}${
  run.dialect &&
  markup`<details><summary>The dialect that was given</summary><pre tabindex="0">${given}</pre></details>`
}`;
  },
  markdown: dialect => [
    markdownTable(
      ['part', 'read as', 'known from'],
      rowsOf(dialect).map(({ name, value, basis }) => [prose(name), value.map(codeCell).join(' or '), prose(basis)]),
    ),
  ],
});

const NAMES = {
  signatureHeader: 'signature header',
  timestampUnit: 'unit of t',
  eventId: 'event id',
  eventType: 'event type',
  orderId: 'order id',
} as const;

/** How the webhooks were read, a row per part: its name, the candidates that fit, best first, and how that is known. */
function rowsOf({ aspects, interpretations: [{ layouts = [] }] }: Learned) {
  const further = layouts.flatMap(({ where, ...places }) =>
    (['eventId', 'eventType', 'orderId'] as const).map(part => ({
      name: `${NAMES[part]}, of webhooks with ${where}`,
      value: [places[part] === undefined ? 'nothing fits' : describeLocator(places[part])],
      basis: 'another layout of the same webhooks',
    })),
  );
  const rows = aspects.map(aspect => {
    const candidates = aspect.candidates.map(({ locator }) => describeLocator(locator));
    const value = candidates.length === 0 ? ['nothing fits'] : candidates;
    return { name: NAMES[aspect.aspect], value, basis: basisOf(aspect) };
  });
  return [...rows, ...further];
}

function basisOf({ pinned, candidates: [best] }: Aspect): string {
  if (pinned) return 'configured';
  if (best === undefined || best.samples === 0) return 'nothing was seen; assumed';
  return `learned: ${Math.round(best.support * 100)} % of ${best.samples} samples`;
}

function describeLocator(locator: Locator): string {
  if (typeof locator === 'string') return locator;
  return Object.entries(locator)
    .map(([type, place]) => `${type}: ${place}`)
    .join(', ');
}
