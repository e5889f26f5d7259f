import { type Json, jsonOf, resolvePointer } from '../base/json.ts';
import {
  documentedFields,
  documentedStatus,
  documentedStatuses,
  isPreview,
  type OperationId,
  operationIds,
} from '../contract/operations.ts';
import { undocumentedFields } from '../contract/validate.ts';
import type { View } from '../evidence/view.ts';

/** Fields of one body, as JSON Pointers. */
interface FieldCoverage {
  /** `request`, or the status of the response as in the contract. */
  readonly of: string;
  readonly seen: readonly string[];
  /** Listed in the contract, but in no body. */
  readonly never: readonly string[];
  /** In a body, but not listed in the contract. */
  readonly unlisted: readonly string[];
}

/** How much of an operation a run touched. */
interface OperationCoverage {
  readonly operation: OperationId;
  /** Whether the operation may change and is never judged (4.4). */
  readonly preview: boolean;
  /** The number of calls. */
  readonly calls: number;
  readonly fields: readonly FieldCoverage[];
}

/** How much of the contract a run touched. It does not affect the verdict. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Deliveries about orders of this run, and how many of them are signed as documented. */
  readonly signatures: { readonly deliveries: number; readonly verified: number };
}

/** The coverage of some evidence under one interpretation. */
export function coverageOf(view: View): Coverage {
  return {
    operations: operationIds().map(operation => operationCoverage(view, operation)),
    signatures: {
      deliveries: view.deliveries.length,
      verified: view.deliveries.filter(delivery => view.verifies(delivery)).length,
    },
  };
}

function operationCoverage({ evidence }: View, operation: OperationId): OperationCoverage {
  const own = evidence.exchanges.filter(exchange => exchange.operation === operation);
  const requests = own.flatMap(({ request: { body } }) => (body && jsonOf(body)) ?? []);
  const bodies = own.flatMap(({ response }) => {
    const json = response && jsonOf(response.body);
    return json ? [{ status: response.status, value: json.value }] : [];
  });
  const ofResponse = (status: string) => {
    const of = bodies.filter(body => documentedStatus(operation, body.status) === status);
    const unlisted = of.flatMap(body => undocumentedFields(operation, body.status, body.value));
    // An example status of a range or of the default.
    const example = status === 'default' ? 599 : Number(status.replace('XX', '00'));
    return fieldsSeen(status, documentedFields(operation, example), of, unlisted);
  };
  return {
    operation,
    preview: isPreview(operation),
    calls: own.length,
    fields: [
      fieldsSeen('request', documentedFields(operation), requests),
      ...documentedStatuses(operation).map(ofResponse),
    ].filter(({ seen, never, unlisted }) => seen.length + never.length + unlisted.length > 0),
  };
}

function fieldsSeen(
  of: string,
  listed: readonly string[],
  bodies: readonly { readonly value: Json }[],
  unlisted: readonly string[] = [],
): FieldCoverage {
  const isSeen = (field: string) => bodies.some(({ value }) => resolvePointer(value, field) !== undefined);
  const never = listed.filter(field => !isSeen(field));
  return { of, seen: listed.filter(isSeen), never, unlisted: [...new Set(unlisted)] };
}
