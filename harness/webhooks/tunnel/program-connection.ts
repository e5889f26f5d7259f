import { howEnded } from '../../world/kill-group.ts';
import { isLoopback } from '../../world/loopback.ts';
import type { World } from '../../world/world.ts';
import { guardedShell } from './guarded-shell.ts';
import type { Preset } from './presets.ts';
import { printedAddresses } from './printed-addresses.ts';
import type { ReceiverAddress, TunnelConnection } from './provider.ts';

/** How much of the last output is kept, in characters. */
const TAIL = 1_000;

/**
 * Starts a tunnel program and reads its output. It never outlives this process.
 * @param heard gets the last output, whenever there is more
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
    // Most programs also print where they forward to: the receiver's own address, which would pass every probe.
    ({ hostname, port }) => port === String(receiver.port) && (isLoopback(hostname) || hostname === receiver.host),
  );
  const opened = world.monotonic();
  let tail = '';
  // Both streams are read to the end: a program that cannot write blocks.
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

/** https addresses first. */
function bestFirst(addresses: readonly string[]): readonly string[] {
  return addresses.toSorted((a, b) => Number(b.startsWith('https:')) - Number(a.startsWith('https:')));
}
