import { httpUrl } from '../core/loopback.ts';
import type { SshServer } from '../core/ssh-server.ts';
import type { World } from '../core/world.ts';

import { openProgramConnection } from './program-connection.ts';
import type { TunnelProvider } from './provider.ts';

/** `ssh` with the OpenSSH client, for what only `~/.ssh/config` offers: jump hosts, hardware keys, certificates. */
export function opensshTunnel(world: World, server: SshServer): TunnelProvider {
  const { user, host, bindPort, publicUrl } = server;
  return {
    kind: 'ssh',
    name: `ssh to ${user}@${host}`,
    setting: 'TUNNEL_SSH',
    patienceMs: 30_000,
    reopens: true,
    likely: 'the server binds forwarded ports to loopback (GatewayPorts no), or a firewall blocks them',
    async open(receiver) {
      const preset = {
        command: commandLine(server),
        pattern: /Allocated port (\d+) for remote forward/,
        template: publicUrl ?? httpUrl(host, 0).replace(/0$/, '$1'),
      };
      const connection = openProgramConnection(world, preset, receiver);
      // For a port that was requested by number, the program prints nothing.
      const fixed = publicUrl ?? (bindPort === 0 ? undefined : httpUrl(host, bindPort));
      return fixed === undefined ? connection : { ...connection, addresses: () => [fixed] };
    },
  };
}

function commandLine({ user, host, port, key, bindHost, bindPort }: SshServer): string {
  const bind = httpUrl(bindHost, bindPort).slice('http://'.length);
  return [
    'exec ssh -T -N -o BatchMode=yes -o ExitOnForwardFailure=yes -o ServerAliveInterval=2 -o ServerAliveCountMax=2',
    `-p ${port}`,
    ...(key === undefined ? [] : [`-i ${quoted(key)} -o IdentitiesOnly=yes`]),
    `-R ${quoted(bind)}:{host}:{port}`,
    quoted(`${user}@${host}`),
  ].join(' ');
}

/** Quotes a text as one word of a shell command. A leading `~/` stays the home folder. */
function quoted(word: string): string {
  return word.replace(/^(~\/)?(.*)$/s, (_, home: string | undefined, rest: string) => {
    return `${home ?? ''}'${rest.replaceAll("'", "'\\''")}'`;
  });
}
