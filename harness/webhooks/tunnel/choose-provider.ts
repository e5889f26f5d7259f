import type { ErrorDetails } from '../../base/errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SshServer } from '../../settings/ssh-server.ts';
import { httpUrl } from '../../world/loopback.ts';
import type { World } from '../../world/world.ts';
import { commandTunnel, openProgramConnection } from './program-connection.ts';
import type { ReceiverAddress, TunnelConnection, TunnelProvider } from './provider.ts';

/** The time limit for the login, and for the start of the session after it, in milliseconds. */
const LOGIN_MS = 20_000;

/** The options of ssh: no prompts, and no settings of `~/.ssh/config` for sessions, sockets and messages. */
const OPTIONS = [
  'BatchMode=yes',
  `ConnectTimeout=${LOGIN_MS / 1_000}`,
  'ControlPath=none',
  'ExitOnForwardFailure=yes',
  'LogLevel=INFO',
  'RemoteCommand=none',
  // The server counts as gone after two unanswered keepalives, two seconds apart.
  'ServerAliveInterval=2',
  'ServerAliveCountMax=2',
];

/** What the session prints at its start. */
const BEGUN = 'onramp-harness: the session has begun';
/**
 * With a terminal, both sides of ssh send at once. Without one, they delay small packets (Nagle's algorithm), which may
 * cost a new connection through the tunnel 40 ms.
 */
const SESSION = `-tt 'echo ${BEGUN}; cat'`;
const NO_SESSION = '-N';

/** Why ssh ended, by its words, and what to do. The first match counts. */
const CAUSES: readonly (readonly [words: RegExp, likely: string, next?: string])[] = [
  [
    /ssh: not found/,
    "OpenSSH's client is not installed",
    'install the program ssh: the package openssh-client of Debian and Ubuntu, or openssh-clients of Fedora',
  ],
  [
    /the host key of the server is SHA256/,
    'the server was reinstalled, or another server answers in its place',
    'if ssh-keygen -lf prints that fingerprint on the server, write it into hostkey= of TUNNEL_SSH',
  ],
  [
    /Host key verification failed/,
    'this machine has never connected to the server, or the server was reinstalled',
    'connect once with ssh by hand and compare the fingerprint, or write it into hostkey= of TUNNEL_SSH',
  ],
  [
    /option: knownhostscommand/i,
    'hostkey= needs OpenSSH 8.5 or later',
    'leave it out, and list the key in known_hosts',
  ],
  [/Permission denied/, 'the server does not know the key: see key= of TUNNEL_SSH, and the ssh agent'],
  [/port forwarding failed/, 'the server does not allow port forwarding, or the port of bind= is taken'],
  [/(?:)/, 'the server is down, or cannot be reached from here'],
];

/**
 * `ssh`: a server of the user listens for the service and forwards each connection to the receiver. The program `ssh`
 * connects to it, so that `~/.ssh/config` applies with its jump hosts, hardware keys and certificates.
 */
export function sshTunnel(world: World, server: SshServer): TunnelProvider {
  const { user, host, bindPort, publicUrl } = server;
  // The same port is requested again, so that the address survives a broken connection.
  let port = bindPort;
  const forward = (receiver: ReceiverAddress, session: string, heard?: (said: string) => void): TunnelConnection => {
    const preset = {
      command: commandLine(server, port, session),
      pattern: /Allocated port (\d+) for remote forward/,
      template: httpUrl(host, '$1'),
    };
    const connection = openProgramConnection(world, preset, receiver, heard);
    void connection.broken.then(() => {
      // A broken connection may hold the port until the server notices. A port chosen by the user is waited for.
      if (connection.said().includes('port forwarding failed')) port = bindPort;
    });
    const addresses = () => {
      // ssh does not print a port that was requested by number.
      const [allocated] = connection.addresses();
      if (allocated !== undefined) port = Number(new URL(allocated).port);
      return port === 0 ? [] : [publicUrl ?? httpUrl(host, port)];
    };
    return { ...connection, addresses };
  };
  return {
    kind: 'ssh',
    name: `ssh to ${user}@${host}`,
    setting: 'TUNNEL_SSH',
    patienceMs: 30_000,
    reopens: true,
    likely:
      'the server binds forwarded ports to loopback (GatewayPorts no), or a firewall blocks them (public=, bind=)',
    explain: said => explain(server, said),
    async open(receiver, signal) {
      const began = Promise.withResolvers<boolean>();
      const session = forward(receiver, SESSION, said => said.includes(BEGUN) && began.resolve(true));
      void session.broken.then(() => began.resolve(false));
      // Whatever else the account runs, it has a terminal.
      const late = world.after(LOGIN_MS, () => began.resolve(true));
      signal.addEventListener('abort', () => began.resolve(true), { once: true });
      const stands = await began.promise;
      late.cancel();
      if (stands) return session;
      // The account may be allowed to forward ports only.
      await session.close();
      return forward(receiver, NO_SESSION);
    },
  };
}

function explain({ user, host, port }: SshServer, said: string): Pick<ErrorDetails, 'likely' | 'next'> {
  const [, likely = '', next] = CAUSES.find(([words]) => words.test(said)) ?? [];
  const byHand = `ssh ${port === undefined ? '' : `-p ${port} `}-R 0:localhost:80 ${user}@${host}`;
  return { likely, next: next ?? `try the same with \`${byHand}\`, and check TUNNEL_SSH` };
}

function commandLine({ user, host, port, key, hostKey, bindHost }: SshServer, bindPort: number, session: string) {
  const bind = httpUrl(bindHost, bindPort).slice('http://'.length);
  const options = [
    ...OPTIONS,
    ...(key === undefined ? [] : [`IdentityFile=${key}`, 'IdentitiesOnly=yes']),
    ...(hostKey === undefined ? [] : pinning(hostKey)),
  ];
  return [
    'exec ssh',
    ...options.map(option => `-o ${quoted(option)}`),
    ...(port === undefined ? [] : [`-p ${port}`]),
    `-R ${quoted(bind)}:{host}:{port}`,
    quoted(`${user}@${host}`),
    session,
  ].join(' ');
}

/** Trusts only the server with this fingerprint, and prints the fingerprint of any other. */
function pinning(hostKey: string): readonly string[] {
  // ssh asks for the keys of the server: first for all known ones, with the fingerprint NONE, then for this one.
  const cases = `${hostKey}) echo $2 $3 $4;; NONE) ;; *) echo the host key of the server is $1 >&2;;`;
  return [
    `KnownHostsCommand=/bin/sh -c "set -f; case $1 in ${cases} esac" sh %f %H %t %K`,
    'FingerprintHash=sha256',
    'StrictHostKeyChecking=yes',
    'UserKnownHostsFile=/dev/null',
    'GlobalKnownHostsFile=/dev/null',
    'VerifyHostKeyDNS=no',
    'NoHostAuthenticationForLocalhost=no',
  ];
}

/** Quotes a text as one word of a shell command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

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
