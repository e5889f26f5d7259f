import { isLoopback } from '../world/loopback.ts';
import type { TunnelKind } from './settings.ts';

/** Whether a service on another machine cannot reach the receiver: it listens on loopback, without a tunnel. */
export function outOfReach(tunnel: TunnelKind, receiverHost: string, target: string): boolean {
  return tunnel === 'direct' && isLoopback(receiverHost) && !isLoopback(new URL(target).hostname);
}
