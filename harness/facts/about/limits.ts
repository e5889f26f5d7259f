import { header } from '../../base/json.ts';
import { answersOfService, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import type { Sample } from '../sample.ts';
import { acceptedOrStatus, seenIn } from './answers.ts';

/** Calls in words. Another file reads the calls to simulate. */
const CALLS: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'a name enquiry',
  getOnrampOrder: 'reading an onramp order',
};

/** Gaps that any call may answer. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
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
  for (const exchange of answersOfService(view)) {
    const { gap, detail } = readCondition(exchange.condition) ?? {};
    if (gap === 'version.sandbox-routes') {
      const value = isOk(exchange.response.status) ? 'served' : exchange.response.status;
      yield { gap, ...seenIn(exchange), value };
    }
    const call = CALLS[exchange.operation ?? ''];
    if (call === undefined || gap === undefined || !OF_REQUESTS.has(gap)) continue;
    const condition = detail === undefined ? call : `${call}, ${detail}`;
    yield { gap, condition, ...seenIn(exchange), value: acceptedOrStatus(exchange) };
  }
}
