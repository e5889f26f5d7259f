import { COMPLETED } from '../../../evidence/dialect.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import { RECOVERY_MS } from '../backend.ts';
import { CannotGoOn } from '../bench.ts';
import { type EndpointCase, groupsOf } from '../endpoint-case.ts';
import { acknowledges, hold } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** The most kills for each one that has to hit a request. */
const TRIED_FOR_A_HIT = 2;
/** The number of webhooks per kill, and how often one is sent twice. */
const AROUND_A_KILL = 24;
const EVERY_NTH_TWICE = 3;
/** A slow backend gets fewer: as many as can be sent again in this time, in milliseconds, and at least so many. */
const RESEND_MS = 5_000;
const FEWEST_AROUND_A_KILL = 2;
/** The longest wait between two copies, and between a restart and a kill during recovery, in milliseconds. */
const COPY_MS = 10;
const KILLED_AGAIN_MS = 20;
/** Every n-th kill is followed by a second one during recovery. */
const EVERY_NTH_AGAIN = 3;
/** How often a backend that acknowledges nothing after a restart is tried, in milliseconds. */
const ASKED_EVERY_MS = 1_000;
/** How long webhooks are sent around the first kill, in milliseconds. */
const FIRST_MS = 60;
/** How long webhooks are sent at least before and after the expected kill, in milliseconds. */
const LEAST_MARGIN_MS = 15;
/** The number of past kills that predict when the next one hits. */
const LAST_KILLS = 4;
/**
 * If this many kills hit no request, nothing was killed. From the second kill on, webhooks arrive during the whole
 * command, and a held connection tests the restart after the last one.
 */
const TELLING_KILLS = 3;
/** What a gateway answers while its backend is down. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Kills the backend while it receives webhooks. Only unacknowledged webhooks are sent again before the credits are
 * read. Then all are sent again, because a restarted backend has to remember its events.
 * @param hasTime whether another kill may start
 */
export function crashCase(restart: () => Promise<void>, hasTime: () => boolean): EndpointCase {
  return {
    ...{ id: 'credit.crash', requirement: 'credit.crash', must: 'Credits once', needs: 'restart', alone: true },
    where: 'the backend is killed during deliveries, and restarted',
    async run(trial) {
      const { bench } = trial;
      const { kills: wanted } = bench.effort;
      const series = new KillSeries(trial, restart);
      await series.begin();
      while (series.hits < wanted && series.kills < TRIED_FOR_A_HIT * wanted && !(bench.isOver() || trial.isStuck)) {
        const isVain = !series.wasDown && series.kills >= Math.min(wanted, 2 * TELLING_KILLS);
        if (isVain || (series.kills > 0 && !(hasTime() && series.hasOrders()))) break;
        await series.kill();
      }
      if (!series.wasDown && series.kills >= TELLING_KILLS)
        throw new CannotGoOn(
          `nothing shows that --restart stops the backend, which answered all ${series.sent.length} webhooks ` +
            `during ${series.kills} restarts: the command has to kill the process that listens`,
        );
      if (trial.isStuck) return;
      // No restart separates these webhooks from their repetition. A backend that forgets them has another bug.
      await series.sendRest();
      trial.second = () =>
        inGroups(series.sent, async webhook => {
          if (!bench.isOver()) await trial.once(webhook, bench.signed(webhook), 'once more', 'sound');
        });
    },
  };
}

/** A series of kills with webhooks around each. */
class KillSeries {
  readonly sent: SoundWebhook[] = [];
  /** The number of kills, and of kills that certainly hit between the first webhook and the last. */
  kills = 0;
  hits = 0;
  /** Whether a request or a held connection shows that the backend was down. */
  wasDown = false;
  readonly #trial: Trial;
  readonly #restart: () => Promise<void>;
  /** The completion of an order whose earlier webhooks come before the first kill. It is sent after the last one. */
  readonly #begun: SoundWebhook[] = [];
  /** Webhooks that were made for a kill, but not sent. */
  #unsent: SoundWebhook[] = [];
  /** When past kills hit, in milliseconds after the start of the command. Some of the times are bounds. */
  #cameMs: number[] = [];

  constructor(trial: Trial, restart: () => Promise<void>) {
    this.#trial = trial;
    this.#restart = restart;
  }

  /** Sends the webhooks of an order before its completion, unless the backend is too slow for it. */
  async begin(): Promise<void> {
    const { bench } = this.#trial;
    if (bench.affordable(2, 1) === 1) return;
    for (const webhook of bench.source.happyPath(bench.order())) {
      if (webhook.type === COMPLETED) return void this.#begun.push(webhook);
      await this.#trial.once(webhook, bench.signed(webhook), '', 'unjudged');
    }
  }

  /** Whether enough orders are left for another kill and for the end. */
  hasOrders(): boolean {
    return this.#trial.bench.ordersLeft + this.#unsent.length > this.#count;
  }

  get #count(): number {
    return this.#trial.bench.affordable(AROUND_A_KILL, FEWEST_AROUND_A_KILL, RESEND_MS);
  }

  /** Sends webhooks at random times around a kill, so that it interrupts every phase of their processing. */
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
      // Nothing is sent from the kill until the backend listens again.
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
    // An error is handled below, at the `await`.
    sending.catch(() => {});
    await bench.pause(commandMs);
    const startedAt = world.monotonic();
    // A webhook from before the kill may reach the backend during its start and end it again.
    await this.#restart().catch(() => sending.then(this.#restart));
    const tookMs = world.monotonic() - startedAt;
    trial.note(`killed and restarted (${nth})`);
    await sending;
    if (endedAt === undefined) this.#cameMs.push(0, tookMs);
    // If nothing was answered before, the kill may have come before the first webhook.
    else this.#cameMs.push(Math.max(0, endedAt - startedAt), ...(wasUp && isCut ? [] : [0]));
    this.wasDown ||= endedAt !== undefined;
    if (wasUp && isCut) this.hits++;
    if (nth % EVERY_NTH_AGAIN === 0) await this.#killAgain(nth);
    await this.#sendAgain(unacknowledged);
  }

  /** Sends unacknowledged webhooks again until all are acknowledged. What stays unsent is not due. */
  async #sendAgain(webhooks: readonly SoundWebhook[]): Promise<void> {
    const trial = this.#trial;
    const { bench } = trial;
    for (const group of groupsOf(webhooks)) {
      if (trial.isStuck) for (const { orderId } of group) trial.expected.delete(orderId);
      const from = bench.time.elapsed;
      let isRefused = !trial.isStuck;
      while (isRefused && !trial.isStuck) {
        const replies = await Promise.all(group.map(one => trial.sound(one, 'sent again after the restart')));
        isRefused = !replies.some(acknowledges);
        trial.isStuck = isRefused && bench.time.elapsed - from > RECOVERY_MS;
        if (bench.isOver()) break;
        if (isRefused) await bench.pause(ASKED_EVERY_MS);
      }
    }
    if (trial.isStuck) for (const { orderId } of this.#unsent.splice(0)) trial.expected.delete(orderId);
  }

  /** Sends the completion of the order that was begun, the unsent webhooks and one more. */
  async sendRest(): Promise<void> {
    const trial = this.#trial;
    for (const { orderId } of this.#begun) trial.expect(orderId, 1);
    const rest = [...this.#begun, ...this.#unsent.splice(0), await trial.completed(trial.order(1))];
    this.sent.push(...rest);
    await inGroups(rest, async webhook => {
      if (!trial.bench.isOver()) await trial.sound(webhook, 'after the last restart');
    });
  }

  /** Kills the backend during its recovery. */
  async #killAgain(nth: number): Promise<void> {
    const { bench } = this.#trial;
    await bench.pause(bench.draw() * KILLED_AGAIN_MS);
    // Nothing else is pending that would block a backend with one connection at a time.
    const held = await hold(bench);
    await this.#restart();
    this.wasDown ||= held?.isOpen() !== true;
    held?.close();
    this.#trial.note(`killed and restarted again while it recovered (${nth})`);
  }

  /** When webhooks and the next command start, in milliseconds after a common start. */
  #timing(): { readonly fromMs: number; readonly toMs: number; readonly commandMs: number } {
    const last = this.#cameMs.slice(-LAST_KILLS);
    if (last.length === 0) return { fromMs: 0, toMs: FIRST_MS, commandMs: LEAST_MARGIN_MS };
    const [earliest, latest] = [Math.min(...last), Math.max(...last)];
    const margin = Math.max(LEAST_MARGIN_MS, earliest / 5);
    const commandMs = Math.max(0, margin - earliest);
    return { fromMs: commandMs + earliest - margin, toMs: commandMs + latest + margin, commandMs };
  }
}

/** Acts on groups of webhooks in sequence, and within a group at once. */
async function inGroups(webhooks: readonly SoundWebhook[], act: (webhook: SoundWebhook) => Promise<unknown>) {
  for (const group of groupsOf(webhooks)) await Promise.all(group.map(act));
}
