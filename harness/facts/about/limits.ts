import { answersOfService } from '../../core/answered.ts';
import { readCondition } from '../../core/condition.ts';
import { header } from '../../core/json.ts';
import type { View } from '../../core/view.ts';
import type { Sample } from '../sample.ts';
import { outcomeOf, seenIn } from './answers.ts';

/** Gaps that calls to the name enquiry speak to. */
const OF_ENQUIRIES: ReadonlySet<string> = new Set([
  'request.unknown-fields',
  'request.odd-values',
  'request.unreadable-bodies',
]);

/** Limits: whether calls are limited by rate, and the answers to large bodies and to undocumented requests. */
export function* aboutLimits(view: View): Generator<Sample> {
  const all = view.evidence.exchanges.flatMap(({ response, ...rest }) => (response ? [{ ...rest, response }] : []));
  for (const [condition, burst] of Map.groupBy(all, exchange => exchange.condition)) {
    const { name, detail } = readCondition(condition) ?? {};
    const limited = burst.find(({ response }) => response.status === 429);
    const shown = limited ?? burst[0];
    if (name !== 'burst' || detail === undefined || shown === undefined) continue;
    yield { gap: 'limits.rate', condition: detail, ...seenIn(shown), value: limited ? 'limited' : 'not limited' };
  }
  for (const exchange of all.filter(({ response }) => response.status === 429)) {
    const wait = header(exchange.response.headers, 'retry-after');
    const value = wait === undefined ? '429 without Retry-After' : '429 with Retry-After';
    yield { gap: 'limits.rate', condition: 'when limited', ...seenIn(exchange), value };
  }
  for (const exchange of view.evidence.exchanges) {
    const { name, detail } = readCondition(exchange.condition) ?? {};
    if (name !== 'large-body' || detail === undefined || exchange.failure?.kind !== 'dropped') continue;
    yield { gap: 'limits.size', condition: detail, ...seenIn(exchange), value: 'the connection is closed' };
  }
  for (const exchange of answersOfService(view)) {
    const { name, gap, detail } = readCondition(exchange.condition) ?? {};
    if (name !== 'unknown-route' || gap === undefined || detail === undefined) continue;
    yield { gap, condition: detail, ...seenIn(exchange), value: exchange.response.status };
  }
  for (const exchange of answersOfService(view, 'resolveBankAccount')) {
    const { gap, detail } = readCondition(exchange.condition) ?? {};
    if (gap === undefined || !OF_ENQUIRIES.has(gap)) continue;
    const condition = detail === undefined ? 'a name enquiry' : `a name enquiry, ${detail}`;
    yield { gap, condition, ...seenIn(exchange), value: outcomeOf(exchange) };
  }
}
