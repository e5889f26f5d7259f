import { httpUrl } from './http-url.ts';
import type { TunnelConnection, TunnelProvider } from './provider.ts';

/** `direct`: the service reaches the receiver where it listens. */
export function directTunnel(): TunnelProvider {
  return {
    kind: 'direct',
    name: 'direct',
    setting: 'RECEIVER_HOST',
    patienceMs: 5_000,
    reopens: false,
    likely: 'a firewall of this machine stands between',
    open: async ({ host, port }) => fixedLeg(httpUrl(host, port)),
  };
}

/** `url`: somebody else (an ingress, a named tunnel, a port mapping) leads `url` to where the receiver listens. */
export function urlTunnel(url: string, receiverPort: number): TunnelProvider {
  return {
    kind: 'url',
    name: url,
    setting: 'TUNNEL_URL',
    patienceMs: 15_000,
    reopens: false,
    likely:
      receiverPort === 0
        ? 'RECEIVER_PORT is not set, so that the receiver listens on another port each time'
        : 'what leads TUNNEL_URL here is not running, or leads to another host or port than RECEIVER_HOST and RECEIVER_PORT',
    open: async () => fixedLeg(url),
  };
}

function fixedLeg(url: string): TunnelConnection {
  return { addresses: () => [url], broken: new Promise(() => {}), said: () => '', close: async () => {} };
}
