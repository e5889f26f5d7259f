import type { Locator } from '../../evidence/dialect.ts';
import type { Aspect, Learned } from '../../facts/learn.ts';
import { code, joined, lead, type Section, table } from '../blocks.ts';
import type { RunIndex } from '../run-index.ts';

/** How webhooks were interpreted, and the basis for it. */
export function dialectSection({ summary: { dialect } }: RunIndex): Section | undefined {
  if (dialect === undefined) return undefined;
  const { held, interpretations } = dialect;
  const count = interpretations.length;
  const several =
    count > 1 &&
    ` ${count} interpretations fit the deliveries; the findings are those of the one that explains the run best.`;
  const learned = [
    'What the specification leaves open was read off the deliveries; nothing holds the target to it. ',
    ...[code('learn'), ' writes it down, ', code('--dialect'), ' holds a run to it.'],
  ];
  const rows = interpretationRows(dialect).map(({ name, value, basis }) => [
    name,
    joined(value.map(code), ' or '),
    basis,
  ]);
  const blocks = [
    lead([held ? 'The target was held to the dialect that was given.' : learned, several]),
    table(['Part', 'Read as', 'Known from'], rows),
  ];
  const how = held ? 'as configured' : 'as learned in this run';
  return { id: 'dialect', title: `The dialect, ${how}`, short: 'Dialect', blocks };
}

const NAMES = {
  signatureHeader: 'signature header',
  timestampUnit: 'unit of t',
  eventId: 'event id',
  eventType: 'event type',
  orderId: 'order id',
} as const;

/** A row for each part of the interpretation: its name, the fitting candidates, best first, and the basis. */
export function interpretationRows({ aspects, interpretations: [{ layouts = [] }] }: Learned) {
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
