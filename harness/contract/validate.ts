import type { ValidateFunction } from 'ajv';
import { pointerOf } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import * as validators from './generated/validators.js';
import { bodySchema, type OperationId } from './operations.ts';
import { dereferenced, fieldSites, type Site, sitesOf } from './service.ts';
import { object } from './source.ts';
import { REPEATS, type Violation, violationOf } from './violation.ts';

export type { Violation };

const byName: { readonly [schema: string]: ValidateFunction | undefined } = validators;

/**
 * Every violation in the body of a response. Empty if the status is not documented (see `isDocumented`) or the body is
 * left open. @param body the parsed JSON; `undefined` for no body @throws HarnessError `contract-stale`
 */
export function validateBody(operation: OperationId, status: number, body: unknown): readonly Violation[] {
  const schema = bodySchema(operation, status);
  return typeof body === 'object' && body !== null ? violationsIn(body)(schema) : violations(schema, body);
}

/** Cached, because several checks read each body, and mutated evidence shares most bodies with the run's evidence. */
const violationsIn = oncePerObject((body: object) => oncePerKey((schema?: string) => violations(schema, body)));

/** Every violation in the body of a request. Empty if the operation has no body or leaves it open. */
export function validateRequestBody(operation: OperationId, body: unknown): readonly Violation[] {
  return violations(bodySchema(operation), body);
}

/** Whether a value is a decimal string as the contract defines it. */
export function isDecimalString(value: unknown): value is string {
  return validators.DecimalString(value);
}

/**
 * The fields of a response's body that the contract does not list, as JSON Pointers: facts, not breaches. Fields below
 * an unlisted field or a free-form object (`metadata`, an open body) are left out.
 */
export function undocumentedFields(operation: OperationId, status: number, body: unknown): readonly string[] {
  const schema = bodySchema(operation, status);
  return schema === undefined ? [] : unlisted(body, sitesOf(schema), '');
}

function unlisted(value: unknown, sites: readonly Site[], pointer: string): readonly string[] {
  if (!sites.some(({ schema }) => 'properties' in schema)) return [];
  return Object.entries(object(value)).flatMap(([name, inner]) => {
    const at = pointer + pointerOf(name);
    const listed = fieldSites(sites, name);
    return listed.length === 0 ? [at] : unlisted(inner, listed, at);
  });
}

function violations(schema: string | undefined, body: unknown): readonly Violation[] {
  const validate = schema && byName[dereferenced(schema).replace('/components/schemas/', '')];
  if (!schema || !validate || validate(body)) return [];
  const sites = sitesOf(schema);
  return (validate.errors ?? [])
    .filter(error => !REPEATS.test(error.schemaPath))
    .map(error => violationOf(error, sites, body));
}
