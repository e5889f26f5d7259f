import type { Exchange } from './evidence.ts';

/** The order id that a simulate call made up, if it did. No order has it, and nobody else uses it (4.3). */
export function madeUpOrder({ condition, request }: Exchange): string | undefined {
  const segment = condition === 'unknown-order' ? /\/([^/]+)\/simulate$/.exec(request.url)?.[1] : undefined;
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
