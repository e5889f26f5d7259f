import type { Settings } from '../core/settings.ts';
import type { World } from '../core/world.ts';
import { chooseProvider } from '../tunnel/choose-provider.ts';
import { Probes } from '../tunnel/probes.ts';
import { Tunnel } from '../tunnel/tunnel.ts';
import type { TunnelOptions } from '../tunnel/tunnel-options.ts';
import { type ReceiverOptions, startReceiver } from '../webhooks/receiver.ts';

type Options = Pick<ReceiverOptions, 'take' | 'malformed' | 'failed'> &
  Pick<TunnelOptions, 'path' | 'signal' | 'trouble' | 'moved' | 'lost'>;

/** Starts a receiver outside a run, and opens the tunnel to it that the settings ask for. Closing ends both. */
export async function openReceiver(
  world: World,
  settings: Settings,
  { take, malformed, failed, ...options }: Options,
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
