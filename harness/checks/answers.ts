import { isPreview } from '../contract/operations.ts';
import { type Answered, answersOfService } from '../core/answered.ts';
import type { Exchange } from '../core/evidence.ts';
import { isFromService } from '../core/from-service.ts';
import { briefly, jsonOf } from '../core/json.ts';
import type { View } from '../core/view.ts';

/** Statuses of the HTTP layer, not of an operation: no shape is specified for them. */
export const OF_HTTP: ReadonlySet<number> = new Set([405, 406, 408, 411, 413, 414, 415, 417, 426, 431]);

/** Whole answers of the service itself, on routes that may be judged: to one operation or to any. */
export function answered(view: View, operation?: string): readonly Answered[] {
  return answersOfService(view, operation).filter(isJudged);
}

/** Whether an exchange may be judged: not on a preview route (4.4), nor with the answer of a gateway. */
export function isJudged({ operation, response }: Exchange): boolean {
  return !isPreview(operation) && (response === undefined || isFromService(response.status));
}

/** A response as a finding quotes it: its status and how its body begins. */
export function quoted({ status, body }: Answered['response']): string {
  return `${status} ${briefly(jsonOf(body)?.value)}`;
}
