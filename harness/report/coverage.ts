import { documentedFields, documentedMediaTypes } from '../contract/documented-fields.ts';
import {
  documentedStatus,
  documentedStatuses,
  isPreview,
  type OperationId,
  operationIds,
} from '../contract/operations.ts';
import { undocumentedFields } from '../contract/validate.ts';
import type { Answered } from '../core/answered.ts';
import { causality } from '../core/causality.ts';
import type { Exchange } from '../core/evidence.ts';
import { header, jsonOf, resolvePointer } from '../core/json.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';

/** One kind of answer that was seen: how often which status came in which media type. */
export interface AnswerSeen {
  readonly status: number;
  /** The form in which the contract has the status (`200`, `4XX`, `default`); absent where it has none. */
  readonly documented?: string;
  /** Without parameters; absent where the answer names none. */
  readonly mediaType?: string;
  readonly count: number;
}

/** Fields of one body, as JSON Pointers. */
export interface FieldsSeen {
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
  readonly answers: readonly AnswerSeen[];
  /** Statuses and media types of the contract that no answer had: `500 application/json`. */
  readonly never: readonly string[];
  readonly fields: readonly FieldsSeen[];
}

/** The webhooks that came after a simulated event. */
export interface EventCoverage {
  readonly event: SimulateEvent;
  /** Calls that simulated it, and how many of them were accepted. */
  readonly calls: number;
  readonly accepted: number;
  /** Types of the events that it caused, each event once. */
  readonly types: { readonly [type: string]: number };
}

/** What the signatures of deliveries came to, by delivery about an order of this run. */
export interface SignatureCoverage {
  readonly deliveries: number;
  readonly verified: number;
  /** Verified under more than one secret, as during a rotation. */
  readonly bySeveralSecrets: number;
  readonly withoutHeader: number;
  /** Refused, by what the sender likely did; `unknown` where nothing explains it. */
  readonly refused: { readonly [why: string]: number };
}

/** How much of the contract a run really touched. It moves no verdict. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  readonly events: readonly EventCoverage[];
  readonly signatures: SignatureCoverage;
}

/** How much of the contract some evidence touches, under one interpretation. */
export function coverageOf(view: View): Coverage {
  return {
    operations: operationIds().map(operation => operationCoverage(view, operation)),
    events: eventCoverage(view),
    signatures: signatureCoverage(view),
  };
}

function operationCoverage({ evidence }: View, operation: OperationId): OperationCoverage {
  const own = evidence.exchanges.filter(exchange => exchange.operation === operation);
  const answered = own.filter((exchange): exchange is Answered => exchange.response !== undefined);
  const groups = Map.groupBy(answered, exchange => `${exchange.response.status} ${mediaTypeOf(exchange) ?? ''}`);
  const answers = [...groups.values()].flatMap(([first, ...more]) => (first ? [answerOf(first, more.length + 1)] : []));
  const came = new Set(answers.map(({ documented, mediaType }) => `${documented} ${mediaType}`));
  const due = documentedStatuses(operation).flatMap(status =>
    documentedMediaTypes(operation, status).map(type => `${status} ${type}`),
  );
  return {
    operation,
    preview: isPreview(operation),
    answers: answers.sort((a, b) => a.status - b.status),
    never: due.filter(kind => !came.has(kind)),
    fields: [requestCoverage(operation, own), ...responseCoverage(operation, answered)].filter(
      ({ seen, never, unlisted }) => seen.length + never.length + unlisted.length > 0,
    ),
  };
}

function answerOf(exchange: Answered, count: number): AnswerSeen {
  const { status } = exchange.response;
  const documented = documentedStatus(exchange.operation as OperationId, status);
  const mediaType = mediaTypeOf(exchange);
  return { status, ...(documented && { documented }), ...(mediaType && { mediaType }), count };
}

function mediaTypeOf({ response }: Answered): string | undefined {
  return header(response.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
}

function requestCoverage(operation: OperationId, own: readonly Exchange[]): FieldsSeen {
  const listed = documentedFields(operation);
  const bodies = own.flatMap(({ request }) => (request.body ? [jsonOf(request.body)?.value] : []));
  const seen = listed.filter(field =>
    bodies.some(body => body !== undefined && resolvePointer(body, field) !== undefined),
  );
  return { of: 'request', seen, never: listed.filter(field => !seen.includes(field)), unlisted: [] };
}

function responseCoverage(operation: OperationId, answered: readonly Answered[]): readonly FieldsSeen[] {
  return documentedStatuses(operation).map(status => {
    const own = answered.filter(({ response }) => documentedStatus(operation, response.status) === status);
    const bodies = own.flatMap(({ response }) => {
      const json = jsonOf(response.body);
      return json ? [{ status: response.status, value: json.value }] : [];
    });
    const listed = documentedFields(operation, exampleOf(status));
    const seen = listed.filter(field => bodies.some(({ value }) => resolvePointer(value, field) !== undefined));
    const unlisted = new Set(bodies.flatMap(body => undocumentedFields(operation, body.status, body.value)));
    return { of: status, seen, never: listed.filter(field => !seen.includes(field)), unlisted: [...unlisted] };
  });
}

/** A status of the form in which the contract has it; 599 stands for `default`. */
function exampleOf(status: string): number {
  return status === 'default' ? 599 : Number(status.replace('XX', '00'));
}

function eventCoverage(view: View): readonly EventCoverage[] {
  const { steps, causes } = causality(view);
  return SIMULATE_EVENTS.map(event => {
    const calls = steps.filter(({ step }) => step.event === event);
    const types: { [type: string]: number } = {};
    for (const { event: caused, moment } of causes)
      if (moment?.step?.event === event) types[caused.type ?? 'unknown'] = (types[caused.type ?? 'unknown'] ?? 0) + 1;
    return { event, calls: calls.length, accepted: calls.filter(({ accepted }) => accepted).length, types };
  });
}

function signatureCoverage(view: View): SignatureCoverage {
  const refused: { [why: string]: number } = {};
  let verified = 0;
  let bySeveralSecrets = 0;
  let withoutHeader = 0;
  for (const delivery of view.deliveries) {
    const signatures = view.signaturesOf(delivery);
    if (signatures.length === 0) withoutHeader++;
    else if (view.verifies(delivery)) {
      verified++;
      if (signatures.some(({ slots }) => slots.length > 1)) bySeveralSecrets++;
    } else {
      const why = signatures.find(({ nearMiss }) => nearMiss)?.nearMiss ?? 'unknown';
      refused[why] = (refused[why] ?? 0) + 1;
    }
  }
  return { deliveries: view.deliveries.length, verified, bySeveralSecrets, withoutHeader, refused };
}
