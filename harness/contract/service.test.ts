import { describe, expect, test } from 'vitest';
import { gaps } from './gaps.ts';
import { pointerOf } from './pointer.ts';
import { requirements } from './requirements.ts';
import { dereferenced, service, serviceAt } from './service.ts';
import { object } from './source.ts';

const places = walk(service(), '');
const operations = Object.entries(serviceAt('/paths')).flatMap(([path, item]) =>
  ['get', 'post'].filter(method => method in object(item)).map(method => pointerOf('paths', path, method)),
);
const responses = operations.flatMap(operation =>
  Object.keys(serviceAt(`${operation}/responses`)).map(status => dereferenced(`${operation}/responses/${status}`)),
);

test('it is version 1.0 of an OpenAPI 3.1 description', () => {
  expect(service().openapi).toBe('3.1.0');
  expect(serviceAt('/info').version).toBe('1.0');
});

describe('what it marks', () => {
  test('every requirement it names exists, and every requirement is named', () => {
    const named = new Set([...marked('x-requirement'), ...marked('x-required-by')]);
    expect([...named].sort()).toEqual([...requirements().keys()].sort());
  });

  test('every gap it names exists, and every gap is named', () => {
    expect([...new Set(marked('x-gap'))].sort()).toEqual([...gaps().keys()].sort());
  });

  test('what it requires beyond the words of the specification, it marks as inferred', () => {
    const inferred = places
      .filter(({ key, value }) => key === 'x-inferred' && value === true)
      .map(({ owner }) => owner);
    expect(inferred).toEqual(
      ['VerifiedAccount', 'EnquiryError', 'OnrampOrder', 'AccountRecord', 'OnrampError', 'WebhookEvent'].map(
        name => `/components/schemas/${name}`,
      ),
    );
  });

  test('exactly the client routes are a preview', () => {
    const preview = operations.filter(operation => serviceAt(operation)['x-preview'] === true);
    expect(preview).toEqual(operations.filter(operation => operation.startsWith('/paths/~1v1~1client~1')));
    expect(preview).toHaveLength(4);
  });
});

describe('what it leaves open', () => {
  test('the only format is the UUID of the Idempotency-Key', () => {
    expect(pointersOf('format')).toEqual(['/components/parameters/IdempotencyKey/schema/format']);
  });

  test('the only enumeration is the six events of simulate', () => {
    expect(pointersOf('enum')).toEqual(['/components/schemas/SimulateRequest/properties/event/enum']);
  });

  test('no object is closed', () => {
    expect([...pointersOf('additionalProperties'), ...pointersOf('unevaluatedProperties')]).toEqual([]);
  });
});

describe('what every exchange has', () => {
  test.each(responses)('%s carries request-id and JSON', response => {
    expect(serviceAt(`${response}/headers/request-id`).$ref).toBe('#/components/headers/RequestId');
    expect(Object.keys(serviceAt(`${response}/content`))).toEqual(['application/json']);
  });

  test.each(operations.filter(operation => operation.endsWith('/post')))(
    '%s takes JSON and an Idempotency-Key',
    post => {
      expect(Object.values(serviceAt(post).parameters as object)).toContainEqual({
        $ref: '#/components/parameters/IdempotencyKey',
      });
      const body = dereferenced(`${post}/requestBody`);
      expect(Object.keys(serviceAt(`${body}/content`))).toEqual(['application/json']);
    },
  );

  test('Accept and Content-Type stand where OpenAPI does not ignore them', () => {
    expect(serviceAt('/x-request-headers/Accept').value).toBe('application/json');
    expect(serviceAt('/x-request-headers/Content-Type').value).toBe('application/json');
  });

  test('a delivery carries the signature header', () => {
    expect(serviceAt('/components/parameters/ServiceSignature')).toMatchObject({
      name: 'Service-Signature',
      in: 'header',
      required: true,
    });
    for (const webhook of Object.values(serviceAt('/webhooks'))) {
      expect(object(object(webhook).post).parameters).toEqual([{ $ref: '#/components/parameters/ServiceSignature' }]);
    }
  });
});

test('the service and the sandbox have an address each, the key its header, and who needs it is said', () => {
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

describe('what the validators rely on', () => {
  test.each([...responses, ...operations.map(operation => dereferenced(`${operation}/requestBody`))])(
    'the body at %s is a schema with a name',
    owner => {
      const schema = owner + pointerOf('content', 'application/json', 'schema');
      if ('content' in serviceAt(owner)) expect(dereferenced(schema)).toMatch(/^\/components\/schemas\/\w+$/);
    },
  );

  test('whatever is broken, there is a requirement to name', () => {
    expect(service()['x-requirement']).toContain('wire.json');
  });

  test('schemas use only the keywords that sites.ts follows and expected-of.ts can say', () => {
    const schemas = Object.keys(serviceAt('/components/schemas')).map(name => `/components/schemas/${name}`);
    expect(new Set(schemas.flatMap(keywords))).toEqual(
      new Set(
        ['$ref', 'type', 'pattern', 'enum', 'const', 'required', 'properties', 'dependentSchemas']
          .concat(['title', 'description'])
          .concat(['x-requirement', 'x-required-by', 'x-gap', 'x-inferred']),
      ),
    );
  });
});

function keywords(schema: string): readonly string[] {
  const node = serviceAt(schema);
  const inner = ['properties', 'dependentSchemas'].flatMap(keyword =>
    Object.keys(object(node[keyword])).flatMap(key => keywords(schema + pointerOf(keyword, key))),
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
