import type { Exchange } from '../../core/evidence.ts';
import { describeAnswer, pathOf } from '../describe-evidence.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { after, cut, duration } from '../wording.ts';
import { httpMessage } from './http-message.ts';
import { blockOf } from './wire-block.ts';
import type { Fitting } from './within-budget.ts';

/** An exchange: one line that opens to the request and the response as they crossed the wire. */
export function exchangeBlock(exchange: Exchange, index: RunIndex): Fitting {
  const { id, journey, request, response, failure, condition, sentAt, endedAt } = exchange;
  const { method, url, headers, body } = request;
  const time = after(index.evidence.run.at, sentAt);
  const path = cut(pathOf(url), 160);
  const outcome = `${response && !failure ? '' : '✗ '}${describeAnswer(exchange)}`;
  const note = `${duration(endedAt - sentAt)}${condition === undefined ? '' : ` · ${condition}`}`;
  const line = markup`<code>${id}</code> <span class="time">${time}</span> <b>→</b> ${method}
<span class="path">${path}</span> <b class="status">${outcome}</b> <span class="small">${note}</span>`;
  return blockOf(exchange, index, index.journeys.get(journey ?? ''), line, () => [
    httpMessage(`${method} ${url}`, headers, body),
    ...(response ? [httpMessage(`HTTP ${response.status}`, response.headers, response.body)] : []),
    ...(failure ? [failureOf(failure)] : []),
  ]);
}

function failureOf({ kind, code, message }: NonNullable<Exchange['failure']>): Markup {
  return markup`<p>No whole answer: <b>${kind}</b>${code !== undefined && ` (${code})`}: ${message}</p>`;
}
