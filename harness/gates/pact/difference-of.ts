import { briefly, isObject, type Json, type JsonObject, pointerOf, tokensOf } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import {
  bodySchema,
  documentedStatuses,
  isPreview,
  type OperationId,
  operationIds,
  operationOf,
  operationPointer,
} from '../../contract/operations.ts';
import { lineOf, object, type Site, serviceAt, sitesAt, sitesOf } from '../../contract/service.ts';
import { bare, REPEATS, requirementOf, requirementOfMissing } from '../../contract/validate.ts';
import type { Finding } from '../../judgement/checks/judge.ts';

/** The members of a comparator remark that are read here. */
export interface Remark {
  /** `response.body.incompatible`, `request.path-or-method.unknown`… */
  readonly code: string;
  readonly message: string;
  /** The location in the pact, and the value there. */
  readonly mockDetails?: { readonly location: string; readonly value: unknown };
  /** The location in the contract. Its last part is the keyword of the schema. */
  readonly specDetails?: { readonly location: string };
}

/** A place in an interaction of a pact. */
interface PactPlace {
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The operation of the request; `undefined` if the contract has none. */
  readonly operation: OperationId | undefined;
  readonly side: 'request' | 'response';
  /** `body`, `headers`, `status`, `path`, `query`. */
  readonly part: string;
  /** The rest of the location, unescaped: the path into the body, or the name of a header. */
  readonly tokens: readonly string[];
}

/** One difference between a pact and the contract: the requirement that it breaks, or the gap that it concerns. */
export type PactDifference = Pick<
  Finding,
  'requirement' | 'severity' | 'message' | 'expected' | 'received' | 'likely' | 'line'
>;

/** A location of the comparator: `[root].interactions[0].response.body.data`. */
const LOCATION = /^\[root\]\.interactions\[(\d+)\]\.(request|response)(?:\.(\w+)(.*))?$/;

/** What a remark means; `undefined` if nothing. On a preview route, which may change, it is advice. */
export function differenceOf(remark: Remark, interactions: readonly unknown[]): PactDifference | undefined {
  const [, position, side, part = '', rest = ''] = LOCATION.exec(remark.mockDetails?.location ?? '') ?? [];
  if (side === undefined) return undefined;
  const tokens = [...rest.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? index ?? '');
  const place = placeIn(object(interactions[Number(position)]), side as PactPlace['side'], part, tokens);
  const found = judge(remark, place);
  return found && isPreview(place.operation) ? { ...found, severity: 'advice' } : found;
}

/** Unlisted request fields, which the comparator allows. A request that expects an error may be wrong on purpose. */
export function sentDifferences(interaction: JsonObject): readonly PactDifference[] {
  const sent = contentOf(object(interaction.request).body);
  const place = placeIn(interaction, 'request', 'body', []);
  if (!isObject(sent) || place.status >= 400) return [];
  const fields = bodyPlace(place)?.fields ?? [];
  return Object.keys(sent)
    .filter(field => !fields.includes(field))
    .flatMap(field => unlistedField(field, sent, place) ?? []);
}

/** A body. Version 4 of the Pact specification wraps it with its media type. */
export function contentOf(body: unknown): unknown {
  return isObject(body) && 'content' in body ? body.content : body;
}

function placeIn(
  { description, request, response }: JsonObject,
  side: PactPlace['side'],
  part: string,
  tokens: readonly string[],
): PactPlace {
  const asked = object(request);
  const method = String(asked.method ?? 'GET').toUpperCase();
  const path = String(asked.path ?? '');
  const status = Number(object(response).status ?? 200);
  const operation = operationOf(method, path);
  return { description: String(description ?? ''), method, path, status, operation, side, part, tokens };
}

function judge(remark: Remark, place: PactPlace): PactDifference | undefined {
  switch (remark.code) {
    case 'request.path-or-method.unknown':
      return unknownRoute(place);
    case 'request.body.incompatible':
    case 'response.body.incompatible':
      return bodyDifference(remark, place);
    case 'response.status.unknown':
      return unknownStatus(place);
    default:
      return partDifference(remark, place);
  }
}

function bodyDifference(remark: Remark, place: PactPlace): PactDifference | undefined {
  const unlisted = / must NOT have (?:additional|unevaluated) properties - (.+)$/.exec(remark.message)?.[1];
  const value = (remark.mockDetails?.value ?? null) as Json;
  const schema = remark.specDetails?.location ?? '';
  if (REPEATS.test(schema)) return undefined;
  if (unlisted !== undefined) return unlistedField(unlisted, value, place);
  const keyword = schema.split('.').at(-1);
  const missing = / must have required property '(.+)'$/.exec(remark.message)?.[1];
  const known = bodyPlace(place, keyword, missing);
  return (
    known && {
      requirement: known.requirement,
      severity: 'breach',
      message: `${written(place)} of "${place.description}" is not what the contract says`,
      expected: wantedIn(remark),
      received: briefly(value),
      line: lineOf(known.pointer),
    }
  );
}

/**
 * A field that the contract does not list. In a response it is a breach if a required or similar documented field is
 * missing: the SDK waits for a field that never comes. Otherwise it may be a field that is still being reconciled
 * (Versioning). In a request it is a breach only if a documented field was clearly meant.
 */
function unlistedField(field: string, value: Json, place: PactPlace): PactDifference | undefined {
  const known = bodyPlace(place, 'properties');
  // A free-form object lists no fields. Any field is allowed there.
  if (known === undefined || known.fields.length === 0) return undefined;
  const absent = (name: string) => !Object.hasOwn(Object(value), name);
  const missing = known.fields.filter(absent);
  const meant = missing.find(name => bare(name) === bare(field)) ?? nearest(field, missing);
  const asks = place.side === 'request';
  const wrong = asks ? meant !== undefined : meant !== undefined || known.required.some(absent);
  return {
    requirement: wrong ? known.requirement : asks ? 'request.unknown-fields' : 'version.unsettled-fields',
    severity: wrong ? 'breach' : 'advice',
    message:
      `"${place.description}" ${asks ? 'sends' : 'reads'} ${written(place, field)}, ` +
      'which the contract does not list',
    expected: `one of ${known.fields.join(', ')}`,
    received: field,
    ...(meant !== undefined && { likely: `${meant} was meant` }),
    line: lineOf(known.pointer),
  };
}

function written({ side, part, tokens }: PactPlace, field?: string): string {
  return [side, part, ...tokens, ...(field === undefined ? [] : [field])].join('.');
}

/** The comparator's expectation, without the sentence before it. */
function wantedIn({ message }: Remark): string {
  return message.replace(/^[^:]*in the spec file: /, '');
}

function unknownStatus({ operation, status, description }: PactPlace): PactDifference | undefined {
  if (operation === undefined) return undefined;
  const listed = documentedStatuses(operation);
  return {
    requirement: firstRequirement(operationPointer(operation)),
    // The specification lists all successes, but not all errors.
    severity: status < 400 ? 'breach' : 'advice',
    message: `"${description}" waits for a ${status}, which the contract does not list for ${operation}`,
    expected: `one of ${listed.join(', ')}`,
    received: `${status}`,
    line: lineOf(`${operationPointer(operation)}/responses`),
  };
}

function unknownRoute({ method, path, description }: PactPlace): PactDifference {
  const routes = new Map(
    operationIds()
      .map(operationPointer)
      .map(pointer => [routeAt(pointer), pointer]),
  );
  // The length of an identifier says nothing.
  const meant = nearest(`${method} ${path.replace(/(?<=orders\/)[^/]+/, '{id}')}`, routes.keys());
  const pointer = meant && routes.get(meant);
  return {
    // Unspecified endpoints exist. Only a route similar to a documented one is a mistake.
    requirement: pointer ? firstRequirement(pointer) : 'preview.other-endpoints',
    severity: pointer ? 'breach' : 'advice',
    message: `"${description}" calls ${method} ${path}, which the contract does not list`,
    expected: `one of ${[...routes.keys()].join(', ')}`,
    received: `${method} ${path}`,
    ...(pointer && { likely: `${meant} was meant`, line: lineOf(pointer) }),
  };
}

/** The method and the path of an operation in the contract. */
function routeAt(pointer: string): string {
  const [, path = '', method = ''] = tokensOf(pointer);
  return `${method.toUpperCase()} ${path}`;
}

function firstRequirement(pointer: string): string {
  const written = serviceAt(pointer)['x-requirement'] ?? serviceAt(pointer)['x-gap'];
  return String([written].flat()[0]);
}

/** The requirement and the severity of a header or query remark, by its code and part. */
const PARTS: {
  readonly [code: string]: { readonly requirement: string; readonly severity: 'breach' | 'advice' };
} = {
  'request.content-type.incompatible': { requirement: 'request.content-type', severity: 'breach' },
  'request.accept.incompatible': { requirement: 'request.accept', severity: 'breach' },
  'request.header.incompatible': { requirement: 'request.idempotency-key', severity: 'breach' },
  'request.query.unknown': { requirement: 'request.unknown-fields', severity: 'advice' },
  'response.content-type.incompatible': { requirement: 'wire.json', severity: 'breach' },
  'response.header.incompatible': { requirement: 'response.request-id', severity: 'breach' },
  'response.header.unknown': { requirement: 'response.headers', severity: 'advice' },
  // A pact lists only the headers that it checks. Others may be sent as well.
  'request.authorization.missing': { requirement: 'auth.header', severity: 'advice' },
  'request.content-type.missing': { requirement: 'request.content-type', severity: 'advice' },
};

function partDifference(remark: Remark, place: PactPlace): PactDifference | undefined {
  const part = PARTS[remark.code];
  if (part === undefined) return undefined;
  const { value = null } = remark.mockDetails ?? {};
  const absent = value === null || remark.code.endsWith('.missing');
  const what = absent ? 'does not say what the contract asks for' : 'is not what the contract says';
  return {
    requirement: part.requirement,
    severity: absent ? 'advice' : part.severity,
    message: `${written(place)} of "${place.description}" ${what}`,
    expected: wantedIn(remark),
    received: absent ? 'nothing' : briefly(value as Json),
  };
}

/**
 * What the contract says about a place in a body: its requirement, the pointer into openapi/service.yaml, the listed
 * fields (none for a free-form object) and the required ones; `undefined` if it has no such body.
 * @param keyword the violated keyword of the schema there: `type`, `const`, `required`…
 * @param missing the missing field, if the keyword is `required`
 */
function bodyPlace({ operation, status, side, tokens }: PactPlace, keyword = 'type', missing?: string) {
  const schema = operation && bodySchema(operation, side === 'response' ? status : undefined);
  if (schema === undefined) return undefined;
  const sites = nearestSites(sitesOf(schema), pointerOf(...tokens));
  const site = sites.find(({ schema, via }) => keyword in schema && via !== 'beside') ?? sites.at(-1);
  if (site === undefined) return undefined;
  return {
    requirement: missing === undefined ? requirementOf(site) : requirementOfMissing(site, missing),
    pointer: site.pointer,
    fields: sites.flatMap(({ schema, via }) => (via === 'beside' ? [] : Object.keys(object(schema.properties)))),
    required: sites.flatMap(({ schema }) => (Array.isArray(schema.required) ? schema.required.map(String) : [])),
  };
}

/** The schemas of a place, or of the nearest enclosing place in the contract. */
function nearestSites(body: readonly Site[], pointer: string): readonly Site[] {
  const sites = sitesAt(body, pointer);
  return sites.length > 0 || pointer === '' ? sites : nearestSites(body, pointer.slice(0, pointer.lastIndexOf('/')));
}
