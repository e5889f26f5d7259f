import type { Delivery } from '../../core/evidence.ts';
import { describeDelivery, describeReceiverAnswer, describeSignature } from '../describe-evidence.ts';
import { markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { after, cut } from '../wording.ts';
import { httpMessage } from './http-message.ts';
import { blockOf } from './wire-block.ts';
import type { Fitting } from './within-budget.ts';

/** A delivery: one line that opens to the request as the receiver got it. */
export function deliveryBlock(delivery: Delivery, index: RunIndex): Fitting {
  const { id, at, method, path, headers, body, complete, ours } = delivery;
  const { ok, text } = describeSignature(delivery, index);
  const journey = index.view.journeyOf(delivery);
  const time = after(index.evidence.run.at, at);
  const what = cut(describeDelivery(delivery, index), 120);
  const outcome = [
    `answered ${describeReceiverAnswer(delivery)}`,
    ...(complete ? [] : ['cut off']),
    ...(ours ? [] : ['to another path']),
  ];
  const line = markup`<code>${id}</code> <span class="time">${time}</span> <b>←</b> <span class="path">${what}</span>
<b class="status">${ok ? '✓' : '✗'} ${text}</b> <span class="small">${outcome.join(' · ')}</span>`;
  return blockOf(delivery, index, journey, line, () => [
    httpMessage(`${method} ${path}`, headers, body),
    markup`<p class="small">SHA-256 of the exact bytes: <code>${body.sha256}</code></p>`,
    ...(journey ? [] : [markup`<p class="small">About no order of this run, so not judged.</p>`]),
  ]);
}
