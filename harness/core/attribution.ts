import type { Locator } from './dialect.ts';
import type { Delivery, Evidence, Journey } from './evidence.ts';
import { namesForeignOrder } from './foreign-order.ts';
import { locate } from './locator.ts';
import { madeUpOrder } from './made-up-order.ts';
import { mentions } from './mentions.ts';
import { shardOfId } from './shard-of-id.ts';

/**
 * Whose each delivery is. An order's id at the locator decides; else the one known order that the delivery names; else
 * the event id, where an earlier delivery of that event has an owner (a late duplicate names no order either); else the
 * journey that was alone at the time, unless the delivery holds another order's id where others name ours. What remains
 * is a stray: another run's, or about no order.
 *
 * @param eventIdOf reads a delivery's event id, once its place is known
 */
export function attribute(
  evidence: Evidence,
  orderId: Locator | undefined,
  eventIdOf: (delivery: Delivery) => string | undefined = () => undefined,
): ReadonlyMap<string, Journey> {
  const byOrder = new Map(evidence.journeys.map(journey => [journey.order, journey]));
  const madeUp = evidence.exchanges.flatMap(exchange => madeUpOrder(exchange) ?? []);
  const orders = new Set([...byOrder.keys(), ...(evidence.orders ?? []), ...madeUp]);
  const alone = evidence.journeys.filter(journey => journey.alone !== undefined);
  const ours = evidence.deliveries.filter(delivery => delivery.ours);
  const naming = new Map(ours.map(delivery => [delivery, mentions(delivery, orders)]));
  const places = new Set([...naming.values()].flat().map(({ place }) => place));
  const owners = new Map<string, Journey>();
  const byEvent = new Map<string, Journey>();
  for (const [delivery, mentioned] of naming) {
    const located = locate(delivery, orderId);
    const named = new Set(
      located !== undefined && orders.has(located) ? [located] : mentioned.map(({ order }) => order),
    );
    const event = eventIdOf(delivery);
    const [order] = named;
    const owner =
      named.size === 1 && order !== undefined
        ? byOrder.get(order)
        : ((event === undefined ? undefined : byEvent.get(event)) ??
          alone.find(
            journey =>
              shardOfId(journey.id) === shardOfId(delivery.id) &&
              covers(journey, delivery) &&
              (named.size === 0 ? !namesForeignOrder(delivery, places, orders) : named.has(journey.order)),
          ));
    if (owner === undefined) continue;
    owners.set(delivery.id, owner);
    if (event !== undefined && !byEvent.has(event)) byEvent.set(event, owner);
  }
  return owners;
}

function covers(
  { alone = Number.POSITIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Journey,
  { at }: Delivery,
): boolean {
  return at >= alone && at <= to;
}
