import { header } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Body, Headers } from '../../evidence/evidence.ts';
import { CHOSEN, OTHER_HEADERS } from '../../facts/about/formats.ts';
import { majority, type Reading, shown } from '../../facts/reading.ts';
import { namesOf } from '../../sandbox/dialect/key.ts';
import { ID_FORMS } from '../../sandbox/formats/new-id.ts';
import type { Observed } from './observed.ts';

/** A message of the service: an answer or a delivery. */
export interface ServiceMessage {
  readonly id: string;
  readonly headers: Headers;
  readonly body: Body;
}

/** The value of a header in a message. */
export function headerNamed(name: string): (message: ServiceMessage) => string | undefined {
  return ({ headers }) => header(headers, name);
}

const MOSTLY = 0.9;

/**
 * Headers that nearly every message has with the same value. Values that may identify something become examples.
 * @param others lower-case names of other headers with their own keys
 */
export function constantHeaders(
  messages: readonly ServiceMessage[],
  others: readonly string[] = [],
): Reading<{ readonly [name: string]: string }> | undefined {
  const sent = messages.flatMap(({ headers }) => headers);
  const byName = Map.groupBy(sent, ([name]) => name.toLowerCase());
  const without = new Set([...OTHER_HEADERS, 'content-type', ...others]);
  const kept = [...byName].flatMap(([name, own]): (readonly [string, string])[] => {
    const [first] = own;
    if (first === undefined || without.has(name)) return [];
    if (own.length < MOSTLY * messages.length || !own.every(([, value]) => value === first[1])) return [];
    return [[first[0], exampleOf(name, first[1])]];
  });
  return majority(messages.map(({ id }) => ({ value: Object.fromEntries(kept), id })));
}

function exampleOf(name: string, value: string): string {
  if (CHOSEN.test(name) && /^[\x20-\x7e]*$/.test(value)) return value;
  return /^\d+$/.test(value) ? '1' : 'example';
}

/** Whether a POST with a used key gets the first answer without a second effect. */
export function replay(observed: Observed): Reading<string> | undefined {
  const fired = observed.fact('idempotency.replay', 'its webhook', value => value === 'another webhook');
  if (fired?.value) return { ...fired, value: 'ignored' };
  return observed.fact('idempotency.replay', 'the answer', value =>
    value === 'the first answer again' ? 'same' : 'ignored',
  );
}

/** What another request with a used key gets. */
export function conflict(observed: Observed): Reading<number | string> | undefined {
  return observed.fact('idempotency.conflict', undefined, value => {
    if (typeof value === 'number') return value;
    return value === 'the first answer again' ? 'replayed' : value === 'performed' ? 'performed' : undefined;
  });
}

/** The header that marks a replayed answer; empty if there is none. */
export function replayHeader(observed: Observed): Reading<string> | undefined {
  const words = observed.fact('idempotency.replay', 'headers that mark a replay', value => String(value));
  const [name = ''] = words?.value.split(', ') ?? [];
  const sent = observed.answers.flatMap(({ response }) => response.headers.map(([own]) => own));
  const value = name === 'none' ? '' : (sent.find(own => own.toLowerCase() === name) ?? name);
  return words && { ...words, value };
}

/** The tried sizes of large bodies, and the limit that a refusal of each implies. */
const SIZES = [
  { tried: '16 KiB', allows: 16_384 },
  { tried: '32 KiB', allows: 32_768 },
  { tried: '128 KiB', allows: 65_536 },
] as const;
/** More than any tried size. */
const LARGE = 1_048_576;

/** The largest request body, as far as sizes were tried. */
export function bodyBytes(observed: Observed): Reading<number> | undefined {
  const tried = SIZES.flatMap(({ tried, allows }) => {
    const [fact] = observed.factsAbout('limits.size', tried);
    return fact ? [{ allows, isRefused: fact.value === 413, evidence: fact.evidence }] : [];
  });
  return shown(tried.find(({ isRefused }) => isRefused)?.allows ?? LARGE, tried);
}

/** Whether the preview routes refuse a call without a key. */
export function previewNeedsKey(observed: Observed): Reading<boolean> | undefined {
  return observed.fact('preview.session', 'without-key, the status', value =>
    value === 401 || value === 403 ? true : isOk(Number(value)) ? false : undefined,
  );
}

/** The form of ids in the words of a fact. */
export function idForm(words: unknown): string | undefined {
  // A UUID of any version is closest to version 4.
  const text = String(words).replace(/^UUID.*/, ID_FORMS.uuid());
  const [prefix = ''] = text.split('_ and ');
  return namesOf(ID_FORMS).find(form => ID_FORMS[form](prefix) === text);
}
