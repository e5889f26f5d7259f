import { pointerOf } from '../../base/json.ts';
import { bodySchema, type OperationId } from '../../contract/operations.ts';
import { type Site, sitesAt, sitesOf } from '../../contract/service.ts';
import { object } from '../../contract/source.ts';
import { requirementOf, requirementOfMissing } from '../../contract/violation.ts';

/** What a difference needs to know of an interaction. */
export interface Interaction {
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The operation that the request meets; undefined where the contract has none. */
  readonly operation: OperationId | undefined;
}

/** A place in an interaction of a pact. */
export interface PactPlace {
  readonly side: 'request' | 'response';
  /** `body`, `headers`, `status`, `path`, `query`. */
  readonly part: string;
  /** What follows, unescaped: the way into the body, or the name of a header. */
  readonly tokens: readonly string[];
}

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

/**
 * What the contract says about a place in a body; undefined where it has no such body.
 *
 * @param keyword of the schema that is broken there: `type`, `const`, `required`…
 * @param missing the field that is not there, where the keyword is `required`
 */
export function bodyPlace(
  { operation, status }: Interaction,
  { side, tokens }: PactPlace,
  keyword = 'type',
  missing?: string,
): BodyPlace | undefined {
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

/** The schemas of a place, or of the nearest place around it that the contract knows. */
function nearestSites(body: readonly Site[], pointer: string): readonly Site[] {
  const sites = sitesAt(body, pointer);
  return sites.length > 0 || pointer === '' ? sites : nearestSites(body, pointer.slice(0, pointer.lastIndexOf('/')));
}
