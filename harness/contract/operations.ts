import { pointerOf, walk } from '../base/json.ts';
import { once, oncePerKey } from '../base/once.ts';
import type { operations } from './generated/service.d.ts';
import { dereferenced, object, service, serviceAt } from './service.ts';

/** The `operationId` of an endpoint of the specification (4.1 to 4.4). */
export type OperationId = keyof operations;

interface Operation {
  readonly id: OperationId;
  readonly method: string;
  readonly path: RegExp;
  readonly pointer: string;
  readonly preview: boolean;
}

/**
 * The operation of a request; `undefined` if the specification has none.
 * @param method in either letter case
 * @param path relative to the server address (`/v1/banks/resolve`), without a query
 */
export function operationOf(method: string, path: string): OperationId | undefined {
  return all().find(operation => operation.method === method.toLowerCase() && operation.path.test(path))?.id;
}

/** Whether an operation belongs to the preview surface (4.4), which may change and is never judged. */
export function isPreview(operation: string | undefined): boolean {
  return all().some(({ id, preview }) => preview && id === operation);
}

/** The statuses of an operation as the contract writes them: `200`, `4XX`, `default`. */
export const documentedStatuses = oncePerKey((operation: OperationId): readonly string[] =>
  Object.keys(serviceAt(`${operationPointer(operation)}/responses`)),
);

/** Whether the contract lists a status: the status itself, its range, or `default`. */
export function isDocumented(operation: OperationId, status: number): boolean {
  return documentedStatus(operation, status) !== undefined;
}

/** How the contract lists a status: the status itself, else its range, else `default`; `undefined` if it does not. */
function documentedStatus(operation: OperationId, status: number): string | undefined {
  const documented = documentedStatuses(operation);
  return [`${status}`, `${Math.floor(status / 100)}XX`, 'default'].find(form => documented.includes(form));
}

/**
 * The schema of a body, as a pointer into the contract; `undefined` if the contract does not list the status.
 * @param status of a response; omitted for the body of a request
 */
export function bodySchema(operation: OperationId, status?: number): string | undefined {
  const key = status === undefined ? undefined : documentedStatus(operation, status);
  if (status !== undefined && key === undefined) return undefined;
  const owner = dereferenced(operationPointer(operation) + (key === undefined ? '/requestBody' : `/responses/${key}`));
  return owner + pointerOf('content', 'application/json', 'schema');
}

/** Every operation of the contract, in order. */
export const operationIds = once((): readonly OperationId[] => all().map(({ id }) => id));

/** The place of an operation in the contract, as a JSON Pointer. */
export function operationPointer(id: OperationId): string {
  const operation = all().find(candidate => candidate.id === id);
  if (operation === undefined) throw new TypeError(`no operation ${id}`);
  return operation.pointer;
}

const all = once((): readonly Operation[] =>
  Object.entries(serviceAt('/paths')).flatMap(([path, item]) =>
    ['get', 'post']
      .map(method => ({ method, pointer: pointerOf('paths', path, method) }))
      .filter(({ method }) => method in object(item))
      .map(({ method, pointer }) => ({
        id: serviceAt(pointer).operationId as OperationId,
        method,
        path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        pointer,
        preview: serviceAt(pointer)['x-preview'] === true,
      })),
  ),
);

/** The names of all fields of the contract, and of those that are decimal strings. */
export const fieldNames = once(() => {
  const fields = [...walk(service())].filter(({ pointer }) => /\/properties\/[^/]+$/.test(pointer));
  const decimals = fields.filter(({ value }) => object(value).$ref === '#/components/schemas/DecimalString');
  const namesOf = (some: typeof fields) => new Set(some.flatMap(({ key }) => key ?? []));
  return { all: namesOf(fields), decimals: namesOf(decimals) };
});
