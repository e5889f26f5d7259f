import { type ServiceAddress, ServiceClient } from '../client/service-client.ts';
import { Transport } from '../client/transport.ts';
import type { Exchange, WireExchange } from '../core/evidence.ts';
import type { DialOptions, World } from '../core/world.ts';

/** Calls the service outside a run: nothing is recorded. @returns every attempt, as it crossed the wire */
export async function callService(
  world: World,
  address: ServiceAddress,
  call: (client: ServiceClient) => Promise<unknown>,
  dial: DialOptions = {},
): Promise<readonly WireExchange[]> {
  const seen: WireExchange[] = [];
  const dispatcher = world.dial({ proxied: true, ...dial });
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => {
      seen.push(wire);
      // Without a recorder there is no recorded exchange, and nobody reads it.
      return { id: '' } as Exchange;
    },
    stamp: () => world.now(),
    signal: new AbortController().signal,
  });
  try {
    await call(new ServiceClient(transport, address, () => world.uuid()));
  } finally {
    await dispatcher.destroy();
  }
  return seen;
}
