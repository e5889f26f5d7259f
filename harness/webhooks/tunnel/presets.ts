import type { World } from '../../world/world.ts';

/** How to start a well-known tunnel program, and how it prints its address. */
export interface Preset extends Partial<AddressPattern> {
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

interface PrintedAddresses {
  readonly found: readonly string[];
  /** A reader for one stream's writes, in order. Each stream needs its own: one may split the lines of another. */
  reader(): (text: string) => void;
}

/** Finds addresses, however writes split them. @param isOther whether an address does not belong to the tunnel */
export function printedAddresses(
  world: World,
  { pattern, template = '$&' }: AddressPattern = ANY_ADDRESS,
  isOther: (address: URL) => boolean = () => false,
): PrintedAddresses {
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
