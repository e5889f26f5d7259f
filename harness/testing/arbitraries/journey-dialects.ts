import type { Arbitrary } from 'fast-check';
import type { Dialect } from '../../evidence/dialect.ts';
import { dialects } from './dialects.ts';

/**
 * Dialects that a model can follow from outside: the status of a response says whether the step was accepted, and
 * every webhook about an order names the order, in a body without content coding, which the consumer does not undo.
 * Retries are quick, because journeys wait for them.
 */
export function journeyDialects(): Arbitrary<Dialect> {
  return dialects().map(({ orderId, statuses = {}, ...dialect }) => {
    const { illegalStep, ...others } = statuses;
    return {
      ...dialect,
      // The rig waits until the service has nothing to send.
      unrelated: {},
      ...(typeof orderId === 'string' && { orderId }),
      statuses: { ...others, ...(typeof illegalStep === 'number' && { illegalStep }) },
      // The model credits an order once, however often a disburse is accepted.
      lenience: { ...(dialect.lenience as object), creditsAgain: false },
      webhook: { ...(dialect.webhook as object), contentCodings: [] },
      delivery: { ...(dialect.delivery as object), timeoutMs: 150 },
      retry: { firstMs: 10, factor: 1 },
    };
  });
}
