import type { Service } from '../service.ts';
import type { Call, RouteName } from './call.ts';
import type { Reply } from './reply.ts';

/** One route of the service. */
export interface Route {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  /** As hono writes it: `/v1/onramp/orders/:id`. */
  readonly path: string;
  /** Whether it asks for the API key. */
  readonly needsKey: boolean;
  /** Answers a call; for a POST inside a transaction. @throws Refusal */
  readonly handle: (service: Service, call: Call) => Reply;
}
