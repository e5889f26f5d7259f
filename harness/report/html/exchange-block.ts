import type { Exchange } from '../../core/evidence.ts';
import { describeAnswer, pathOf } from '../describe-evidence.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { after, cut, duration } from '../wording.ts';
import { httpMessage } from './http-message.ts';
import { type Block, blockOf } from './wire-block.ts';

/** An exchange: one line, and behind it the request and the answer as they were on the wire. */
export function exchangeBlock(exchange: Exchange, index: RunIndex): Block {
  const { id, journey, request, response, failure, condition, sentAt, endedAt, leaked } = exchange;
  const { method, url, headers, body } = request;
  const whole = response !== undefined && failure === undefined;
  return blockOf({
    id,
    index,
    journey: journey === undefined ? undefined : index.journeys.get(journey),
    leaked,
    line: markup`<code>${id}</code> <span class="time">${after(index.evidence.run.at, sentAt)}</span> <b>→</b> ${method} <span class="path">${cut(pathOf(url), 160)}</span> <b class="status">${!whole && '✗ '}${describeAnswer(exchange)}</b> <span class="small">${duration(endedAt - sentAt)}${condition !== undefined && ` · ${condition}`}</span>`,
    content: () => [
      httpMessage(`${method} ${url}`, headers, body),
      ...(response ? [httpMessage(`HTTP ${response.status}`, response.headers, response.body)] : []),
      ...(failure ? [failureOf(failure)] : []),
    ],
  });
}

function failureOf({ kind, code, message }: NonNullable<Exchange['failure']>): Markup {
  return markup`<p>No whole answer: <b>${kind}</b>${code !== undefined && ` (${code})`}: ${message}</p>`;
}
