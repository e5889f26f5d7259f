import type { Json } from '../core/json.ts';
import { readingsOf } from '../core/json.ts';
import type { View } from '../core/view.ts';
import { answered } from './answers.ts';

/** A JSON body that the service sent, and where it came from. */
export interface SeenBody {
  readonly id: string;
  /** The operation, or `webhook`. */
  readonly source: string;
  readonly value: Json;
}

/**
 * Every JSON body that the service sent, in every way in which a parser may read it: responses, and deliveries about
 * orders of this run.
 */
export function* bodies(view: View): Generator<SeenBody> {
  for (const { id, operation, response } of answered(view)) {
    for (const value of readingsOf(response.body)) yield { id, source: operation ?? 'response', value };
  }
  for (const delivery of view.deliveries) {
    const values = delivery.complete ? readingsOf(delivery.body) : [];
    for (const value of values) yield { id: delivery.id, source: 'webhook', value };
  }
}

/** Whether a pointer leads into a free-form object, whose members belong to the customer. */
export function isFreeForm(pointer: string): boolean {
  return pointer.includes('/metadata/');
}
