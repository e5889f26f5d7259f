import type { Settings } from '../../settings/settings.ts';
import { httpUrl } from '../../world/loopback.ts';
import type { World } from '../../world/world.ts';
import { commandTunnel } from './program-connection.ts';
import type { TunnelConnection, TunnelProvider } from './provider.ts';
import { sshTunnel } from './ssh.ts';

/** The configured tunnel. Reading the settings has verified that its settings are complete. */
export function chooseProvider(world: World, settings: Settings): TunnelProvider {
  const { tunnel, tunnelUrl, tunnelSsh, tunnelCommand, receiverPort } = settings;
  if (tunnel === 'url' && tunnelUrl !== undefined) return urlTunnel(tunnelUrl, receiverPort);
  if (tunnel === 'command' && tunnelCommand !== undefined) return commandTunnel(world, tunnelCommand);
  if (tunnel === 'ssh' && tunnelSsh !== undefined) return sshTunnel(world, tunnelSsh);
  return directTunnel();
}

/** `direct`: the service reaches the receiver without a tunnel. */
function directTunnel(): TunnelProvider {
  return {
    kind: 'direct',
    name: 'direct',
    setting: 'RECEIVER_HOST',
    patienceMs: 5_000,
    reopens: false,
    likely: 'a firewall of this machine blocks the port',
    open: async ({ host, port }) => fixedAddress(httpUrl(host, port)),
  };
}

/** `url`: an ingress, a named tunnel or a port mapping of the user forwards `url` to the receiver. */
function urlTunnel(url: string, receiverPort: number): TunnelProvider {
  return {
    kind: 'url',
    name: url,
    setting: 'TUNNEL_URL',
    patienceMs: 15_000,
    reopens: false,
    likely:
      receiverPort === 0
        ? 'RECEIVER_PORT is not set, so the receiver listens on another port each time'
        : 'TUNNEL_URL is not forwarded, or not to RECEIVER_HOST and RECEIVER_PORT',
    open: async () => fixedAddress(url),
  };
}

function fixedAddress(url: string): TunnelConnection {
  return { addresses: () => [url], broken: new Promise(() => {}), said: () => '', close: async () => {} };
}
