import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownFile } from '../../base/own-files.ts';
import { judgeSdk } from '../../testing/judge-sdk.ts';
import { launchInProcess, type Sdk } from '../../testing/sdk/in-process.ts';
import { sdkOf } from '../../testing/sdk/variant-sdk.ts';
import { realWorld } from '../../world/real-world.ts';
import { templateOf } from '../templates.ts';
import { launchProcess } from './connection.ts';
import { PROTOCOL } from './protocol.ts';

const PAGE = readFileSync(ownFile('harness/gates/sdk/PROTOCOL.md'), 'utf8');

/** The JSON code blocks in the section of a method. */
function schemasOf(method: string): readonly unknown[] {
  const [, section = ''] = PAGE.split(`### \`${method}\``);
  return [...(section.split('\n##')[0] ?? '').matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
}

test.each(Object.entries(PROTOCOL))('PROTOCOL.md shows the schemas of %s', (method, { params, result }) => {
  expect(schemasOf(method)).toEqual([params.json, result.json]);
});

test('The gate sends parameters that match the schemas', async () => {
  const ajv = new Ajv2020();
  const asked = new Map<string, number>();
  const problems: string[] = [];
  const watched = Object.entries(sdkOf({})).map(([method, answer]) => {
    const validate = ajv.compile(PROTOCOL[method as keyof typeof PROTOCOL].params.json);
    const watch = (params: never) => {
      asked.set(method, (asked.get(method) ?? 0) + 1);
      if (!validate(params)) problems.push(`${method}: ${ajv.errorsText(validate.errors)}`);
      return answer(params);
    };
    return [method, watch] as const;
  });
  await judgeSdk(launchInProcess(Object.fromEntries(watched) as Sdk));
  expect([...asked.keys()].toSorted()).toEqual(Object.keys(PROTOCOL).toSorted());
  expect(problems).toEqual([]);
});

/** The answers of the transcript's service, by path. */
const ANSWERS: { readonly [path: string]: readonly [status: number, body: string] } = Object.fromEntries(
  [...PAGE.matchAll(/The service answers (\d+) (?:with\s`([^`]*)`|without a body).*?"method":"(\w+)"/gs)].map(
    ([, status, body = '', method = '']) => [method, [Number(status), body]],
  ),
);
const METHOD_OF: readonly (readonly [path: RegExp, method: string])[] = [
  [/^POST \/v1\/banks\/resolve$/, 'resolveBankAccount'],
  [/^GET \/v1\/onramp\/orders\/onr%2F1$/, 'getOnrampOrder'],
  [/^POST \/sandbox\/collection-orders\/co_1\/simulate$/, 'simulate'],
];
const server = createServer((request, response) => {
  const method = METHOD_OF.find(([path]) => path.test(`${request.method} ${request.url}`))?.[1] ?? '';
  const [status, body] = ANSWERS[method] ?? [500, ''];
  response.writeHead(status, { 'Content-Type': 'application/json', 'request-id': 'req_1' }).end(body);
});
let address = '';
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));

/** The questions of the transcript and their answers. */
const LINES = [...PAGE.matchAll(/^→ (.*)\n← (.*)$/gm)].map(([, question = '', answer = '']) => ({ question, answer }));

/** An answer without the members that an adapter may choose. */
function essence(line: string): unknown {
  const { id, result } = JSON.parse(line);
  const { name: _, version: __, language: ___, reason: ____, methods = [], ...rest } = result;
  return { id, ...rest, methods: methods.toSorted() };
}

test('The example adapter answers as in the transcript of PROTOCOL.md', async () => {
  expect(LINES.length).toBe(8);
  let take: (line: string) => void = () => {};
  const launch = launchProcess(realWorld(), [process.execPath, templateOf('typescript').url.pathname], '.');
  const connection = launch({ line: text => take(text), flood: () => {}, ended: why => take(why) });
  for (const { question, answer } of LINES) {
    const answered = new Promise<string>(resolve => {
      take = resolve;
    });
    connection.send(question.replaceAll('http://127.0.0.1:8080', address));
    expect(essence(await answered)).toEqual(essence(answer));
  }
  await connection.close();
});
