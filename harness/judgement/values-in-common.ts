import { header } from '../base/json.ts';
import { oncePerKey } from '../base/once.ts';
import type { Readable } from '../evidence/interpretation.ts';
import { isOfPerson } from '../evidence/redaction/replace-values.ts';
import type { View } from '../evidence/view.ts';
import { valuesIn } from './checks/bodies.ts';
import { SEVERAL } from './checks/check.ts';

/** The values of bodies, by place. {@link SIZE} is the place of a body's size. */
type Values = ReadonlyMap<string, string>;

const SIZE = 'size';

/** How the places begin of times (ms) since something happened. It never happened before a call with {@link NEVER}. */
const SINCE = 'after ';
const NEVER = String(Number.MAX_SAFE_INTEGER);

/**
 * How the places of an Idempotency-Key's characters begin. Keys are random: fewer than these have one in common by
 * chance.
 */
const CHARACTER = 'Idempotency-Keys whose character ';
const LEAST_KEYS = 5;

/**
 * The values in the bodies of a sighting: a delivery's body; a call's response, request, order and Idempotency-Key; or,
 * for an order, what all its webhooks share, for example its network.
 */
export function valuesBySighting(view: View): (id: string) => Values {
  const { exchanges, journeys } = view.evidence;
  const deliveries = new Map(view.deliveries.map(one => [one.id, one]));
  const calls = new Map(exchanges.map(one => [one.id, one]));
  const orders = new Map(journeys.map(one => [one.id, one]));
  const happened: readonly (readonly [what: string, times: readonly number[]])[] = [
    [
      'an answer of 401',
      exchanges.flatMap(({ response, endedAt }) => (response?.status === 401 ? endedAt : [])).sort((a, b) => a - b),
    ],
    ['a refused webhook', view.deliveries.flatMap(({ answer, at }) => (answer.refused ? at : []))],
  ];
  const since = (at: number) =>
    happened.map(([what, times]) => {
      const last = times.findLast(time => time < at);
      return [SINCE + what, last === undefined ? NEVER : String(Math.round(at - last))] as const;
    });
  const ofOrder = oncePerKey((id: string): Values => {
    const journey = orders.get(id);
    const said = journey ? view.deliveriesOf(journey).flatMap(pairsIn) : [];
    const byPlace = [...Map.groupBy(said, ([place]) => place).values()];
    return new Map(byPlace.flatMap(same => (new Set(same.map(([, value]) => value)).size === 1 ? same : [])));
  });
  return oncePerKey((id: string): Values => {
    const delivery = deliveries.get(id);
    if (delivery) return new Map([...pairsIn(delivery), [SIZE, String(delivery.body.size)]]);
    const { journey = id, request, response, sentAt } = calls.get(id) ?? {};
    const asked = request?.body ? valuesIn({ ...request, body: request.body }) : [];
    return new Map([
      ...ofOrder(journey),
      ...(response ? pairsIn(response) : []),
      ...asked.map(({ place, value }) => [`request ${place}`, value] as const),
      ...(sentAt === undefined ? [] : since(sentAt)),
      ...[...(header(request?.headers ?? [], 'idempotency-key') ?? '')].map(
        (character, nth) => [`${CHARACTER}${nth + 1}`, character] as const,
      ),
    ]);
  });
}

function pairsIn(message: Readable): readonly (readonly [string, string])[] {
  return valuesIn(message).map(({ place, value }) => [place, value]);
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A trait that all wrong sightings share, as the end of "only …", and how many right ones have it. */
export interface SharedTrait {
  readonly trait: string;
  readonly same: number;
  /** Whether it is a range of times. Chance shows such a range more easily than a shared value. */
  readonly isOfTime?: boolean;
}

/**
 * What the bodies of some sightings share: the value of a member, which few others have, or a range of a value or size,
 * which no other has.
 *
 * @param ids the places of event ids, which always differ
 * @param differing the places of the values that are wrong; one value that all have there says nothing new
 */
export function valuesInCommon(
  own: readonly Values[],
  others: readonly Values[],
  ids: ReadonlySet<unknown>,
  differing: ReadonlySet<string>,
): readonly SharedTrait[] {
  if (own.length < SEVERAL || others.length < SEVERAL) return [];
  const isOfPersonAt = (place: string) => isOfPerson(place.replace(/^.*\//, ''));
  // A pseudonym says less than a plain value.
  const places = [...(own[0] ?? [])].sort(([a], [b]) => Number(isOfPersonAt(a)) - Number(isOfPersonAt(b)));
  return places.flatMap(([place, value]): readonly SharedTrait[] => {
    const [mine, theirs] = [own, others].map(some => some.flatMap(values => values.get(place) ?? []));
    if (mine?.length !== own.length || theirs?.length !== others.length || ids.has(place)) return [];
    const isOne = mine.every(one => one === value);
    const isMeasured = place === SIZE || place.startsWith(SINCE);
    if (place.startsWith(CHARACTER)) {
      const isShown = isOne && own.length >= LEAST_KEYS && !theirs.includes(value);
      return isShown ? [{ trait: `${place} is ${value}`, same: 0 }] : [];
    }
    if (isOne && !isMeasured) {
      const same = theirs.filter(one => one === value).length;
      return differing.has(place) ? [] : [{ trait: `those with ${place} ${value}`, same }];
    }
    // The order of two pseudonyms says nothing about the values behind them.
    const beyond = isOfPersonAt(place) ? undefined : limitOf(mine, theirs, place.startsWith(SINCE));
    if (beyond === undefined) return [];
    const { limit, same } = beyond;
    const trait = isMeasured ? rangeInWords(place, limit) : `those with ${place} ${limit}`;
    return [{ trait, same, ...(place.startsWith(SINCE) && { isOfTime: true }) }];
  });
}

function rangeInWords(place: string, limit: string): string {
  if (place === SIZE && limit === '0 or less') return 'empty bodies';
  return place === SIZE ? `bodies of ${limit} bytes` : `those ${limit.replace(' ', ' ms ')} ${place}`;
}

/**
 * The limit that separates some numbers from all others, or, in times, from nearly all: not every webhook after a
 * refused one need be lost. `same` counts the others on the same side.
 */
function limitOf(own: readonly string[], others: readonly string[], mayOverlap: boolean) {
  if (![...own, ...others].every(value => NUMBER.test(value))) return undefined;
  const [mine, theirs] = [own.map(Number), others.map(Number)];
  const least = mine.reduce((a, b) => Math.min(a, b));
  const most = mine.reduce((a, b) => Math.max(a, b));
  if (theirs.every(one => one < least)) return { limit: `${least} or more`, same: 0 };
  const same = theirs.filter(one => one <= most).length;
  return same === 0 || mayOverlap ? { limit: `${most} or less`, same } : undefined;
}
