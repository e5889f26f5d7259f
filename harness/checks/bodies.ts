import type { Json } from '../core/json.ts';
import { jsonOf } from '../core/json.ts';
import type { View } from '../core/view.ts';
import { answered } from './answers.ts';

/** A JSON body that the service sent, and where it came from. */
export interface SeenBody {
  readonly id: string;
  /** The operation, or `webhook`. */
  readonly source: string;
  readonly value: Json;
}

/** Every JSON body that the service sent: responses, and deliveries about orders of this run. */
export function* bodies(view: View): Generator<SeenBody> {
  for (const { id, operation, response } of answered(view)) {
    const body = jsonOf(response.body);
    if (body) yield { id, source: operation ?? 'response', value: body.value };
  }
  for (const delivery of view.deliveries) {
    const body = delivery.complete ? jsonOf(delivery.body) : undefined;
    if (body) yield { id: delivery.id, source: 'webhook', value: body.value };
  }
}

/** Whether a pointer leads into a free-form object, whose members belong to the customer. */
export function isFreeForm(pointer: string): boolean {
  return /\/metadata(\/|$)/.test(pointer);
}
