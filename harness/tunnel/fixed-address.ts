import { httpUrl, type TunnelConnection, type TunnelProvider } from './provider.ts';

/** `direct`: the service reaches the receiver where it listens. */
export function directTunnel(): TunnelProvider {
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

/** `url`: an ingress, a named tunnel or a port mapping of the user leads `url` to the receiver. */
export function urlTunnel(url: string, receiverPort: number): TunnelProvider {
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
