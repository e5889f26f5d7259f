import type { AddressPattern } from './printed-addresses.ts';

/** How to start a well-known tunnel program, and how it prints its address. */
export interface Preset extends Partial<AddressPattern> {
  /** Shell command; `{host}` and `{port}` stand for the receiver's. */
  readonly command: string;
  /** How long its address takes to enter DNS, in milliseconds. An earlier lookup would be cached as a failure. */
  readonly settlesMs?: number;
}

const SSH = 'ssh -o BatchMode=yes -o ExitOnForwardFailure=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=3';

/** Tunnel programs by their name in `TUNNEL_COMMAND`. The user installs them, and logs in where they ask for it. */
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
