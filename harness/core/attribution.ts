import type { Locator } from './dialect.ts';
import type { Delivery, Evidence, Journey } from './evidence.ts';
import { isScalar, jsonOf, walk } from './json.ts';
import { locate, type Readable } from './locator.ts';
import { shardOfId } from './shard-of-id.ts';
import { isStranger } from './stranger.ts';

/** A place of a delivery (a JSON Pointer, or `header:NAME`) at which a known order is named. */
export interface Mention {
  readonly place: string;
  readonly order: string;
}

/** Every scalar of a delivery with its place: members of the body, then headers (names in lower case). */
export function* scalars(delivery: Readable): Generator<{ place: string; value: string }> {
  const body = jsonOf(delivery.body);
  if (body) {
    for (const { pointer, value } of walk(body.value)) {
      if (isScalar(value)) yield { place: pointer, value: String(value) };
    }
  }
  for (const [name, value] of delivery.headers) yield { place: `header:${name.toLowerCase()}`, value };
}

/**
 * Where a delivery names orders that are known. A value that is the order counts; only where there is none does one
 * that holds it (`/orders/<id>`).
 */
export function mentions(delivery: Readable, orders: ReadonlySet<string>): readonly Mention[] {
  const exact: Mention[] = [];
  const inside: Mention[] = [];
  for (const { place, value } of scalars(delivery)) {
    if (orders.has(value)) exact.push({ place, order: value });
    else if (value.length > 4)
      for (const part of value.split(/[/:?&=#\s]+/)) if (orders.has(part)) inside.push({ place, order: part });
  }
  if (exact.length > 0 || inside.length > 0 || jsonOf(delivery.body)) return exact.length > 0 ? exact : inside;
  // A body that is no JSON (cut short, say) may name its order all the same.
  const words = new Set((delivery.body.text ?? '').split(/[^\w.-]+/));
  return [...orders].filter(order => words.has(order)).map(order => ({ place: 'text', order }));
}

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
  const orders = new Set(byOrder.keys());
  const alone = evidence.journeys.filter(journey => journey.alone);
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
              (named.size === 0 ? !isStranger(delivery, places, orders) : named.has(journey.order)),
          ));
    if (owner === undefined) continue;
    owners.set(delivery.id, owner);
    if (event !== undefined && !byEvent.has(event)) byEvent.set(event, owner);
  }
  return owners;
}

function covers({ from, to = Number.POSITIVE_INFINITY }: Journey, { at }: Delivery): boolean {
  return at >= from && at <= to;
}
