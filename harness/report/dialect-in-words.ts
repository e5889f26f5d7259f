import type { Locator } from '../core/dialect.ts';
import type { Summary } from './summary.ts';

/** One part of a dialect as a row of a table. */
export interface AspectInWords {
  readonly name: string;
  /** The candidates that survived, best first; several where nothing tells them apart. */
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
export function aspectsInWords(dialect: Summary['dialect']): readonly AspectInWords[] {
  return dialect.aspects.map(({ aspect, candidates, told }) => {
    const [best] = candidates;
    return {
      name: NAMES[aspect],
      value: candidates.length === 0 ? ['nothing fits'] : candidates.map(({ locator }) => locatorInWords(locator)),
      basis: basisOf(told, best),
    };
  });
}

function basisOf(told: boolean, best: { readonly support: number; readonly samples: number } | undefined): string {
  if (told) return 'told';
  if (best === undefined || best.samples === 0) return 'nothing was seen; assumed';
  return `learned: ${Math.round(best.support * 100)} % of ${best.samples} samples`;
}

function locatorInWords(locator: Locator): string {
  if (typeof locator === 'string') return locator;
  return Object.entries(locator)
    .map(([type, place]) => `${type}: ${place}`)
    .join(', ');
}
