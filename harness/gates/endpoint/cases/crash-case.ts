import type { SoundWebhook } from '../../../sandbox/index.ts';
import { CannotGoOn } from '../bench.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import { acknowledges, hold } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** No kill begins later than this after the first, in milliseconds. */
const LAST_KILL_MS = 30_000;
/** Webhooks for each kill, and every how many of them comes in two copies. */
const AROUND_A_KILL = 24;
const EVERY_NTH_TWICE = 3;
/** Fewer, where a backend is slow: as many as are sent again in this time, in milliseconds; at least so many. */
const RESEND_MS = 5_000;
const FEWEST_AROUND_A_KILL = 2;
/** The longest wait between two copies, and between a restart and a kill during recovery, in milliseconds. */
const COPY_MS = 10;
const RECOVERY_MS = 20;
/** How long webhooks are sent around the first kill, in milliseconds. */
const FIRST_MS = 60;
/** The least time before and after the expected kill in which webhooks are sent, in milliseconds. */
const LEAST_MARGIN_MS = 15;
/**
 * So many kills that no request notices show that nothing was killed: webhooks come during the whole command from the
 * second on, and a connection is held during the restart that follows it.
 */
const TELLING_KILLS = 3;
/** What a gateway answers while the backend behind it is down. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/** When webhooks and the command of a kill begin, in milliseconds after the same moment. */
interface Timing {
  readonly fromMs: number;
  readonly toMs: number;
  readonly commandMs: number;
}

/**
 * Kills the backend while it receives webhooks. What was not acknowledged comes again; what was acknowledged does not,
 * until the credits were read. Then everything comes once more: a backend that is restarted has to remember.
 */
export function crashCase(restart: () => Promise<void>): EndpointCase {
  return {
    ...{ id: 'credit.crash', requirement: 'credit.crash', must: 'Credits once', needs: 'restart', alone: true },
    where: 'the backend is killed during deliveries, and restarted',
    async run(trial) {
      const { bench } = trial;
      const { world, effort } = bench;
      const began = world.monotonic();
      const sent: SoundWebhook[] = [];
      let timing: Timing = { fromMs: 0, toMs: FIRST_MS, commandMs: LEAST_MARGIN_MS };
      let kills = 0;
      let wasDown = false;
      while (kills < effort.kills && !bench.isOver() && world.monotonic() - began < LAST_KILL_MS) {
        const { next, sawEnd } = await killOnce(trial, { restart, kill: ++kills, timing, sent });
        timing = next;
        wasDown ||= sawEnd;
      }
      if (!wasDown && kills >= TELLING_KILLS)
        throw new CannotGoOn(
          `nothing shows that --restart stops the backend, which answered all ${sent.length} webhooks ` +
            `during ${kills} restarts: the command has to kill the process that listens`,
        );
      // No restart lies between this one and its repetition: what forgets it does so for another reason.
      const last = await trial.completed(trial.order(1));
      sent.push(last);
      if (!bench.isOver()) await trial.sound(last, 'after the last restart');
      trial.second = async () => {
        for (const webhook of sent)
          if (!bench.isOver()) await trial.once(webhook, bench.signed(webhook), 'once more', 'sound');
      };
    },
  };
}

interface PlannedKill {
  readonly restart: () => Promise<void>;
  readonly kill: number;
  readonly timing: Timing;
  /** Takes what is sent. */
  readonly sent: SoundWebhook[];
}

/**
 * Sends webhooks at random moments around the kill, so that it meets some in each phase of their processing.
 * @returns the timing of the next kill, and whether a request or a held connection shows that it was down
 */
async function killOnce(trial: Trial, { restart, kill, timing, sent }: PlannedKill) {
  const { bench } = trial;
  const { world } = bench;
  const { fromMs, toMs, commandMs } = timing;
  const unacknowledged: SoundWebhook[] = [];
  const webhooks: SoundWebhook[] = [];
  const count = bench.affordable(AROUND_A_KILL, FEWEST_AROUND_A_KILL, RESEND_MS);
  for (let nth = 0; nth < count; nth++) webhooks.push(await trial.completed(trial.order(1)));
  sent.push(...webhooks);
  let endedAt: number | undefined;
  let isDown = false;
  const sending = Promise.all(
    webhooks.map(async (webhook, nth) => {
      await bench.pause(fromMs + bench.draw() * (toMs - fromMs));
      const copy = async (what: string) => {
        // Once the backend was killed, nothing is sent until it listens again.
        if (endedAt !== undefined) return false;
        const reply = await trial.once(webhook, bench.signed(webhook), what, 'unjudged');
        if (reply.kind === 'refused' || reply.kind === 'dropped') endedAt ??= world.monotonic();
        isDown ||= reply.kind === 'answered' && OF_GATEWAYS.has(reply.status);
        return acknowledges(reply);
      };
      const second = async () => {
        await bench.pause(bench.draw() * COPY_MS);
        return copy(`a copy at kill ${kill}`);
      };
      const copied = nth % EVERY_NTH_TWICE === 0;
      const acknowledged = await Promise.all([copy(`at kill ${kill}`), ...(copied ? [second()] : [])]);
      if (acknowledged.every(Boolean)) trial.expect(webhook.orderId, 1, 'acknowledged');
      else if (acknowledged.some(Boolean)) trial.expect(webhook.orderId, 1, 'copy-acknowledged');
      else unacknowledged.push(webhook);
    }),
  );
  // Why it cannot go on is told below, where it is awaited.
  sending.catch(() => {});
  await bench.pause(commandMs);
  const startedAt = world.monotonic();
  // What came before the backend was killed may come to it while it starts, and end it again.
  await restart().catch(() => sending.then(restart));
  const tookMs = world.monotonic() - startedAt;
  trial.note(`killed and restarted (${kill})`);
  await sending;
  if (kill % 2 === 0) {
    await bench.pause(bench.draw() * RECOVERY_MS);
    // Nothing else is under way, which a backend that serves one connection at a time would keep waiting.
    const held = await hold(bench);
    await restart();
    isDown ||= held?.isOpen() !== true;
    held?.close();
    trial.note(`killed and restarted again while it recovered (${kill})`);
  }
  for (const webhook of unacknowledged) await trial.sound(webhook, 'sent again after the restart');
  // Where every webhook was answered, the kill came later: the whole time of the command is tried.
  const whole: Timing = { fromMs: 0, toMs: LEAST_MARGIN_MS + tookMs, commandMs: LEAST_MARGIN_MS };
  const next = endedAt === undefined ? whole : around(Math.max(0, endedAt - startedAt));
  return { next, sawEnd: endedAt !== undefined || isDown };
}

/** Webhooks around a kill that is expected so many milliseconds after its command. */
function around(expectedMs: number): Timing {
  const margin = Math.max(LEAST_MARGIN_MS, expectedMs / 5);
  const commandMs = Math.max(0, margin - expectedMs);
  const killMs = commandMs + expectedMs;
  return { fromMs: killMs - margin, toMs: killMs + margin, commandMs };
}
