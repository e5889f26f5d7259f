import type { Service } from '../service.ts';
import type { Call, Reply, RouteName } from './call.ts';

/** One route of the service. */
export interface Route {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  /** In hono's syntax: `/v1/onramp/orders/:id`. */
  readonly path: string;
  /** Whether it requires the API key. */
  readonly needsKey: boolean;
  /** Replies to a call; to a POST inside a transaction. @throws ApiError */
  readonly handle: (service: Service, call: Call) => Reply;
  /** Called where the reply to an earlier call is given again. It has no effect, unless a fault adds one. */
  readonly replayed?: (service: Service, call: Call) => void;
}
