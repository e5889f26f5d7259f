import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SCENARIOS } from '../../suites/index.ts';
import { isObject, jsonOf, tokensOf, walk } from '../base/json.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { Body } from '../evidence/evidence.ts';
import { simulateRun } from '../proof/twin/measure-parity.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import type { components, paths, webhooks } from './generated/service.d.ts';
import { bodySchema, type OperationId } from './operations.ts';
import { service } from './service.ts';
import { validateRequestBody } from './validate.ts';

const newFolder = temporaryFolders();

/** What services choose differently, and types may not depend on. */
const DIALECTS: readonly Dialect[] = [{}, { absentAccount: 'null', extraFields: true }];

/** A statement that compiles where a value has the type at a place of the contract. */
function taken(place: string, value: unknown): string {
  const [root, ...tokens] = tokensOf(place).map(token => (/^\d+$/.test(token) ? token : JSON.stringify(token)));
  return `take<${JSON.parse(root ?? '')}${tokens.map(token => `[${token}]`).join('')}>()(${JSON.stringify(value)});`;
}

function takenBody(place: string | undefined, body: Body | undefined): readonly string[] {
  const json = body && jsonOf(body);
  return place === undefined || json === undefined ? [] : [taken(place.replace(/\/schema$/, ''), json.value)];
}

/** The compiler refuses the requests that the validators refuse; a pattern is beyond it. */
function takenRequest(operation: OperationId, body: Body | undefined): readonly string[] {
  const violations = validateRequestBody(operation, body && jsonOf(body)?.value);
  const isWrong = violations.some(({ keyword }) => keyword !== 'pattern');
  return takenBody(bodySchema(operation), body).map(line => (isWrong ? `// @ts-expect-error\n${line}` : line));
}

/** Every body of a simulated run whose type is known: of requests, responses and deliveries. */
async function takenInRun(dialect: Dialect): Promise<readonly string[]> {
  const run = await simulateRun({ run: 'types', seed: 7, scenarios: SCENARIOS, suites: [], orders: 60, dialect });
  const calls = run.exchanges.flatMap(({ operation, request, response }) => {
    if (operation === undefined) return [];
    const id = operation as OperationId;
    return [...takenRequest(id, request.body), ...takenBody(bodySchema(id, response?.status ?? 0), response?.body)];
  });
  return [...calls, ...run.deliveries.flatMap(({ body }) => takenBody('/components/schemas/WebhookEvent', body))];
}

/** What the compiler says of statements about the types of the service. */
function complaints(statements: Iterable<string>): readonly string[] {
  const file = join(newFolder(), 'program.ts');
  const types = fileURLToPath(new URL('./generated/service.d.ts', import.meta.url));
  const head = [
    `import type { components, paths } from '${types}';`,
    // The types list fields, and take others: a type parameter does so even for a literal.
    'declare function take<Type>(): <const Value extends Type>(value: Value) => void;',
  ];
  writeFileSync(file, [...head, ...new Set(statements)].join('\n'));
  const program = ts.createProgram([file], {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, skipLibCheck: true },
  });
  return ts.getPreEmitDiagnostics(program).map(({ start = 0, messageText }) => {
    const line = program.getSourceFile(file)?.text.slice(start).split('\n')[0];
    return `${ts.flattenDiagnosticMessageText(messageText, ' ')} ${line}`;
  });
}

test('The types take every example of the contract, and all that is said in a run', async () => {
  const examples = [...walk(service())].flatMap(({ pointer, value }) => {
    const [, place] = /^(.*)\/(?:example|examples\/\w+\/value)$/.exec(pointer) ?? [];
    return place === undefined ? [] : [taken(place, value)];
  });
  expect(examples.length).toBeGreaterThan(15);
  const said = (await Promise.all(DIALECTS.map(takenInRun))).flat();
  expect(said.filter(line => line.startsWith('//')).length).toBeGreaterThan(50);
  expect(complaints([...examples, ...said])).toEqual([]);
});

type Schemas = components['schemas'];
type Step = Schemas['SimulateRequest'];
type Refusal = paths['/v1/onramp/orders/{id}']['get']['responses']['4XX']['content']['application/json'];
type Signature = webhooks['disbursement.completed']['post']['parameters']['header'];

// The run above has other wrong steps.
test.each([
  // @ts-expect-error: it belongs to deposit_detected
  { event: 'wrong_chain', received_amount: '1' } satisfies Step,
  // @ts-expect-error: amounts are strings
  { event: 'deposit_detected', received_amount: 1 } satisfies Step,
])('What the types refuse %j is refused by the validators too', step => {
  expect(validateRequestBody('simulateCollectionOrder', step)).toHaveLength(1);
});

test('The types refuse a null for an absent value, a list for an object, and a webhook without a name', () => {
  const metadata: Schemas['OnrampOrder']['metadata'] = { any: { thing: [1] } };
  const account: Schemas['OnrampOrder']['account'] = null;
  // @ts-expect-error: only an order may be without an account
  const record: Schemas['AccountRecord'] = account;
  // @ts-expect-error: metadata is an object
  const list: typeof metadata = [];
  const named: keyof webhooks = 'disbursement.completed';
  // @ts-expect-error: it stands for events, and is the name of none
  const other: keyof webhooks = 'transition';
  expect([record, list, named, other]).not.toContain(undefined);
});

test('What the types refuse is an error of any form as one of the four', () => {
  const refusal: Refusal = '<html>';
  // @ts-expect-error: it may be the answer of a gateway
  const error: Schemas['OnrampError'] = refusal;
  expect(isObject(error)).toBe(false);
});

test('What the types refuse is a delivery signed in another header than one that ends in -Signature', () => {
  const signed: Signature = { 'Acme-Signature': 't=1763640000,v1=00' };
  // @ts-expect-error: no such header
  const unsigned: Signature = { 'Acme-Digest': 'sha-256=00' };
  expect(signed).not.toEqual(unsigned);
});
