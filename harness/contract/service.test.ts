import { expect, test } from 'vitest';
import { pointerOf } from '../base/json.ts';
import { gaps, requirements } from './requirements.ts';
import { dereferenced, object, service, serviceAt } from './service.ts';

const places = walk(service(), '');
const operations = Object.entries(serviceAt('/paths')).flatMap(([path, item]) =>
  ['get', 'post'].filter(method => method in object(item)).map(method => pointerOf('paths', path, method)),
);
const responses = operations.flatMap(operation =>
  Object.keys(serviceAt(`${operation}/responses`)).map(status => dereferenced(`${operation}/responses/${status}`)),
);

test('Marks in the contract name every requirement, and only requirements that exist', () => {
  const named = new Set([...marked('x-requirement'), ...marked('x-required-by')]);
  expect([...named].sort()).toEqual([...requirements().keys()].sort());
});

test('Marks in the contract name every gap, and only gaps that exist', () => {
  expect([...new Set(marked('x-gap'))].sort()).toEqual([...gaps().keys()].sort());
});

test('Marks in the contract mark the client routes, and only those, as preview', () => {
  const preview = operations.filter(operation => serviceAt(operation)['x-preview'] === true);
  expect(preview).toEqual(operations.filter(operation => operation.startsWith('/paths/~1v1~1client~1')));
  expect(preview).toHaveLength(4);
});

test('The only format of the contract is the UUID of Idempotency-Key', () => {
  expect(pointersOf('format')).toEqual(['/components/parameters/IdempotencyKey/schema/format']);
});

test('The only enumerations of the contract list the simulate events', () => {
  const event = 'properties/event/enum';
  expect(pointersOf('enum')).toEqual(
    [event, `oneOf/2/${event}`].map(place => `/components/schemas/SimulateRequest/${place}`),
  );
});

test('Every object of the contract is open', () => {
  expect(places.filter(({ key }) => key === 'additionalProperties').map(({ value }) => value)).toEqual([true, true]);
  expect(pointersOf('unevaluatedProperties')).toEqual([]);
});

test.each(responses)('Every exchange %s has a request-id and a JSON body', response => {
  expect(serviceAt(`${response}/headers/request-id`).$ref).toBe('#/components/headers/RequestId');
  expect(Object.keys(serviceAt(`${response}/content`))).toEqual(['application/json']);
});

test.each(operations.filter(operation => operation.endsWith('/post')))(
  'Every exchange %s takes JSON and an Idempotency-Key',
  post => {
    expect(Object.values(serviceAt(post).parameters as object)).toContainEqual({
      $ref: '#/components/parameters/IdempotencyKey',
    });
    const body = dereferenced(`${post}/requestBody`);
    expect(Object.keys(serviceAt(`${body}/content`))).toEqual(['application/json']);
  },
);

test('Every exchange lists Accept and Content-Type unless OpenAPI ignores them', () => {
  expect(serviceAt('/x-request-headers/Accept').value).toBe('application/json');
  expect(serviceAt('/x-request-headers/Content-Type').value).toBe('application/json');
});

test('A delivery carries the signature header', () => {
  expect(serviceAt('/components/parameters/ServiceSignature')).toMatchObject({
    name: 'Service-Signature',
    in: 'header',
    required: false,
  });
  for (const webhook of Object.values(serviceAt('/webhooks'))) {
    expect(object(object(webhook).post).parameters).toEqual([{ $ref: '#/components/parameters/ServiceSignature' }]);
  }
});

test('Service and sandbox have separate addresses, and operations state whether they need the key', () => {
  expect(service().servers).toMatchObject([{ url: '{base_url}' }]);
  const simulate = pointerOf('paths', '/sandbox/collection-orders/{order_id}/simulate');
  expect(serviceAt(simulate).servers).toMatchObject([{ url: '{sandbox_url}' }]);
  expect(serviceAt('/components/securitySchemes/apiKey')).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  expect(serviceAt(pointerOf('paths', '/v1/banks/resolve', 'post')).security).toEqual([{ apiKey: [] }]);
  expect(serviceAt(pointerOf('paths', '/v1/onramp/orders/{id}', 'get')).security).toEqual([{ apiKey: [] }]);
  expect(serviceAt(`${simulate}/post`).security).toEqual([{}, { apiKey: [] }]);
});

test.each([...responses, ...operations.map(operation => dereferenced(`${operation}/requestBody`))])(
  'The validators can rely on the contract the body at %s is a schema with a name',
  owner => {
    const schema = owner + pointerOf('content', 'application/json', 'schema');
    if ('content' in serviceAt(owner)) expect(dereferenced(schema)).toMatch(/^\/components\/schemas\/\w+$/);
  },
);

test('The validators can rely on it that every possible violation has a requirement', () => {
  expect(service()['x-requirement']).toContain('wire.json');
});

test('The validators can rely on it that schemas use only keywords that sites.ts and validate.ts support', () => {
  const schemas = Object.keys(serviceAt('/components/schemas')).map(name => `/components/schemas/${name}`);
  expect(new Set(schemas.flatMap(keywords))).toEqual(
    new Set(
      ['$ref', 'type', 'pattern', 'not', 'enum', 'const', 'required', 'properties', 'additionalProperties']
        .concat(['anyOf', 'oneOf', 'discriminator', 'title', 'description'])
        .concat(['x-requirement', 'x-required-by', 'x-gap']),
    ),
  );
});

function keywords(schema: string): readonly string[] {
  const node = serviceAt(schema);
  const inner = ['properties', 'anyOf', 'oneOf'].flatMap(keyword =>
    Object.keys(node[keyword] ?? {}).flatMap(key => keywords(schema + pointerOf(keyword, key))),
  );
  return [...Object.keys(node), ...inner];
}

function marked(mark: string): readonly string[] {
  return places.filter(({ key }) => key === mark).flatMap(({ value }) => value as string | string[]);
}

function pointersOf(keyword: string): readonly string[] {
  return places.filter(({ key }) => key === keyword).map(({ owner }) => owner + pointerOf(keyword));
}

interface Place {
  readonly owner: string;
  readonly key: string;
  readonly value: unknown;
}

function walk(node: unknown, owner: string): readonly Place[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    { owner, key, value },
    ...walk(value, owner + pointerOf(key)),
  ]);
}
