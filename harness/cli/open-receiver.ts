import type { Settings } from '../settings/settings.ts';
import { type ReceiverOptions, startReceiver } from '../webhooks/receiver.ts';
import { chooseProvider } from '../webhooks/tunnel/choose-provider.ts';
import { Probes } from '../webhooks/tunnel/probes.ts';
import type { TunnelOptions } from '../webhooks/tunnel/provider.ts';
import { Tunnel } from '../webhooks/tunnel/tunnel.ts';
import type { World } from '../world/world.ts';

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
