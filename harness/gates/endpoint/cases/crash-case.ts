import type { SoundWebhook } from '../../../sandbox/index.ts';
import { RECOVERY_MS } from '../backend.ts';
import { CannotGoOn } from '../bench.ts';
import { AT_ONCE, type EndpointCase } from '../endpoint-case.ts';
import { acknowledges, hold } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** At most this many kills for each one that has to meet a request. */
const TRIED_FOR_A_HIT = 2;
/** Webhooks for each kill, and every how many of them comes in two copies. */
const AROUND_A_KILL = 24;
const EVERY_NTH_TWICE = 3;
/** Fewer, where a backend is slow: as many as are sent again in this time, in milliseconds; at least so many. */
const RESEND_MS = 5_000;
const FEWEST_AROUND_A_KILL = 2;
/** The longest wait between two copies, and between a restart and a kill during recovery, in milliseconds. */
const COPY_MS = 10;
const KILLED_AGAIN_MS = 20;
/** One kill in this many is followed by a second one while the backend recovers. */
const EVERY_NTH_AGAIN = 3;
/** How often a backend that acknowledges nothing after a restart is asked again, in milliseconds. */
const ASKED_EVERY_MS = 1_000;
/** How long webhooks are sent around the first kill, in milliseconds. */
const FIRST_MS = 60;
/** The least time before and after the expected kill in which webhooks are sent, in milliseconds. */
const LEAST_MARGIN_MS = 15;
/** The next kill is expected between the earliest and the latest of this many kills before it. */
const LAST_KILLS = 4;
/**
 * So many kills that no request notices show that nothing was killed: webhooks come during the whole command from the
 * second on, and a connection is held during the restart that follows the last of them.
 */
const TELLING_KILLS = 3;
/** What a gateway answers while the backend behind it is down. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/** What kills the backend, and for how long. */
interface Killing {
  readonly restart: () => Promise<void>;
  /** Whether another kill may begin. */
  readonly hasTime: () => boolean;
}

/**
 * Kills the backend while it receives webhooks. What was not acknowledged comes again; what was acknowledged does not,
 * until the credits were read. Then everything comes once more: a backend that is restarted has to remember.
 */
export function crashCase({ restart, hasTime }: Killing): EndpointCase {
  return {
    ...{ id: 'credit.crash', requirement: 'credit.crash', must: 'Credits once', needs: 'restart', alone: true },
    where: 'the backend is killed during deliveries, and restarted',
    async run(trial) {
      const { bench } = trial;
      const { kills: wanted } = bench.effort;
      const series = new KillSeries(trial, restart);
      while (series.hits < wanted && series.kills < TRIED_FOR_A_HIT * wanted && !(bench.isOver() || series.isStuck)) {
        const isVain = !series.wasDown && series.kills >= Math.min(wanted, 2 * TELLING_KILLS);
        if (isVain || (series.kills > 0 && !(hasTime() && series.hasOrders()))) break;
        await series.kill();
      }
      if (!series.wasDown && series.kills >= TELLING_KILLS)
        throw new CannotGoOn(
          `nothing shows that --restart stops the backend, which answered all ${series.sent.length} webhooks ` +
            `during ${series.kills} restarts: the command has to kill the process that listens`,
        );
      // A backend that processes nothing more is asked nothing more.
      if (series.isStuck) return;
      // No restart lies between these and their repetition: what forgets them does so for another reason.
      await series.sendRest();
      trial.second = () =>
        inGroups(series.sent, async webhook => {
          if (!bench.isOver()) await trial.once(webhook, bench.signed(webhook), 'once more', 'sound');
        });
    },
  };
}

/** Kills of one backend, one after the other, with webhooks around each. */
class KillSeries {
  readonly sent: SoundWebhook[] = [];
  /** How often the backend was killed, and how often certainly between the first webhook and the last. */
  kills = 0;
  hits = 0;
  /** Whether a request or a held connection shows that the backend was down. */
  wasDown = false;
  /** Whether the backend acknowledged none of several webhooks for {@link RECOVERY_MS} after a restart. */
  isStuck = false;
  readonly #trial: Trial;
  readonly #restart: () => Promise<void>;
  /** Webhooks that were made for a kill, and not sent. */
  #unsent: SoundWebhook[] = [];
  /** When kills came, in milliseconds after their command began: only a part of them is known exactly. */
  #cameMs: number[] = [];

  constructor(trial: Trial, restart: () => Promise<void>) {
    this.#trial = trial;
    this.#restart = restart;
  }

  /** Whether there are orders for another kill, and for the end. */
  hasOrders(): boolean {
    return this.#trial.bench.ordersLeft + this.#unsent.length > this.#count;
  }

  get #count(): number {
    return this.#trial.bench.affordable(AROUND_A_KILL, FEWEST_AROUND_A_KILL, RESEND_MS);
  }

  /** Sends webhooks at random moments around a kill, so that it meets some in each phase of their processing. */
  async kill(): Promise<void> {
    const trial = this.#trial;
    const { bench } = trial;
    const { world } = bench;
    const nth = ++this.kills;
    const { fromMs, toMs, commandMs } = this.#timing();
    const unacknowledged: SoundWebhook[] = [];
    const webhooks = this.#unsent.splice(0);
    while (webhooks.length < this.#count) webhooks.push(await trial.completed(trial.order(1)));
    let endedAt: number | undefined;
    let wasUp = false;
    let isCut = false;
    const send = async (webhook: SoundWebhook, what: string) => {
      // Once the backend was killed, nothing is sent until it listens again.
      if (endedAt !== undefined) return false;
      const reply = await trial.once(webhook, bench.signed(webhook), what, 'unjudged');
      const isOfGateway = reply.kind === 'answered' && OF_GATEWAYS.has(reply.status);
      if (reply.kind === 'refused' || reply.kind === 'dropped') endedAt ??= world.monotonic();
      this.wasDown ||= isOfGateway;
      isCut ||= isOfGateway || reply.kind === 'dropped';
      wasUp ||= endedAt === undefined && reply.kind === 'answered' && !isOfGateway;
      return acknowledges(reply);
    };
    const sendCopies = async (webhook: SoundWebhook, copies: number) => {
      await bench.pause(fromMs + bench.draw() * (toMs - fromMs));
      if (endedAt !== undefined) return void this.#unsent.push(webhook);
      this.sent.push(webhook);
      const second = async () => {
        await bench.pause(bench.draw() * COPY_MS);
        return send(webhook, `a copy at kill ${nth}`);
      };
      const acknowledged = await Promise.all([send(webhook, `at kill ${nth}`), ...(copies > 1 ? [second()] : [])]);
      if (acknowledged.every(Boolean)) trial.expect(webhook.orderId, 1, 'acknowledged');
      else if (acknowledged.some(Boolean)) trial.expect(webhook.orderId, 1, 'copy-acknowledged');
      else unacknowledged.push(webhook);
    };
    const sending = Promise.all(webhooks.map((each, place) => sendCopies(each, place % EVERY_NTH_TWICE === 0 ? 2 : 1)));
    // Why it cannot go on is told below, where it is awaited.
    sending.catch(() => {});
    await bench.pause(commandMs);
    const startedAt = world.monotonic();
    // What came before the backend was killed may come to it while it starts, and end it again.
    await this.#restart().catch(() => sending.then(this.#restart));
    const tookMs = world.monotonic() - startedAt;
    trial.note(`killed and restarted (${nth})`);
    await sending;
    if (endedAt === undefined) this.#cameMs.push(0, tookMs);
    // Where nothing was answered before, it may have come before the first webhook.
    else this.#cameMs.push(Math.max(0, endedAt - startedAt), ...(wasUp && isCut ? [] : [0]));
    this.wasDown ||= endedAt !== undefined;
    if (wasUp && isCut) this.hits++;
    if (nth % EVERY_NTH_AGAIN === 0) await this.#killAgain(nth);
    await this.#sendAgain(unacknowledged);
  }

  /** Sends again what was not acknowledged, until nothing is any more: what is not sent again is not due. */
  async #sendAgain(webhooks: readonly SoundWebhook[]): Promise<void> {
    const trial = this.#trial;
    const { bench } = trial;
    const from = bench.time.elapsed;
    for (const group of groupsOf(webhooks)) {
      if (this.isStuck) for (const { orderId } of group) trial.expected.delete(orderId);
      else {
        const sendAll = async () => {
          const replies = await Promise.all(group.map(one => trial.sound(one, 'sent again after the restart')));
          this.isStuck = !replies.some(acknowledges);
        };
        await sendAll();
        while (this.isStuck && !bench.isOver() && bench.time.elapsed - from <= RECOVERY_MS) {
          await bench.pause(ASKED_EVERY_MS);
          await sendAll();
        }
      }
    }
    if (this.isStuck) for (const { orderId } of this.#unsent.splice(0)) trial.expected.delete(orderId);
  }

  /** Sends what is left, and one webhook in any case. */
  async sendRest(): Promise<void> {
    const trial = this.#trial;
    const rest = [...this.#unsent.splice(0), await trial.completed(trial.order(1))];
    this.sent.push(...rest);
    await inGroups(rest, async webhook => {
      if (!trial.bench.isOver()) await trial.sound(webhook, 'after the last restart');
    });
  }

  /** Kills the backend while it recovers. */
  async #killAgain(nth: number): Promise<void> {
    const { bench } = this.#trial;
    await bench.pause(bench.draw() * KILLED_AGAIN_MS);
    // Nothing else is under way, which a backend that serves one connection at a time would keep waiting.
    const held = await hold(bench);
    await this.#restart();
    this.wasDown ||= held?.isOpen() !== true;
    held?.close();
    this.#trial.note(`killed and restarted again while it recovered (${nth})`);
  }

  /** When webhooks and the command of the next kill begin, in milliseconds after the same moment. */
  #timing(): { readonly fromMs: number; readonly toMs: number; readonly commandMs: number } {
    const last = this.#cameMs.slice(-LAST_KILLS);
    if (last.length === 0) return { fromMs: 0, toMs: FIRST_MS, commandMs: LEAST_MARGIN_MS };
    const [earliest, latest] = [Math.min(...last), Math.max(...last)];
    const margin = Math.max(LEAST_MARGIN_MS, earliest / 5);
    const commandMs = Math.max(0, margin - earliest);
    return { fromMs: commandMs + earliest - margin, toMs: commandMs + latest + margin, commandMs };
  }
}

/** Does something for several webhooks at the same moment, until it is done for each. */
async function inGroups(webhooks: readonly SoundWebhook[], act: (webhook: SoundWebhook) => Promise<unknown>) {
  for (const group of groupsOf(webhooks)) await Promise.all(group.map(act));
}

function groupsOf(webhooks: readonly SoundWebhook[]): readonly (readonly SoundWebhook[])[] {
  const count = Math.ceil(webhooks.length / AT_ONCE);
  return Array.from({ length: count }, (_, nth) => webhooks.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE));
}
