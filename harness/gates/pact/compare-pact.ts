import { readFileSync } from 'node:fs';
import { HarnessError, messageOf } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { object, service } from '../../contract/service.ts';
import { type Finding, findingId } from '../../judgement/checks/judge.ts';
import { contentOf, differenceOf, type PactDifference, type Remark, sentDifferences } from './difference-of.ts';

const SIGNATURE = /(^|,)\s*t=[^,]+.*,\s*v1=|(^|,)\s*v1=[^,]+.*,\s*t=/;

/** The differences of a message that is no JSON object or has no signature header. The rest is unspecified. */
function* messageDifferences(message: JsonObject): Generator<PactDifference> {
  const description = String(message.description ?? '');
  const metadata = object(message.metadata ?? message.metaData);
  const contents = contentOf(message.contents);
  if (!isObject(contents)) {
    yield {
      requirement: 'event.id',
      severity: 'breach',
      message: `the contents of "${description}" are not a JSON object, so they cannot hold an event id`,
      expected: 'a JSON object',
      received: contents === undefined ? 'nothing' : typeof contents,
    };
  }
  if (Object.values(metadata).some(value => typeof value === 'string' && SIGNATURE.test(value))) return;
  yield {
    requirement: 'signature.header',
    severity: 'advice',
    message: `the metadata of "${description}" names no signature header`,
    expected: 'a header with t and v1, as every delivery carries',
    received: Object.keys(metadata).join(', ') || 'nothing',
    likely: 'the SDK verifies signatures elsewhere, and its pact does not say so',
  };
}

/**
 * Compares a pact with openapi/service.yaml. Expecting what the contract does not promise is a breach; expecting what
 * the specification leaves open is advice. @returns findings; `evidence` names the places in the pact
 * @throws HarnessError `pact-unreadable` (usage)
 */
export async function comparePact(file: string): Promise<readonly Finding[]> {
  const pact = readPact(file);
  const findings = new Map<string, Finding>();
  const interactions = Array.isArray(pact.interactions) ? pact.interactions : [];
  const remarks = await Array.fromAsync(remarksOn({ ...pact, interactions })).catch((thrown: unknown) => {
    throw unreadable(file, messageOf(thrown), thrown);
  });
  for (const remark of remarks) {
    const difference = differenceOf(remark, interactions);
    const at = remark.mockDetails?.location.replace('[root].', '');
    if (difference) note(findings, difference, `${file}: ${at}`);
  }
  for (const [position, value] of interactions.entries()) {
    for (const difference of sentDifferences(object(value))) {
      note(findings, difference, `${file}: interactions[${position}].request.body`);
    }
  }
  for (const [at, message] of messagesOf(pact)) {
    for (const difference of messageDifferences(message)) note(findings, difference, `${file}: ${at}`);
  }
  return [...findings.values()];
}

function note(findings: Map<string, Finding>, difference: PactDifference, place: string): void {
  const key = JSON.stringify(['pact', difference.requirement, difference.message, difference.severity]);
  const known = findings.get(key);
  findings.set(key, {
    id: findingId(key),
    check: 'pact',
    ...difference,
    ...(difference.severity === 'breach' && { next: 'change the SDK, and generate the pact again with its tests' }),
    count: (known?.count ?? 0) + 1,
    evidence: [...(known?.evidence ?? []), place],
  });
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

/** Messages and their places. Version 3 lists them separately; version 4 lists them among the interactions. */
function messagesOf(pact: JsonObject): readonly (readonly [at: string, message: JsonObject])[] {
  const among = list(pact.interactions).map((message, index) => [`interactions[${index}]`, message] as const);
  return [
    ...list(pact.messages).map((message, index) => [`messages[${index}]`, message] as const),
    ...among.filter(([, { type }]) => type === 'Asynchronous/Messages'),
  ];
}

/** Reads a pact of any version. @throws HarnessError `pact-unreadable` (usage) */
function readPact(file: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw unreadable(file, messageOf(cause), cause);
  }
  if (!isObject(value)) throw unreadable(file, 'JSON that is not an object');
  const { interactions, messages } = value;
  if (!Array.isArray(interactions) && !Array.isArray(messages)) throw unreadable(file, 'no interactions in it');
  return value;
}

function unreadable(file: string, received: string, cause?: unknown): HarnessError {
  return new HarnessError('pact-unreadable', 'usage', `${file} cannot be read as a pact`, {
    received,
    expected: 'the JSON that a Pact library writes, with interactions in it',
    next: 'give the file itself, as it stands in the folder that the SDK’s tests write their pacts to',
    ...(cause !== undefined && { cause }),
  });
}

/** The exports of the package. Its own declarations lack file extensions and do not resolve here. */
interface Package {
  readonly Comparator: new (options: { readonly oas: JsonObject }) => { compare(pact: object): AsyncIterable<Remark> };
}

/** Every remark on a pact. The comparator is loaded at the first call. @throws its `ParserError` */
async function* remarksOn(pact: object): AsyncGenerator<Remark> {
  const loaded: object = await import('@pactflow/openapi-pact-comparator');
  const { Comparator } = loaded as Package;
  // The comparator resolves references in the document itself, so it gets a copy.
  const oas = JSON.parse(JSON.stringify(service()), specified);
  yield* new Comparator({ oas }).compare(pact);
}

/** Replaces a schema that also allows an open body by the specified one. */
function specified(_key: string, value: unknown): unknown {
  const [first, other] = Object(value).anyOf ?? [];
  return other?.$ref === '#/components/schemas/Open' ? first : value;
}
