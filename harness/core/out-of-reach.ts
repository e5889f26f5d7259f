import { isLoopback } from './loopback.ts';
import type { TunnelKind } from './settings.ts';

/** Whether the receiver listens where a service on another machine cannot reach it: on loopback, without a tunnel. */
export function outOfReach(tunnel: TunnelKind, receiverHost: string, target: string): boolean {
  return tunnel === 'direct' && isLoopback(receiverHost) && !isLoopback(new URL(target).hostname);
}
