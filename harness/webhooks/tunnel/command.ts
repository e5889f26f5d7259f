import { nearest } from '../../base/nearest.ts';
import type { World } from '../../world/world.ts';
import { PRESETS } from './presets.ts';
import { openProgramConnection } from './program-connection.ts';
import type { TunnelProvider } from './provider.ts';

/**
 * `command`: any program that opens a tunnel and prints its public address. `TUNNEL_COMMAND` is the name of a preset,
 * or a shell command in which `{host}` and `{port}` stand for the receiver's.
 */
export function commandTunnel(world: World, command: string): TunnelProvider {
  const preset = Object.hasOwn(PRESETS, command) ? PRESETS[command] : undefined;
  const near = preset === undefined ? nearest(command, Object.keys(PRESETS)) : undefined;
  return {
    kind: 'command',
    name: preset === undefined ? 'the program of TUNNEL_COMMAND' : command,
    setting: 'TUNNEL_COMMAND',
    patienceMs: 60_000,
    reopens: true,
    likely:
      near === undefined
        ? 'the program does not forward to {host} and {port}, or needs a login'
        : `the name of a preset is misspelt: did you mean ${near}?`,
    open: async receiver => openProgramConnection(world, preset ?? { command }, receiver),
  };
}
