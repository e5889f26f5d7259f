import type { Arbitrary } from 'fast-check';
import type { Dialect } from '../../core/dialect.ts';
import { dialects } from './dialects.ts';

/**
 * Dialects in which an answer says whether a step was taken (an illegal one is refused by its status), and every webhook
 * about an order names it: what a model can be told from outside. Retries are quick, because journeys wait for them.
 */
export function journeyDialects(): Arbitrary<Dialect> {
  return dialects().map(({ orderId, statuses = {}, ...dialect }) => {
    const { illegalStep, ...others } = statuses;
    return {
      ...dialect,
      ...(typeof orderId === 'string' && { orderId }),
      statuses: { ...others, ...(typeof illegalStep === 'number' && { illegalStep }) },
      delivery: { ...(dialect.delivery as object), timeoutMs: 150 },
      retry: { firstMs: 10, factor: 1 },
    };
  });
}
