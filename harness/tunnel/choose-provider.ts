import type { Settings } from '../core/settings.ts';
import type { World } from '../core/world.ts';
import { commandTunnel } from './command.ts';
import { directTunnel, urlTunnel } from './fixed-address.ts';
import { opensshTunnel } from './openssh.ts';
import type { TunnelProvider } from './provider.ts';
import { sshTunnel } from './ssh.ts';

/** The tunnel that the settings ask for. Reading them made sure that they hold what it needs. */
export function chooseProvider(world: World, settings: Settings): TunnelProvider {
  const { tunnel, tunnelUrl, tunnelSsh, tunnelCommand, receiverPort } = settings;
  if (tunnel === 'url' && tunnelUrl !== undefined) return urlTunnel(tunnelUrl, receiverPort);
  if (tunnel === 'command' && tunnelCommand !== undefined) return commandTunnel(world, tunnelCommand);
  if (tunnel === 'ssh' && tunnelSsh !== undefined)
    return tunnelSsh.client === 'openssh' ? opensshTunnel(world, tunnelSsh) : sshTunnel(tunnelSsh);
  return directTunnel();
}
