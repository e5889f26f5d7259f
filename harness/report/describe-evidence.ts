import type { Delivery, Exchange } from '../evidence/evidence.ts';
import type { RunIndex } from './run-index.ts';

/** A piece of evidence in a few words: `POST /v1/banks/resolve → 200`, `webhook collection.expired`. */
export function describeEvidence(id: string, index: RunIndex): string {
  const exchange = index.view.exchange(id);
  if (exchange) return `${exchange.request.method} ${pathOf(exchange.request.url)} → ${describeAnswer(exchange)}`;
  const delivery = index.deliveries.get(id);
  if (delivery) {
    const [first] = index.attemptsBefore(delivery);
    return `${describeDelivery(delivery, index)}${first ? ` of ${first.id}` : ''}`;
  }
  const journey = index.view.journeyBy(id);
  if (journey) return `journey of order ${journey.order}`;
  return index.evidence.scenarios.find(scenario => scenario.id === id)?.title ?? 'not in the record';
}

/** The path and query of a URL. Any other text is returned unchanged. */
export function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] || url;
}

/** How an exchange ended: its status, or why it has none. */
export function describeAnswer({ response, failure }: Exchange): string {
  if (failure === undefined) return String(response?.status ?? 'no answer');
  return response === undefined ? failure.kind : `${response.status}, ${failure.kind}`;
}

/** A delivery by its type, and its number if it is a redelivery. */
export function describeDelivery(delivery: Delivery, index: RunIndex): string {
  const again = index.attemptsBefore(delivery).length;
  const type = index.view.typeOf(delivery) ?? 'of no readable type';
  return `webhook ${type}${again > 0 ? `, again (${again + 1})` : ''}`;
}

/** Whether the signature of a delivery verifies, in words: with the usual mistake without which it would. */
export function describeSignature(delivery: Delivery, { view }: RunIndex) {
  const signatures = view.signaturesOf(delivery);
  if (view.verifies(delivery)) return { ok: true, text: 'signature verifies' };
  if (signatures.length === 0) return { ok: false, text: 'not signed' };
  const mistake = signatures.find(({ nearMiss }) => nearMiss !== undefined)?.nearMiss;
  return { ok: false, text: `signature does not verify${mistake === undefined ? '' : ` (${mistake})`}` };
}

/** How the receiver answered a delivery. */
export function describeReceiverAnswer({ answer }: Delivery): string {
  if (answer.kind === 'status') return `${answer.status ?? 'answered'}${answer.refused ? ', refused on purpose' : ''}`;
  return answer.kind === 'slow' ? 'no answer, on purpose' : 'dropped, on purpose';
}
