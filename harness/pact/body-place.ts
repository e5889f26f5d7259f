import { isPreview, type OperationId, operationOf, operationPointer, responsePointer } from '../contract/operations.ts';
import { pointerOf } from '../contract/pointer.ts';
import { requirementOf, requirementOfMissing } from '../contract/requirement-of.ts';
import { dereferenced } from '../contract/service.ts';
import { type Site, sitesAt, sitesOf } from '../contract/sites.ts';
import { object } from '../contract/source.ts';
import { bodyPointer, type MockPlace } from './mock-place.ts';

/** What the contract says about a place in the body of a pact. */
export interface BodyPlace {
  /** The requirement that speaks of it. */
  readonly requirement: string;
  /** JSON Pointer into openapi/service.yaml. */
  readonly pointer: string;
  /** The fields that the contract lists there; none where the object is free-form. */
  readonly fields: readonly string[];
  /** Those of them that are always there. */
  readonly required: readonly string[];
}

/** An interaction's request as far as it says which operation it is. */
export interface PactRequest {
  readonly method: string;
  readonly path: string;
}

/** The operation that a pact's request meets. */
export function operationAsked({ method, path }: PactRequest): OperationId | undefined {
  return operationOf(method, path);
}

/** Whether a request meets a preview route (4.4), which may change. */
export function meetsPreview(asked: PactRequest): boolean {
  return isPreview(operationAsked(asked));
}

/**
 * What the contract says about a place in a body; undefined where it has no such body.
 *
 * @param keyword of the schema that is broken there: `type`, `const`, `required`…
 * @param missing the field that is not there, where the keyword is `required`
 */
export function bodyPlace(
  operation: OperationId,
  status: number,
  place: MockPlace,
  keyword = 'type',
  missing?: string,
): BodyPlace | undefined {
  const owner =
    place.side === 'response'
      ? responsePointer(operation, status)
      : dereferenced(`${operationPointer(operation)}/requestBody`);
  if (owner === undefined) return undefined;
  const sites = nearestSites(sitesOf(owner + pointerOf('content', 'application/json', 'schema')), bodyPointer(place));
  const site = sites.findLast(({ schema, via }) => keyword in schema && via !== 'beside') ?? sites.at(-1);
  if (site === undefined) return undefined;
  return {
    requirement: missing === undefined ? requirementOf(site) : requirementOfMissing(site, missing),
    pointer: site.pointer,
    fields: sites.flatMap(({ schema, via }) => (via === 'beside' ? [] : Object.keys(object(schema.properties)))),
    required: sites.flatMap(({ schema }) => (Array.isArray(schema.required) ? schema.required.map(String) : [])),
  };
}

/** The schemas of a place, or of the nearest place around it that the contract knows. */
function nearestSites(body: readonly Site[], pointer: string): readonly Site[] {
  const sites = sitesAt(body, pointer);
  return sites.length > 0 || pointer === '' ? sites : nearestSites(body, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** The fields that the contract lists at a place of what an operation is sent or answers. */
export function bodyFields(asked: PactRequest & { readonly status: number }, place: MockPlace): readonly string[] {
  const operation = operationAsked(asked);
  return (operation && bodyPlace(operation, asked.status, place)?.fields) ?? [];
}
