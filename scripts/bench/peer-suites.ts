import type { ProxiedCall } from './record-calls.ts';

/** The calls of a suite as a Postman collection, which newman runs: each answer is compared with the one recorded. */
export function postmanCollection(calls: readonly ProxiedCall[]): object {
  const item = calls.map(({ method, url, headers, body, status, isJson }, nth) => ({
    name: `call ${nth}`,
    request: {
      ...{ method, url, header: headers.map(([key, value]) => ({ key, value })) },
      ...(body !== '' && { body: { mode: 'raw', raw: body } }),
    },
    event: [{ listen: 'test', script: { exec: testsOf(status, isJson) } }],
  }));
  const info = { name: 'contract', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  return { info, item };
}

function testsOf(status: number, isJson: boolean): readonly string[] {
  return [
    `pm.test('status', () => pm.response.to.have.status(${status}));`,
    `pm.test('request-id', () => pm.response.to.have.header('request-id'));`,
    ...(isJson ? [`pm.test('JSON', () => pm.response.to.be.json);`] : []),
  ];
}

/** The same as an Arazzo description, which Redocly Respect runs. @param contract path of the OpenAPI file */
export function arazzoDescription(calls: readonly ProxiedCall[], contract: string): object {
  const steps = calls.map(({ method, url, headers, body, status, isJson }, nth) => ({
    stepId: `call-${nth}`,
    'x-operation': { url, method: method.toLowerCase() },
    parameters: headers.map(([name, value]) => ({ in: 'header', name, value })),
    ...(body !== '' && { requestBody: { payload: JSON.parse(body) } }),
    successCriteria: [
      { condition: `$statusCode == ${status}` },
      { condition: '$response.header.request-id != null' },
      ...(isJson ? [{ context: '$response.header.content-type', condition: '^application/json', type: 'regex' }] : []),
    ],
  }));
  return {
    arazzo: '1.0.1',
    info: { title: 'contract', version: '1' },
    sourceDescriptions: [{ name: 'service', type: 'openapi', url: contract }],
    workflows: [{ workflowId: 'contract', steps }],
  };
}

/** Whether Respect can send a call as it is: it tidies paths, and writes bodies and their media type itself. */
export function isForRespect({ url, headers, body }: ProxiedCall): boolean {
  if (!/\w(?:\/[\w-]+)+$/.test(url)) return false;
  if (body === '') return true;
  const isPlain = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value === 'application/json',
  );
  try {
    return isPlain && body.startsWith('{') && JSON.stringify(JSON.parse(body)) === body;
  } catch {
    return false;
  }
}
