import { briefly, isObject, type JsonObject } from '../../base/json.ts';
import { plural } from '../../base/plural.ts';
import type { Answered } from '../../evidence/answered.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';
import { type ObservedConstant, oddSightings, ordersRead } from './answers.ts';
import { type Breach, breach, type Check, type Judgement } from './check.ts';

/** Fields that identify an order. They never change. */
const IDENTITY = ['reference', 'customer_id', 'source_currency', 'destination_currency', 'destination_address'];
/** Fields that a new quote may change, but not back to an earlier value. */
const QUOTE = ['source_amount', 'destination_amount', 'quoted_rate'];

/** If there are fewer reads, each may follow a new quote. */
const ENOUGH_READS = 4;

const MIXED_UP = 'the service mixes up orders: a part of the response belongs to another order';
const UNSTORED = 'the value is made for each read and not stored, or it belongs to an order that was not read';
const OF_RESPONSE = 'the time is the time of the response';

/** 4.2: every read of an order id returns the same order. */
export const onrampConstancy: Check = {
  id: 'onramp-constancy',
  title: 'Every read of an onramp order returns the same order',
  kind: 'safety',
  requirements: ['onramp.readable-by-id'],
  *judge(view) {
    const all = readsById(view);
    for (const reads of all.values()) {
      const others = [...all.values()].flat().filter(({ order }) => order.id !== reads[0]?.order.id);
      for (const field of [...IDENTITY, 'account id']) {
        const elsewhere = new Set(seen(others, field).map(({ value }) => value));
        yield* constant(field, seen(reads, field), value => (elsewhere.has(value) ? MIXED_UP : UNSTORED));
      }
      for (const field of QUOTE) yield* settled(field, seen(reads, field));
      for (const field of QUOTE) yield* standing(field, seen(reads, field));
      // The time may be that of the answer rather than of the order, so it is advice.
      for (const found of constant('created_at', seen(reads, 'created_at'), () => OF_RESPONSE))
        yield { ...found, severity: 'advice' };
    }
  },
};

function readsById(view: View): ReadonlyMap<string, readonly { exchange: Answered; order: JsonObject }[]> {
  const reads = ordersRead(view).filter(({ order }) => typeof order.id === 'string');
  // Grouped by the ids of the request and the response. Another check reports a difference between the two.
  return Map.groupBy(reads, ({ exchange, order }) => `${exchange.request.url} ${order.id}`);
}

function seen(
  reads: readonly { readonly exchange: Answered; readonly order: JsonObject }[],
  field: string,
): readonly ObservedConstant[] {
  return reads.flatMap(({ exchange, order }) => {
    const value = field === 'account id' ? isObject(order.account) && order.account.id : order[field];
    return typeof value === 'string' ? [{ exchange: exchange.id, value }] : [];
  });
}

function placeOf(field: string): string {
  return field === 'account id' ? '/account/id' : `/${field}`;
}

/** @param whence the likely cause of a value that differs */
function* constant(
  field: string,
  sightings: readonly ObservedConstant[],
  whence: (value: string) => string,
): Generator<Breach> {
  for (const { odd, usual, times } of oddSightings(sightings, 'read')) {
    yield breach({
      requirement: 'onramp.readable-by-id',
      cause: `${field} differs`,
      message: `a repeated read of an onramp order returns a different ${field}`,
      expected: `${briefly(usual.value)}, as in ${times}`,
      received: briefly(odd.value),
      differences: [differenceAt(placeOf(field), usual.value, odd.value)],
      likely: whence(odd.value),
      evidence: [odd.exchange, usual.exchange],
    });
  }
}

function* settled(field: string, sightings: readonly ObservedConstant[]): Generator<Judgement> {
  const left = new Set<string>();
  for (const [index, { exchange, value }] of sightings.entries()) {
    const before = sightings[index - 1];
    if (before === undefined || before.value === value) continue;
    left.add(before.value);
    if (!left.has(value)) continue;
    yield breach({
      requirement: 'onramp.readable-by-id',
      severity: 'advice',
      cause: `${field} goes back`,
      message: `the ${field} of an onramp order changes between reads and changes back`,
      expected: 'a quote that stays the same or is replaced permanently',
      received: `${briefly(value)} again, after ${briefly(before.value)}`,
      likely: 'several instances answer, each with its own quote',
      evidence: [exchange, before.exchange],
    });
  }
}

/** A value that differs in every read is computed for each read. That is not forbidden, so it is advice. */
function* standing(field: string, sightings: readonly ObservedConstant[]): Generator<Judgement> {
  const [first, second] = sightings;
  if (first === undefined || second === undefined || sightings.length < ENOUGH_READS) return;
  if (sightings.some(({ value }, index) => value === sightings[index - 1]?.value)) return;
  yield breach({
    requirement: 'onramp.readable-by-id',
    severity: 'advice',
    cause: `${field} never stands`,
    message: `each read of an onramp order returns a different ${field}`,
    expected: 'a quote that stays the same for some time',
    received: `${plural(new Set(sightings.map(({ value }) => value)).size, 'value')} in ${sightings.length} reads`,
    likely: 'the value is computed on each read and not stored',
    evidence: [second.exchange, first.exchange],
  });
}
