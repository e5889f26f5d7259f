import { HarnessError, messageOf } from '../../base/errors.ts';
import { outOfReach } from '../../settings/out-of-reach.ts';
import type { Settings } from '../../settings/settings.ts';
import type { World } from '../../world/world.ts';
import { openReceiver } from '../open-receiver.ts';
import type { Examination } from './diagnosis.ts';

/** Starts the receiver and the tunnel as a run would, holds the tunnel to what a run holds it to, and ends both. */
export async function tryTunnel(
  world: World,
  settings: Settings,
  hide: (text: string) => string,
): Promise<readonly Examination[]> {
  const { sandboxUrl } = settings;
  try {
    const receiver = await openReceiver(world, settings, {
      path: `/${world.randomBytes(16).toString('hex')}`,
      signal: new AbortController().signal,
      take: () => ({ kind: 'status', status: 200, refused: false }),
      malformed: () => {},
    });
    await receiver.close();
    // A receiver that the service cannot reach is missing a tunnel, which the settings already show.
    if (sandboxUrl !== undefined && outOfReach(settings.tunnel, settings.receiverHost, sandboxUrl)) return [];
    const what = `${settings.tunnel}: ${new URL(receiver.url).origin} leads to the receiver, byte for byte`;
    return [{ about: 'tunnel', state: 'ok', what }];
  } catch (thrown) {
    if (!(thrown instanceof HarnessError)) throw thrown;
    const { received, next } = thrown.details;
    const what = hide(`${messageOf(thrown)}${received === undefined ? '' : ` (${received})`}`);
    return [{ about: 'tunnel', state: 'failed', what, ...(next !== undefined && { next: hide(next) }) }];
  }
}
