import { answersOfService } from '../../core/answered.ts';
import { readCondition } from '../../core/condition.ts';
import { header } from '../../core/json.ts';
import type { View } from '../../core/view.ts';
import type { Sample } from '../sample.ts';
import { seenIn } from './answers.ts';

/** Limits: whether calls are limited by rate, and the answers to large bodies and unknown fields. */
export function* aboutLimits(view: View): Generator<Sample> {
  const all = view.evidence.exchanges.flatMap(({ response, ...rest }) => (response ? [{ ...rest, response }] : []));
  for (const [condition, burst] of Map.groupBy(all, exchange => exchange.condition)) {
    const [first] = burst;
    const { name, detail } = readCondition(condition) ?? {};
    if (name !== 'burst' || detail === undefined || first === undefined) continue;
    const limited = burst.find(({ response }) => response.status === 429);
    const { id, sentAt: at } = limited ?? first;
    const value = limited ? 'limited' : 'not limited';
    yield { gap: 'limits.rate', condition: detail, at, id, value };
  }
  for (const exchange of all.filter(({ response }) => response.status === 429)) {
    const wait = header(exchange.response.headers, 'retry-after');
    const { id, sentAt: at } = exchange;
    const value = wait === undefined ? '429 without Retry-After' : '429 with Retry-After';
    yield { gap: 'limits.rate', condition: 'when limited', at, id, value };
  }
  for (const exchange of view.evidence.exchanges) {
    const { name, detail } = readCondition(exchange.condition) ?? {};
    if (name !== 'large-body' || detail === undefined || exchange.failure?.kind !== 'dropped') continue;
    yield {
      gap: 'limits.size',
      condition: detail,
      at: exchange.sentAt,
      id: exchange.id,
      value: 'the connection is closed',
    };
  }
  for (const exchange of answersOfService(view, 'resolveBankAccount')) {
    if (exchange.condition !== 'unknown-field') continue;
    const { status } = exchange.response;
    const value = status < 300 ? 'accepted' : status;
    yield { gap: 'request.unknown-fields', condition: 'a name enquiry', ...seenIn(exchange), value };
  }
}
