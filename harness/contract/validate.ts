import type { ErrorObject, ValidateFunction } from 'ajv';
import { briefly, type Json, type JsonObject, pointerOf, resolvePointer, tokensOf } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import * as validators from './generated/validators.js';
import { bodySchema, type OperationId } from './operations.ts';
import { dereferenced, lineOf, object, type Site, serviceAt, sitesAt, sitesOf } from './service.ts';

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

function violations(schema: string | undefined, body: unknown): readonly Violation[] {
  const validate = schema && byName[dereferenced(schema).replace('/components/schemas/', '')];
  if (!schema || !validate || validate(body)) return [];
  const sites = sitesOf(schema);
  return (validate.errors ?? [])
    .filter(error => !REPEATS.test(error.schemaPath))
    .map(error => violationOf(error, sites, body));
}

const TYPES: { readonly [type: string]: string } = {
  string: 'a string',
  boolean: 'a boolean',
  object: 'an object',
};

/** The keyword of a forbidden field, whose schema is `false`. */
export const FORBIDDEN = 'false schema';

/** The path of an error that repeats another: that of an alternative, or of an unknown variant. */
export const REPEATS = /\b(?:not|anyOf|anyOf.1.type|discriminator)$/;

/** One place where a body violates the contract. */
export interface Violation {
  /**
   * JSON Pointer into the body; `''` is the whole body. A missing field has the pointer where it belongs, a misspelled
   * one where it is.
   */
  readonly pointer: string;
  /** The violated keyword of the schema: `type`, `pattern`, `required`, `enum` or `false schema`. */
  readonly keyword: string;
  /** What the contract requires, in words: `a decimal string`. */
  readonly expected: string;
  /** The value with its type, its JSON cut after 80 characters: `number 100.5`; `nothing` if it is missing. */
  readonly received: string;
  /** The id of the violated requirement. */
  readonly requirement: string;
  /** JSON Pointer into `openapi/service.yaml`: the keyword, or for `required` the name in its list. */
  readonly schema: string;
  /** The line of that place in `openapi/service.yaml`, from 1. */
  readonly line: number;
}

/** Converts an error of a validator. @param sites the schemas that apply to the whole body */
function violationOf(error: ErrorObject, sites: readonly Site[], body: unknown): Violation {
  const site = brokenSite(error, sites);
  const value = resolvePointer(body as Json, error.instancePath);
  return error.keyword === 'required' ? missing(error, site, object(value)) : wrong(error, site, value);
}

/** The schema of an error. The error's path is relative to a schema on the way, so its end identifies the schema. */
function brokenSite({ instancePath, keyword, schemaPath }: ErrorObject, sites: readonly Site[]): Site {
  const path = schemaPath.slice('#'.length);
  const site = sitesAt(sites, instancePath).find(
    ({ schema, pointer }) => (keyword in schema || keyword === FORBIDDEN) && `${pointer}/${keyword}`.endsWith(path),
  );
  if (site === undefined)
    throw new TypeError(`${schemaPath} of the contract uses a keyword that sites.ts does not follow`);
  return site;
}

function wrong(error: ErrorObject, site: Site, value: Json | undefined): Violation {
  const schema = site.pointer + pointerOf(error.keyword);
  return {
    pointer: error.instancePath,
    keyword: error.keyword,
    expected: expectedOf(error, site.schema),
    received: briefly(value),
    requirement: value === null ? requirementOfNull(site) : requirementOf(site),
    schema,
    line: lineOf(schema),
  };
}

function missing(error: ErrorObject, site: Site, owner: JsonObject): Violation {
  const field: string = error.params.missingProperty;
  const respelt = respelling(owner, field);
  const required = site.schema.required as readonly string[];
  const schema = site.pointer + pointerOf('required', required.indexOf(field));
  return {
    pointer: error.instancePath + pointerOf(respelt ?? field),
    keyword: error.keyword,
    expected: expectedOf(error, site.schema),
    received: respelt === undefined ? 'nothing' : `${respelt}: ${briefly(owner[respelt])}`,
    requirement: respelt === undefined ? requirementOfMissing(site, field) : 'wire.snake-case',
    schema,
    line: lineOf(schema),
  };
}

/** The key of a misspelled field in an object: camelCase or kebab-case. */
function respelling(owner: JsonObject, field: string): string | undefined {
  return Object.keys(owner).find(key => key !== field && bare(key) === bare(field));
}

/** A name without its style: equal for `accountName` and `account_name`. */
export function bare(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}

/** What a schema requires, in words: `a decimal string`, `the field bank_code`, `one of expire, fail`. */
function expectedOf({ keyword, params, message }: ErrorObject, { title, type }: JsonObject): string {
  switch (keyword) {
    case 'required':
      return `the field ${params.missingProperty}`;
    case 'enum':
      return `one of ${params.allowedValues.join(', ')}`;
    case FORBIDDEN:
      return 'nothing';
    case 'type':
    case 'pattern':
      return typeof title === 'string' ? `a ${title}` : `${TYPES[String(type)]}`;
    default:
      return message ?? keyword;
  }
}

/**
 * The requirement that a wrong value breaks: the nearest `x-requirement` from its schema up to the operation and the
 * whole contract. An `x-requirement` beside a `$ref` precedes one in the referenced schema, because it applies to this
 * use of it.
 */
export function requirementOf(site: Site): string {
  const beside = site.via === 'ref' && site.from ? firstOf(site.from.schema) : undefined;
  return beside ?? firstOf(site.schema) ?? (site.from ? requirementOf(site.from) : above(site.pointer));
}

/** The requirement that a missing field breaks: its `x-required-by`, or that of the object that lacks it. */
export function requirementOfMissing(owner: Site, field: string): string {
  const requiredBy = object(object(owner.schema.properties)[field])['x-required-by'];
  return typeof requiredBy === 'string' ? requiredBy : requirementOf(owner);
}

/** The requirement that a null breaks. A null in a required field counts as a missing field. */
function requirementOfNull(site: Site): string {
  let field = site;
  while (field.via !== 'field' && field.from) field = field.from;
  const name = tokensOf(field.pointer).at(-1) ?? '';
  const { required } = object(field.from?.schema);
  const due = Array.isArray(required) && required.includes(name);
  return due && field.from ? requirementOfMissing(field.from, name) : requirementOf(site);
}

function firstOf(schema: JsonObject): string | undefined {
  const written = schema['x-requirement'];
  return Array.isArray(written) ? written[0] : (written as string | undefined);
}

function above(pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return firstOf(serviceAt(parent)) ?? above(parent);
}
