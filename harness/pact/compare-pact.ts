import { type Finding, findingId } from '../checks/judge.ts';
import { service } from '../contract/service.ts';
import { object } from '../contract/source.ts';
import { messageOf } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { bodyFields } from './body-place.ts';
import { remarksOn } from './comparator.ts';
import { type Difference, differenceOf, type Interaction, unlistedField } from './difference-of.ts';
import { messageDifferences } from './message-differences.ts';
import { type PactFile, readPact, unreadable } from './read-pact.ts';

/**
 * Compares a pact with openapi/service.yaml, without running anything: what it asks for that the contract does not
 * promise is a breach; what the specification leaves open, and all that is said of the preview routes, is advice.
 *
 * @param file path of the pact
 * @returns findings as the checks give them; `evidence` names the places in the pact
 * @throws HarnessError `pact-unreadable` (usage)
 */
export async function comparePact(file: string): Promise<readonly Finding[]> {
  return comparePactWith(readPact(file), service());
}

/** The same for a pact that is read already, and a contract: the tests change both. */
export async function comparePactWith({ name, pact }: PactFile, contract: JsonObject): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  const interactions = interactionsOf(pact);
  const remarks = await Array.fromAsync(remarksOn({ ...pact, interactions }, contract)).catch((thrown: unknown) => {
    throw unreadable(name, messageOf(thrown), thrown);
  });
  for (const remark of remarks) {
    const { location = '' } = remark.mockDetails ?? {};
    const position = Number(/interactions\[(\d+)\]/.exec(location)?.[1] ?? -1);
    const difference = differenceOf(remark, asInteraction(interactions[position]));
    if (difference) note(findings, difference, `${name}: ${location.replace('[root].', '')}`);
  }
  for (const [position, value] of interactions.entries()) {
    for (const difference of sentDifferences(asInteraction(value), object(value))) {
      note(findings, difference, `${name}: interactions[${position}].request.body`);
    }
  }
  for (const { at, message } of messagesOf(pact)) {
    for (const difference of messageDifferences(message)) note(findings, difference, `${name}: ${at}`);
  }
  return [...findings.values()];
}

function note(findings: Map<string, Finding>, difference: Difference, place: string): void {
  const key = JSON.stringify(['pact', difference.requirement, difference.message, difference.severity]);
  const known = findings.get(key);
  findings.set(key, {
    id: findingId(key),
    check: 'pact',
    ...difference,
    ...(difference.severity === 'breach' && { next: 'change the SDK, and let its tests write the pact again' }),
    count: (known?.count ?? 0) + 1,
    evidence: [...(known?.evidence ?? []), place],
  });
}

function interactionsOf(pact: JsonObject): readonly unknown[] {
  return Array.isArray(pact.interactions) ? pact.interactions : [];
}

function asInteraction(value: unknown): Interaction {
  const { description, request, response } = object(value);
  const { method, path } = object(request);
  return {
    description: String(description ?? ''),
    method: String(method ?? 'GET').toUpperCase(),
    path: String(path ?? ''),
    status: Number(object(response).status ?? 200),
  };
}

/**
 * Fields of a request that the contract does not list: to the comparator every object of a request is open. What is to
 * end in an error may be wrong on purpose.
 */
function sentDifferences(interaction: Interaction, { request }: JsonObject): readonly Difference[] {
  const { body } = object(request);
  const sent = isObject(body) && 'content' in body ? body.content : body;
  if (!isObject(sent) || interaction.status >= 400) return [];
  const place = { interaction: 0, side: 'request', part: 'body', tokens: [] } as const;
  const fields = bodyFields(interaction, place);
  return Object.keys(sent)
    .filter(field => !fields.includes(field))
    .flatMap(field => unlistedField(field, sent, interaction, place) ?? []);
}

/** Messages: in version 3 they stand in a list of their own, in version 4 among the interactions. */
function messagesOf(pact: JsonObject) {
  const listed = Array.isArray(pact.messages) ? pact.messages : [];
  const among = interactionsOf(pact).map((value, index) => ({ value, at: `interactions[${index}]` }));
  return [...listed.map((value, index) => ({ value, at: `messages[${index}]` })), ...among]
    .filter(({ value, at }) => at.startsWith('messages') || object(value).type === 'Asynchronous/Messages')
    .map(({ value, at }) => {
      const { description, contents, metadata, metaData } = object(value);
      const inner = isObject(contents) && 'content' in contents ? contents.content : contents;
      return {
        at,
        message: { description: String(description ?? ''), contents: inner, metadata: object(metadata ?? metaData) },
      };
    });
}
