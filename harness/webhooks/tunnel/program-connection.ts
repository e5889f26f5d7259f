import { nearest } from '../../base/nearest.ts';
import { isLoopback } from '../../world/loopback.ts';
import { howEnded, killGroup } from '../../world/shell-command.ts';
import type { World } from '../../world/world.ts';
import type { ReceiverAddress, TunnelConnection, TunnelProvider } from './provider.ts';

/** How much of the last output is kept, in characters. */
const TAIL = 1_000;

/**
 * Starts a tunnel program and reads its output. The program never outlives this process.
 * @param heard called with the last output whenever there is more
 */
export function openProgramConnection(
  world: World,
  preset: Preset,
  receiver: ReceiverAddress,
  heard: (said: string) => void = () => {},
): TunnelConnection {
  const { command, pattern, template, settlesMs = 0 } = preset;
  const line = command.replaceAll('{host}', receiver.host).replaceAll('{port}', String(receiver.port));
  const { child, close } = guardedShell(world, line);
  const addresses = printedAddresses(
    world,
    pattern && { pattern, ...(template !== undefined && { template }) },
    // Most programs also print the receiver's own address, which would pass every probe.
    ({ hostname, port }) => port === String(receiver.port) && (isLoopback(hostname) || hostname === receiver.host),
  );
  const opened = world.monotonic();
  let tail = '';
  // Both streams are read to the end, because a program that cannot write blocks.
  for (const stream of [child.stdout, child.stderr]) {
    const read = addresses.reader();
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-TAIL);
      read(text);
      heard(tail);
    });
  }
  const broken = new Promise<string>(resolve => {
    child.once('error', error => resolve(`it cannot be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(howEnded(code, signal)));
  });
  return {
    addresses: () => (world.monotonic() - opened < settlesMs ? [] : bestFirst(addresses.found)),
    broken,
    said: () => tail.trim(),
    close,
  };
}

function bestFirst(addresses: readonly string[]): readonly string[] {
  return addresses.toSorted((a, b) => Number(b.startsWith('https:')) - Number(a.startsWith('https:')));
}

/**
 * A guard in the child's process group waits for the end of a pipe to this process and then kills the group. So nothing
 * outlives this process, however it ends. The command has no input.
 */
const GUARDED =
  'exec 3<&0; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&-; exec /bin/sh -c "$1" </dev/null';

/** How long a command may run after SIGTERM, in milliseconds. */
const GRACE_MS = 500;

/**
 * Starts a shell command in a separate process group that never outlives this process. The streams of the child must be
 * read. It runs until it ends or is closed.
 */
export function guardedShell(world: World, command: string) {
  const child = world.spawn('/bin/sh', ['-c', GUARDED, 'sh', command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // If the guard ends first, the pipe breaks. Nothing is written to it.
  child.stdin?.on('error', () => {});
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const end = async () => {
    const { pid } = child;
    if (pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) killGroup(pid, 'SIGTERM');
    const grace = world.after(GRACE_MS, () => killGroup(pid, 'SIGKILL'));
    await exited;
    grace.cancel();
    // The guard and other processes of the group may still run.
    killGroup(pid, 'SIGKILL');
  };
  let ending: Promise<void> | undefined;
  return {
    child,
    /** Sends SIGTERM, and half a second later kills the whole process group. */
    close(): Promise<void> {
      // Only once, because the id may later belong to another group.
      ending ??= end();
      return ending;
    },
  };
}

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

/** How to start a well-known tunnel program, and how it prints its address. */
interface Preset extends Partial<AddressPattern> {
  /** Shell command. `{host}` and `{port}` stand for the receiver's. */
  readonly command: string;
  /** How long its address needs to appear in DNS, in milliseconds. An earlier lookup would be cached as a failure. */
  readonly settlesMs?: number;
}

const SSH = 'ssh -o BatchMode=yes -o ExitOnForwardFailure=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=3';

/** Tunnel programs by their name in `TUNNEL_COMMAND`. The user installs them and logs in if required. */
export const PRESETS: { readonly [name: string]: Preset } = {
  cloudflared: {
    command: 'cloudflared tunnel --no-autoupdate --url http://{host}:{port}',
    pattern: /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/,
    settlesMs: 4_000,
  },
  ngrok: { command: 'ngrok http {host}:{port} --log stdout --log-format logfmt', pattern: /(?<=\burl=)https?:\/\/\S+/ },
  'localhost.run': {
    command: `${SSH} -R 80:{host}:{port} nokey@localhost.run`,
    pattern: /https:\/\/(?!admin\.)[\w-]+\.(?:lhr\.life|localhost\.run)/,
  },
  serveo: { command: `${SSH} -R 80:{host}:{port} serveo.net`, pattern: /https?:\/\/[\w.-]+(?= *$)/ },
  pinggy: {
    command: `${SSH} -p 443 -R 0:{host}:{port} a.pinggy.io`,
    pattern: /https?:\/\/[\w-]+\.[\w.-]*pinggy[\w.-]*/,
  },
  localtunnel: { command: 'lt --port {port}', pattern: /(?<=url is: )https?:\/\/\S+/ },
  bore: {
    command: 'bore local {port} --local-host {host} --to bore.pub',
    pattern: /(?<=listening at )[\w.-]+:\d+/,
    template: 'http://$&',
  },
  zrok: { command: 'zrok share public http://{host}:{port} --headless', pattern: /https:\/\/[\w-]+\.share\.[\w.-]+/ },
  devtunnel: {
    command: 'devtunnel host --port-numbers {port} --allow-anonymous',
    pattern: /https:\/\/[\w-]+-\d+\.[\w.]*devtunnels\.ms/,
  },
  tailscale: { command: 'tailscale funnel {port}', pattern: /https:\/\/[\w.-]+\.ts\.net/ },
};

/** How to find the public address in the output of a program that also prints others. */
interface AddressPattern {
  /** Matches the address, or what {@link template} needs to build it. */
  readonly pattern: RegExp;
  /** The address, built from the match (`$&`) and its first group (`$1`). Default: the match. */
  readonly template?: string;
}

const ANY_ADDRESS: AddressPattern = { pattern: /https?:\/\/[^\s"'<>|\\^`{}[\]()\u0000-\u001f]+/ };
/** Terminal escape sequences: colours, cursor movements and titles. */
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** An address at the end of the output is complete after this many milliseconds. */
const SETTLED_MS = 300;
/** The longest searched line, in characters. */
const LONGEST_LINE = 16_384;
/** The most kept addresses, so that much output does not cause many requests. */
const MOST = 50;

/** Finds addresses, however writes split them. @param isOther whether an address does not belong to the tunnel */
export function printedAddresses(
  world: World,
  { pattern, template = '$&' }: AddressPattern = ANY_ADDRESS,
  isOther: (address: URL) => boolean = () => false,
) {
  const found: string[] = [];
  const search = (line: string) => {
    for (const [match, group = ''] of line.replace(ESCAPES, '').matchAll(new RegExp(pattern, 'gi'))) {
      const text = template
        .replace('$&', () => match)
        .replace('$1', () => group)
        .replace(/[.,;:!]+$/, '')
        .replace(/\/+$/, '');
      const address = URL.parse(text);
      if (address === null || /[?#]/.test(text) || isOther(address)) continue;
      if (found.length < MOST && !found.includes(text)) found.push(text);
    }
  };
  /** A reader for one stream's writes, in order. Each stream needs its own: one may split the lines of another. */
  const reader = () => {
    let line = '';
    let writes = 0;
    return (text: string) => {
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = (lines.pop() ?? '').slice(-LONGEST_LINE);
      for (const whole of lines) search(whole);
      const write = ++writes;
      world.after(SETTLED_MS, () => {
        if (write === writes) search(line);
      });
    };
  };
  return { found, reader };
}
