import { HarnessError } from '../core/errors.ts';
import type { Probed, Probes } from './probes.ts';
import type { TunnelConnection } from './provider.ts';
import type { TunnelOptions } from './tunnel.ts';

/** Pauses between two rounds of probes, in milliseconds: short at first, then such as nobody minds. */
const SHORTEST_MS = 200;
const LONGEST_MS = 2_000;

/**
 * Finds, of the addresses that a leg may begin at, the best one that leads to the receiver: twice in a row a nonce that
 * was sent there came back hashed. A mere 200 would prove nothing.
 * @returns the address, without the receiver's path
 * @throws HarnessError `tunnel-failed`, `tunnel-leads-nowhere` (unreachable)
 */
export async function prove(options: TunnelOptions, connection: TunnelConnection, patienceMs: number): Promise<string> {
  const { world, probes, path, provider, signal } = options;
  const due = world.monotonic() + patienceMs;
  const refusals = new Map<string, string>();
  let broken: string | undefined;
  let pause = SHORTEST_MS;
  void connection.broken.then(why => {
    broken = why;
  });
  while (!signal.aborted) {
    const addresses = connection.addresses();
    const proofs = await Promise.all(addresses.map(address => twice(probes, address + path)));
    for (const [index, address] of addresses.entries()) {
      const proof = proofs[index];
      if (proof?.here) return address;
      if (proof) refusals.set(address, proof.why);
    }
    if (broken !== undefined) throw failed(options, connection, `${broken}${whatCame(refusals)}`);
    if (world.monotonic() >= due) throw leadsNowhere(options, connection, refusals, patienceMs);
    await Promise.race([connection.broken, new Promise<void>(resolve => world.after(pause, resolve))]);
    pause = Math.min(LONGEST_MS, pause * 1.2);
  }
  throw new HarnessError('tunnel-failed', 'unreachable', `the tunnel (${provider.name}) was not proved`, {
    received: 'the run was stopped',
  });
}

async function twice(probes: Probes, url: string): Promise<Probed> {
  const first = await probes.send(url);
  return first.here ? probes.send(url) : first;
}

function whatCame(refusals: ReadonlyMap<string, string>): string {
  return [...refusals].map(([address, why]) => `; ${address}: ${why}`).join('');
}

function failed({ provider }: TunnelOptions, connection: TunnelConnection, why: string): HarnessError {
  return new HarnessError('tunnel-failed', 'unreachable', `the tunnel (${provider.name}) failed: ${why}`, {
    received: connection.said() === '' ? 'it said nothing' : connection.said(),
    expected: 'an address that leads to the receiver, and stays',
    likely: provider.likely,
    next: `try by hand what ${provider.setting} says`,
  });
}

function leadsNowhere(
  { provider, receiver }: TunnelOptions,
  connection: TunnelConnection,
  refusals: ReadonlyMap<string, string>,
  patienceMs: number,
): HarnessError {
  const came = [...refusals].map(([address, why]) => `${address}: ${why}`).join('; ');
  const nothing =
    connection.said() === '' ? 'it named no address' : `it named no address, but said: ${connection.said()}`;
  return new HarnessError(
    'tunnel-leads-nowhere',
    'unreachable',
    `the tunnel (${provider.name}) does not lead to the receiver`,
    {
      received: came === '' ? nothing : came,
      expected: `within ${patienceMs / 1000} s, an address that leads to ${receiver.host}:${receiver.port}`,
      likely: provider.likely,
      next: `check ${provider.setting}, and that requests from outside may pass`,
    },
  );
}
