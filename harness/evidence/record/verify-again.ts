import { bytesOf } from '../../base/json.ts';
import type { Delivery, Evidence } from '../evidence.ts';
import { observeSignatures } from './observer.ts';

/**
 * Evidence with its signatures computed again from the recorded bytes. Where no secret is given, or a body is not what
 * crossed the wire (something was redacted or cut, or a content coding undone), the signatures stay as observed.
 */
export function verifyAgain(evidence: Evidence, secrets: readonly string[]): Evidence {
  if (secrets.length === 0) return evidence;
  return { ...evidence, deliveries: evidence.deliveries.map(delivery => again(delivery, secrets)) };
}

function again(delivery: Delivery, secrets: readonly string[]): Delivery {
  const { body, headers, signatures } = delivery;
  if (!delivery.ours || body.altered || body.cut || body.decoded !== undefined) return delivery;
  return { ...delivery, signatures: observeSignatures(headers, bytesOf(body), secrets, signatures[0]?.header) };
}
