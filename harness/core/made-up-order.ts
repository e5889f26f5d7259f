import type { Exchange } from './evidence.ts';

/** The condition of a simulate call for an order that does not exist. */
const CONDITION = 'unknown-order';

/** The order id that a simulate call made up, if it did. No order has it, and nobody else uses it (4.3). */
export function madeUpOrder({ condition, request }: Exchange): string | undefined {
  const segment = condition === CONDITION ? /\/([^/]+)\/simulate$/.exec(request.url)?.[1] : undefined;
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
