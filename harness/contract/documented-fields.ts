import type { JsonObject } from '../core/json.ts';
import { documentedStatus, type OperationId, operationPointer } from './operations.ts';
import { pointerOf } from './pointer.ts';
import { dereferenced, serviceAt } from './service.ts';
import { fieldSites, type Site, sitesOf } from './sites.ts';
import { object } from './source.ts';

/**
 * Every field that the contract lists for the body of a response, as JSON Pointers, parents first. None where the body
 * is left open, or the status is not documented.
 */
export function responseFields(operation: OperationId, status: number): readonly string[] {
  const key = documentedStatus(operation, status);
  return key === undefined ? [] : fieldsOf(dereferenced(`${operationPointer(operation)}/responses/${key}`));
}

/** Every field that the contract lists for the body of a request; none where it takes no body. */
export function requestFields(operation: OperationId): readonly string[] {
  return fieldsOf(dereferenced(`${operationPointer(operation)}/requestBody`));
}

/** The media types that the contract has for a response. */
export function documentedMediaTypes(operation: OperationId, status: string): readonly string[] {
  const response: JsonObject = serviceAt(dereferenced(`${operationPointer(operation)}/responses/${status}`));
  return Object.keys(object(response.content));
}

function fieldsOf(owner: string): readonly string[] {
  return below(sitesOf(owner + pointerOf('content', 'application/json', 'schema')), '');
}

function below(sites: readonly Site[], pointer: string): readonly string[] {
  const names = new Set(sites.flatMap(({ schema }) => Object.keys(object(schema.properties))));
  return [...names].flatMap(name => {
    const at = pointer + pointerOf(name);
    return [at, ...below(fieldSites(sites, name), at)];
  });
}
