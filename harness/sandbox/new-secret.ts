import type { World } from '../world/world.ts';

/** A random signing secret. Its whole text is the HMAC key. */
export function newSecret(world: World): string {
  return `whsec_${world.randomBytes(24).toString('base64url')}`;
}
