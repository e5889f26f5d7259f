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
import { countsOf } from '../core/counts.ts';
import { header, type Json, jsonOf, resolvePointer } from '../core/json.ts';
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
    return fieldsSeen(status, documentedFields(operation, exampleOf(status)), of, unlisted);
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

function answersSeen(operation: OperationId, responses: readonly Answered['response'][]): readonly AnswerSeen[] {
  const answers = responses.map(({ status, headers }) => {
    const documented = documentedStatus(operation, status);
    const mediaType = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
    return { status, ...(documented && { documented }), ...(mediaType && { mediaType }) };
  });
  return [...Map.groupBy(answers, ({ status, mediaType = '' }) => `${status} ${mediaType}`).values()]
    .flatMap(same => same.slice(0, 1).map(answer => ({ ...answer, count: same.length })))
    .sort((a, b) => a.status - b.status);
}

/** A status of the form in which the contract has it; 599 stands for `default`. */
function exampleOf(status: string): number {
  return status === 'default' ? 599 : Number(status.replace('XX', '00'));
}

function fieldsSeen(
  of: string,
  listed: readonly string[],
  bodies: readonly { readonly value: Json }[],
  unlisted: readonly string[] = [],
): FieldsSeen {
  const isSeen = (field: string) => bodies.some(({ value }) => resolvePointer(value, field) !== undefined);
  const never = listed.filter(field => !isSeen(field));
  return { of, seen: listed.filter(isSeen), never, unlisted: [...new Set(unlisted)] };
}

function eventCoverage(view: View): readonly EventCoverage[] {
  const { steps, causes } = causality(view);
  return SIMULATE_EVENTS.map(event => {
    const calls = steps.filter(({ step }) => step.event === event);
    const caused = causes.filter(({ moment }) => moment?.step?.event === event);
    return {
      event,
      calls: calls.length,
      accepted: calls.filter(({ accepted }) => accepted).length,
      types: Object.fromEntries(countsOf(caused.map(cause => cause.event.type ?? 'unknown'))),
    };
  });
}

function signatureCoverage(view: View): SignatureCoverage {
  const seen = view.deliveries.map(delivery => ({
    signatures: view.signaturesOf(delivery),
    verifies: view.verifies(delivery),
  }));
  const verified = seen.filter(({ verifies }) => verifies);
  const refused = seen.filter(({ signatures, verifies }) => signatures.length > 0 && !verifies);
  const reasons = refused.map(({ signatures }) => signatures.find(({ nearMiss }) => nearMiss)?.nearMiss ?? 'unknown');
  return {
    deliveries: seen.length,
    verified: verified.length,
    bySeveralSecrets: verified.filter(({ signatures }) => signatures.some(({ slots }) => slots.length > 1)).length,
    withoutHeader: seen.length - verified.length - refused.length,
    refused: Object.fromEntries(countsOf(reasons)),
  };
}
