import type { Probed, Probes } from './probes.ts';
import { type TunnelConnection, tunnelError } from './provider.ts';
import type { TunnelOptions } from './tunnel-options.ts';

/** Pauses between two rounds of probes, in milliseconds: they grow from the shortest to the longest. */
const SHORTEST_MS = 200;
const LONGEST_MS = 2_000;

/**
 * Finds the best address of a connection that leads to the receiver: a nonce sent there came back hashed, twice in a
 * row. A status of 200 alone would prove nothing.
 * @returns the address, without the receiver's path
 * @throws HarnessError `tunnel-failed`, `tunnel-leads-nowhere` (unreachable)
 */
export async function verifyAddress(
  { world, probes, path, provider, receiver, signal }: TunnelOptions,
  connection: TunnelConnection,
  patienceMs: number,
): Promise<string> {
  const { name, setting, likely } = provider;
  const due = world.monotonic() + patienceMs;
  const refusals = new Map<string, string>();
  const refused = () => [...refusals].map(([address, why]) => `${address}: ${why}`).join('; ');
  let broken: string | undefined;
  let pause = SHORTEST_MS;
  void connection.broken.then(why => {
    broken = why;
  });
  while (!signal.aborted) {
    const addresses = connection.addresses();
    const probed = await Promise.all(addresses.map(address => probeTwice(probes, address + path)));
    for (const [index, address] of addresses.entries()) {
      const outcome = probed[index];
      if (outcome?.here) return address;
      if (outcome) refusals.set(address, outcome.why);
    }
    const said = connection.said();
    if (broken !== undefined)
      throw tunnelError('tunnel-failed', name, `failed: ${[broken, refused()].filter(Boolean).join('; ')}`, {
        received: said === '' ? 'no output' : said,
        expected: 'an address that leads to the receiver, and keeps doing so',
        likely,
        next: `try the value of ${setting} by hand`,
        ...provider.explain?.(`${broken}\n${said}`),
      });
    if (world.monotonic() >= due)
      throw tunnelError('tunnel-leads-nowhere', name, 'does not lead to the receiver', {
        received: refused() || `no address${said === '' ? '' : `, but this output: ${said}`}`,
        expected: `an address that leads to ${receiver.host}:${receiver.port} within ${patienceMs / 1000} s`,
        likely,
        next: `check ${setting}, and that requests from outside are allowed`,
      });
    await Promise.race([connection.broken, new Promise<void>(resolve => world.after(pause, resolve))]);
    pause = Math.min(LONGEST_MS, pause * 1.2);
  }
  throw tunnelError('tunnel-failed', name, 'was not verified', { received: 'the run was stopped' });
}

async function probeTwice(probes: Probes, url: string): Promise<Probed> {
  const first = await probes.send(url);
  return first.here ? probes.send(url) : first;
}
