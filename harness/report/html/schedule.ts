import { describeReceiverAnswer } from '../describe-evidence.ts';
import type { Redelivered } from '../latency.ts';
import { type Markup, markup } from '../markup.ts';
import { duration } from '../wording.ts';
import { anchor } from './anchor.ts';
import { axis } from './histogram.ts';
import { linear } from './scale.ts';

const WIDTH = 600;
const ROW = 26;

/** When each attempt to deliver an event came, since its first: a row an event, a dot an attempt, hollow if refused. */
export function schedule(events: readonly Redelivered[]): Markup {
  const scale = linear(Math.max(...events.flatMap(({ attempts }) => attempts.map(({ since }) => since))), 10, WIDTH);
  const bottom = events.length * ROW + 6;
  const rows = events.map(({ event, attempts }, nth) => {
    const y = nth * ROW + 19;
    const last = scale.at(attempts.at(-1)?.since ?? 0);
    const dots = attempts.map(({ delivery, since }, place) => {
      const what = `attempt ${place + 1}, after ${duration(since)}: ${describeReceiverAnswer(delivery)}`;
      const look = delivery.answer.refused ? 'attempt refused' : 'attempt';
      const dot = markup`<circle class="${look}" cx="${scale.at(since).toFixed(1)}" cy="${y}" r="4.5"/>`;
      return markup`<a href="#${anchor(delivery.id)}" aria-label="${what}"><title>${what}</title>${dot}</a>`;
    });
    const name = `${event.type ?? 'of no readable type'} · ${event.journey.id}`;
    return markup`<text class="start" x="10" y="${y - 8}">${name}</text>
<path class="line" d="M10 ${y}H${last.toFixed(1)}"/>${dots}`;
  });
  return markup`<svg class="plots wide" viewBox="0 0 ${WIDTH + 24} ${bottom + 18}" role="group"
aria-label="Redeliveries: when each attempt came">${axis(scale, bottom)}${rows}</svg>`;
}
