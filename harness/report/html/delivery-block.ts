import type { Delivery } from '../../core/evidence.ts';
import { describeDelivery, describeReceiverAnswer, describeSignature } from '../describe-evidence.ts';
import { markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { after, cut } from '../wording.ts';
import { httpMessage } from './http-message.ts';
import { type Block, blockOf } from './wire-block.ts';

/** A delivery: one line, and behind it the request as the receiver got it. */
export function deliveryBlock(delivery: Delivery, index: RunIndex): Block {
  const { id, at, method, path, headers, body, complete, ours, leaked } = delivery;
  const signature = describeSignature(delivery, index);
  const journey = index.view.journeyOf(delivery);
  return blockOf({
    id,
    index,
    journey,
    leaked,
    line: markup`<code>${id}</code> <span class="time">${after(index.evidence.run.at, at)}</span> <b>←</b> <span class="path">${cut(describeDelivery(delivery, index), 120)}</span> <b class="status">${signature.ok ? '✓' : '✗'} ${signature.text}</b> <span class="small">answered ${describeReceiverAnswer(delivery)}${!complete && ' · cut off'}${!ours && ' · to another path'}</span>`,
    content: () => [
      httpMessage(`${method} ${path}`, headers, body),
      markup`<p class="small">SHA-256 of the exact bytes: <code>${body.sha256}</code></p>`,
      ...(journey ? [] : [markup`<p class="small">About no order of this run: a stray, not judged.</p>`]),
    ],
  });
}
