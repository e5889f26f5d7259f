import { header, type Json, jsonOf, resolvePointer } from '../base/json.ts';
import {
  documentedFields,
  documentedMediaTypes,
  documentedStatus,
  documentedStatuses,
  isPreview,
  type OperationId,
  operationIds,
} from '../contract/operations.ts';
import { undocumentedFields } from '../contract/validate.ts';
import type { Answered } from '../evidence/answered.ts';
import type { View } from '../evidence/view.ts';

/** One kind of answer that was seen: how often which status came in which media type. */
interface AnswerCount {
  readonly status: number;
  /** The form in which the contract has the status (`200`, `4XX`, `default`); absent where it has none. */
  readonly documented?: string;
  /** Without parameters; absent where the answer names none. */
  readonly mediaType?: string;
  readonly count: number;
}

/** Fields of one body, as JSON Pointers. */
export interface FieldCoverage {
  /** `request`, or the status of the response as the contract has it. */
  readonly of: string;
  readonly seen: readonly string[];
  /** Listed in the contract, and in none of the bodies. */
  readonly never: readonly string[];
  /** In a body, and not listed in the contract. */
  readonly unlisted: readonly string[];
}

/** How much of an operation a run touched. */
export interface OperationCoverage {
  readonly operation: OperationId;
  /** True for what may change and is never judged (4.4). */
  readonly preview: boolean;
  readonly answers: readonly AnswerCount[];
  /** Statuses and media types of the contract that no answer had: `500 application/json`. */
  readonly never: readonly string[];
  readonly fields: readonly FieldCoverage[];
}

/** How much of the contract a run really touched. It moves no verdict. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Deliveries about an order of this run, and how many of them are signed as documented. */
  readonly signatures: { readonly deliveries: number; readonly verified: number };
}

/** How much of the contract some evidence touches, under one interpretation. */
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
  const responses = own.flatMap(({ response }) => response ?? []);
  const bodies = responses.flatMap(({ status, body }) => {
    const json = jsonOf(body);
    return json ? [{ status, value: json.value }] : [];
  });
  const answers = answersSeen(operation, responses);
  const came = new Set(answers.map(({ documented, mediaType }) => `${documented} ${mediaType}`));
  const statuses = documentedStatuses(operation);
  const due = statuses.flatMap(status => documentedMediaTypes(operation, status).map(type => `${status} ${type}`));
  const ofResponse = (status: string) => {
    const of = bodies.filter(body => documentedStatus(operation, body.status) === status);
    const unlisted = of.flatMap(body => undocumentedFields(operation, body.status, body.value));
    // A status of that form.
    const example = status === 'default' ? 599 : Number(status.replace('XX', '00'));
    return fieldsSeen(status, documentedFields(operation, example), of, unlisted);
  };
  return {
    operation,
    preview: isPreview(operation),
    answers,
    never: due.filter(kind => !came.has(kind)),
    fields: [fieldsSeen('request', documentedFields(operation), requests), ...statuses.map(ofResponse)].filter(
      ({ seen, never, unlisted }) => seen.length + never.length + unlisted.length > 0,
    ),
  };
}

function answersSeen(operation: OperationId, responses: readonly Answered['response'][]): readonly AnswerCount[] {
  const answers = responses.map(({ status, headers }) => {
    const documented = documentedStatus(operation, status);
    const mediaType = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
    return { status, ...(documented && { documented }), ...(mediaType && { mediaType }) };
  });
  return [...Map.groupBy(answers, ({ status, mediaType = '' }) => `${status} ${mediaType}`).values()]
    .flatMap(same => same.slice(0, 1).map(answer => ({ ...answer, count: same.length })))
    .sort((a, b) => a.status - b.status);
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
