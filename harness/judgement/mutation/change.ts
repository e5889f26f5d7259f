import { jsonOf } from '../../base/json.ts';
import { type Difference, differencesBetween } from '../../evidence/difference.ts';
import type { Body, Evidence } from '../../evidence/evidence.ts';

/** The change of an injected breach to one piece of evidence. */
export interface InjectedChange {
  /** The id of the exchange, delivery, journey or wait. */
  readonly id: string;
  readonly kind: 'removed' | 'added' | 'changed';
  /** Each changed place, with the old value (`expected`) and the new one (`received`). */
  readonly differences: readonly Difference[];
}

/** The most pieces of evidence, and places in each, that are kept. */
const MOST = 4;

/** The differences between evidence and its changed copy, which shares all unchanged parts. */
export function changesBetween(before: Evidence, after: Evidence): readonly InjectedChange[] {
  return [...changesOf(before, after).take(MOST)];
}

function* changesOf(before: Evidence, after: Evidence): Generator<InjectedChange> {
  yield* changesIn(before.exchanges, after.exchanges);
  yield* changesIn(before.deliveries, after.deliveries);
  yield* changesIn(before.journeys, after.journeys);
  if (before.waits !== after.waits) yield* changesIn(withIds(before.waits), withIds(after.waits));
}

function* changesIn<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): Generator<InjectedChange> {
  if (before === after) return;
  const [were, are] = [byId(before), byId(after)];
  for (const id of new Set([...were.keys(), ...are.keys()])) {
    const [was, is] = [were.get(id), are.get(id)];
    if (was === is) continue;
    if (was === undefined || is === undefined) {
      yield { id, kind: is === undefined ? 'removed' : 'added', differences: [] };
      continue;
    }
    const differences = differencesBetween(readable(was), readable(is)).slice(0, MOST);
    if (differences.length > 0) yield { id, kind: 'changed', differences };
  }
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map(item => [item.id, item]));
}

function withIds(waits: Evidence['waits']) {
  return waits.map(wait => ({ id: `wait of ${wait.journey} since ${wait.since}`, ...wait }));
}

/** A piece of evidence with its bodies as JSON, so that changes in them have places. */
function readable(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item), (key, value) => (key === 'body' && value ? contentOf(value) : value));
}

function contentOf(body: Body): unknown {
  return jsonOf(body)?.value ?? body.text ?? body.base64;
}
