import type { Delivery, Evidence } from '../core/evidence.ts';
import { bytesOf } from '../core/json.ts';
import { observeSignatures } from './observer.ts';

/**
 * Evidence with its signatures computed again from the recorded bytes. Where no secret is given, or a body is not what
 * crossed the wire (something was taken out of it, or a content coding undone), what was observed at the time stands.
 */
export function verifyAgain(evidence: Evidence, secrets: readonly string[]): Evidence {
  if (secrets.length === 0) return evidence;
  return { ...plain(evidence), deliveries: evidence.deliveries.map(delivery => again(delivery, secrets)) };
}

function again(delivery: Delivery, secrets: readonly string[]): Delivery {
  const { body, headers } = delivery;
  if (body.altered || body.decoded !== undefined) return delivery;
  return {
    ...delivery,
    signatures: observeSignatures(headers, bytesOf(body), secrets, delivery.signatures[0]?.header),
  };
}

/** Evidence may be a gathering whose parts are computed; a copy takes them as they are. */
function plain({
  run,
  scenarios,
  orders,
  journeys,
  exchanges,
  deliveries,
  waits,
  troubles,
  malformed,
  tunnels,
  cases,
  end,
}: Evidence): Evidence {
  return {
    ...{ run, scenarios, journeys, exchanges, deliveries, waits, troubles, malformed, tunnels },
    ...(orders && { orders }),
    ...(cases && { cases }),
    ...(end && { end }),
  };
}
