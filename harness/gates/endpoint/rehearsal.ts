import { Bench } from './bench.ts';
import type { EndpointCase } from './endpoint-case.ts';
import type { Outgoing, Reply, Sent } from './sender.ts';
import { Trial } from './trial.ts';

/** A bench whose backend acknowledges everything, and knows every order. */
class RehearsalBench extends Bench {
  readonly #real: Bench;

  constructor(real: Bench, sender: Rehearsed) {
    const { world, time, url, source, secrets, effort } = real;
    super({ world, time, url, source, secrets, effort, sender, record() {} });
    this.#real = real;
    this.wantsEarlier = real.wantsEarlier;
  }

  override get paceMs(): number {
    return this.#real.aloneMs;
  }

  override order(): string {
    return this.source.newOrder();
  }

  override async pause(): Promise<void> {}
}

/** Acknowledges everything. What is sent at the same moment is one round. */
class Rehearsed {
  readonly #bench: Bench;
  rounds = 0;
  #round: Promise<Reply> | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  send({ method = 'POST', url = this.#bench.url, body }: Outgoing): Sent {
    this.#round ??= this.#next();
    const now = this.#bench.world.now();
    const request = { method, url, headers: [], body };
    const exchange = Promise.resolve({ attempt: 0, sentAt: now, endedAt: now, request });
    return { ready: Promise.resolve(), reply: this.#round, exchange };
  }

  async together(requests: readonly Outgoing[]): Promise<readonly Sent[]> {
    return requests.map(request => this.send(request));
  }

  async connects(): Promise<boolean> {
    return true;
  }

  async #next(): Promise<Reply> {
    this.rounds++;
    await new Promise<void>(resolve => this.#bench.world.after(0, resolve));
    this.#round = undefined;
    return { kind: 'answered', status: 200, tookMs: this.#bench.paceMs };
  }
}

/**
 * How many answers a case waits for, one after the other. The case runs against nobody, so one that kills the backend
 * cannot be rehearsed.
 */
export async function roundsOf(each: EndpointCase, bench: Bench): Promise<number> {
  const rehearsed = new Rehearsed(bench);
  const trial = new Trial(new RehearsalBench(bench, rehearsed), each.id);
  await each.run(trial);
  await trial.finish();
  await trial.second?.();
  await trial.last?.();
  return rehearsed.rounds;
}
