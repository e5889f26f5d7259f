import { type ServiceAddress, ServiceClient } from '../journeys/client/service-client.ts';
import { Transport, type TransportOptions } from '../journeys/client/transport.ts';
import type { Settings } from '../settings/settings.ts';
import { type ReceiverOptions, startReceiver } from '../webhooks/receiver.ts';
import { chooseProvider } from '../webhooks/tunnel/choose-provider.ts';
import { Probes } from '../webhooks/tunnel/probes.ts';
import type { TunnelOptions } from '../webhooks/tunnel/provider.ts';
import { Tunnel } from '../webhooks/tunnel/tunnel.ts';
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

type ListenOptions = Pick<ReceiverOptions, 'take' | 'malformed' | 'failed'> &
  Pick<TunnelOptions, 'path' | 'signal' | 'trouble' | 'moved' | 'lost'>;

/** Starts a receiver outside a run, with the configured tunnel. Closing ends both. */
export async function openReceiver(
  world: World,
  settings: Settings,
  { take, malformed, failed, ...options }: ListenOptions,
): Promise<Pick<Tunnel, 'url' | 'stop' | 'close'>> {
  const probes = new Probes(world, world.randomBytes);
  const stamp = () => world.now();
  const receiver = await startReceiver({
    ...{ world, take, malformed, stamp, ...(failed && { failed }) },
    host: settings.receiverHost,
    port: settings.receiverPort,
    ...(options.path !== '' && { path: options.path }),
    probe: arrival => probes.answer(arrival),
  });
  try {
    const provider = chooseProvider(world, settings);
    const tunnel = await Tunnel.open({ ...options, world, provider, probes, receiver, stamp });
    const close = () => tunnel.close().finally(() => receiver.close());
    return { url: tunnel.url, stop: () => tunnel.stop(), close };
  } catch (thrown) {
    await receiver.close();
    throw thrown;
  }
}
