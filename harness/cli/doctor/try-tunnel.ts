import { HarnessError, messageOf } from '../../core/errors.ts';
import { outOfReach } from '../../core/out-of-reach.ts';
import type { Settings } from '../../core/settings.ts';
import type { World } from '../../core/world.ts';
import { chooseProvider } from '../../tunnel/choose-provider.ts';
import { Probes } from '../../tunnel/probes.ts';
import { Tunnel } from '../../tunnel/tunnel.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Starts the receiver and the tunnel as a run would, holds the tunnel to what a run holds it to, and ends both. */
export async function tryTunnel(
  world: World,
  settings: Settings,
  hide: (text: string) => string,
): Promise<readonly Diagnosis[]> {
  const probes = new Probes(world, world.randomBytes);
  const path = `/${world.randomBytes(16).toString('hex')}`;
  const stamp = () => world.now();
  const stop = new AbortController();
  const { sandboxUrl } = settings;
  try {
    const receiver = await startReceiver({
      world,
      host: settings.receiverHost,
      port: settings.receiverPort,
      path,
      stamp,
      probe: arrival => probes.answer(arrival),
      take: () => ({ kind: 'status', status: 200, refused: false }),
      malformed: () => {},
    });
    try {
      const tunnel = await Tunnel.open({
        world,
        provider: chooseProvider(world, settings),
        probes,
        receiver,
        path,
        stamp,
        signal: stop.signal,
      });
      const { origin } = new URL(tunnel.url);
      await tunnel.close();
      // A receiver that the service cannot reach is missing a tunnel, which the settings already show.
      if (sandboxUrl !== undefined && outOfReach(settings.tunnel, settings.receiverHost, sandboxUrl)) return [];
      return [
        { about: 'tunnel', state: 'ok', what: `${settings.tunnel}: ${origin} leads to the receiver, byte for byte` },
      ];
    } finally {
      await receiver.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof HarnessError)) throw thrown;
    const { received, next } = thrown.details;
    const what = hide(`${messageOf(thrown)}${received === undefined ? '' : ` (${received})`}`);
    return [{ about: 'tunnel', state: 'failed', what, ...(next !== undefined && { next: hide(next) }) }];
  }
}
