import { bodyOf } from '../base/json.ts';
import type { Exchange, WireExchange } from '../evidence/evidence.ts';
import { type ServiceAddress, ServiceClient } from '../journeys/client/service-client.ts';
import { Transport } from '../journeys/client/transport.ts';
import { DEFAULT_API_KEY } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';

/** The harness's client of the service, outside a run. */
export type OpenClient = ReturnType<typeof openClient>;

/**
 * Opens the client that a run uses. It retries without waiting.
 *
 * @param service one URL for all routes, with the embedded sandbox's key; or separate settings
 */
export function openClient(service: string | ServiceAddress) {
  const world: World = { ...realWorld(), after: (_ms, fire) => realWorld().after(0, fire) };
  const { transport, close } = openTransport(world);
  const address =
    typeof service === 'string' ? { baseUrl: service, sandboxUrl: service, apiKey: DEFAULT_API_KEY } : service;
  return { client: new ServiceClient(transport, address, () => world.uuid()), close };
}

/** Opens the transport of a client, outside a run. @param timeoutMs the limit of a call; default: that of a run */
export function openTransport(world: World, timeoutMs?: number) {
  const dispatcher = world.dial();
  let count = 0;
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => recorded(wire, `x${++count}`),
    stamp: () => world.now(),
    signal: new AbortController().signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { transport, close: () => dispatcher.destroy() };
}

function recorded({ request, response, ...wire }: WireExchange, id: string): Exchange {
  const { body, ...asked } = request;
  return {
    ...wire,
    id,
    request: { ...asked, ...(body && { body: bodyOf(body) }) },
    ...(response && { response: { ...response, body: bodyOf(response.body) } }),
  };
}
