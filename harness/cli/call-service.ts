import { type ServiceAddress, ServiceClient } from '../journeys/client/service-client.ts';
import { Transport, type TransportOptions } from '../journeys/client/transport.ts';
import type { DialOptions, World } from '../world/world.ts';

/** Calls the service outside a run. @param record called with every attempt */
export async function callService(
  world: World,
  address: ServiceAddress,
  record: TransportOptions['record'],
  call: (client: ServiceClient) => Promise<unknown>,
  { timeoutMs, ...dial }: Pick<DialOptions, 'connectTimeoutMs'> & Pick<TransportOptions, 'timeoutMs'> = {},
): Promise<void> {
  const dispatcher = world.dial({ proxied: true, ...dial });
  const { signal } = new AbortController();
  const stamp = () => world.now();
  const timeout = timeoutMs === undefined ? {} : { timeoutMs };
  const transport = new Transport({ world, dispatcher, record, stamp, signal, ...timeout });
  try {
    await call(new ServiceClient(transport, address, () => world.uuid()));
  } finally {
    await dispatcher.destroy();
  }
}
