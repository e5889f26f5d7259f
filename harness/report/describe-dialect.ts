import type { Locator } from '../core/dialect.ts';
import type { Aspect, Learned } from '../facts/learn.ts';

/** One part of a dialect as a row of a table. */
export interface AspectDescription {
  readonly name: string;
  /** The candidates that fit, best first; several where nothing tells them apart. */
  readonly value: readonly string[];
  readonly basis: string;
}

const NAMES = {
  signatureHeader: 'signature header',
  timestampUnit: 'unit of t',
  eventId: 'event id',
  eventType: 'event type',
  orderId: 'order id',
} as const;

/** How the webhooks were read, a row per part of the dialect. */
export function describeAspects({ aspects }: Pick<Learned, 'aspects'>): readonly AspectDescription[] {
  return aspects.map(aspect => ({
    name: NAMES[aspect.aspect],
    value:
      aspect.candidates.length === 0
        ? ['nothing fits']
        : aspect.candidates.map(({ locator }) => describeLocator(locator)),
    basis: basisOf(aspect),
  }));
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
