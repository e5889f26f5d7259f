import { pointerOf, walk } from '../base/json.ts';
import { once } from '../base/once.ts';
import { bodySchema, type OperationId, operationPointer } from './operations.ts';
import { dereferenced, service, serviceAt } from './service.ts';
import { fieldSites, type Site, sitesOf } from './sites.ts';
import { object } from './source.ts';

/**
 * Every field that the contract lists for a body, as JSON Pointers, parents first. None where the body is left open,
 * or the status is not documented.
 *
 * @param status of a response; none for the body of a request
 */
export function documentedFields(operation: OperationId, status?: number): readonly string[] {
  const schema = bodySchema(operation, status);
  return schema === undefined ? [] : below(sitesOf(schema), '');
}

/** The media types that the contract has for a response. */
export function documentedMediaTypes(operation: OperationId, status: string): readonly string[] {
  const { content } = serviceAt(dereferenced(`${operationPointer(operation)}/responses/${status}`));
  return Object.keys(object(content));
}

/** The names of all fields of the contract, and of those that are decimal strings. */
export const fieldNames = once(() => {
  const fields = [...walk(service())].filter(({ pointer }) => /\/properties\/[^/]+$/.test(pointer));
  const decimals = fields.filter(({ value }) => object(value).$ref === '#/components/schemas/DecimalString');
  const namesOf = (some: typeof fields) => new Set(some.flatMap(({ key }) => key ?? []));
  return { all: namesOf(fields), decimals: namesOf(decimals) };
});

function below(sites: readonly Site[], pointer: string): readonly string[] {
  const names = new Set(sites.flatMap(({ schema }) => Object.keys(object(schema.properties))));
  return [...names].flatMap(name => {
    const at = pointer + pointerOf(name);
    return [at, ...below(fieldSites(sites, name), at)];
  });
}
