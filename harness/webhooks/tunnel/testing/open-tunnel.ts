import { onTestFinished } from 'vitest';
import type { Trouble } from '../../../evidence/evidence.ts';
import type { TunnelRecord } from '../../../evidence/run-info.ts';
import { openReceiver } from '../../../testing/open-receiver.ts';
import { waiting } from '../../../testing/waiting.ts';
import { realWorld } from '../../../world/real-world.ts';
import type { World } from '../../../world/world.ts';
import { Probes } from '../probes.ts';
import type { TunnelProvider } from '../provider.ts';
import { Tunnel } from '../tunnel.ts';

/** A tunnel to a new receiver, and its reports. Both end with the test. */
export async function openTunnel(provider: TunnelProvider, world: World = realWorld()) {
  const reported = {
    troubles: [] as Trouble[],
    seen: [] as TunnelRecord[],
    moved: [] as string[],
    lost: [] as unknown[],
  };
  const { changed, until } = waiting();
  const tell = <T>(list: T[]) => {
    return (item: T) => {
      list.push(item);
      changed();
    };
  };
  const stop = new AbortController();
  const probes = new Probes(world, world.randomBytes);
  const stamp = () => world.now();
  const path = '/hook';
  const receiver = await openReceiver(undefined, { world, path, stamp, probe: arrival => probes.answer(arrival) });
  onTestFinished(() => receiver.close());
  const moved = tell(reported.moved);
  const tunnel = await Tunnel.open({
    world,
    provider,
    probes,
    receiver,
    path,
    stamp,
    signal: stop.signal,
    trouble: tell(reported.troubles),
    seen: tell(reported.seen),
    moved: async url => moved(url),
    lost: tell(reported.lost),
  });
  onTestFinished(() => {
    stop.abort();
    return tunnel.close();
  });
  /** Resolves once the reports meet a condition. */
  const reports = (holds: () => boolean) => until(() => holds() || undefined);
  return { tunnel, ...reported, receiver, until: reports, paths: () => receiver.arrivals.map(arrival => arrival.path) };
}
