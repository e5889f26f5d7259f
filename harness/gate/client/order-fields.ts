import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { BARE_ORDER, NESTED } from './answers.ts';
import { camel, type Expect, type Got, got, member, unwrap } from './read-result.ts';

/** Amounts are compared as numbers, and by `valueWith`. */
const AMOUNTS: ReadonlySet<string> = new Set(['source_amount', 'destination_amount', 'quoted_rate', 'amount']);

/** Expects that an order keeps every field of its table, and its nested account each of its own (Resources). */
export const orderFields: Expect = result => {
  const order = result.kind === 'value' ? unwrap(result.value, 'id') : undefined;
  if (order === undefined) return [];
  const { metadata: _, ...texts } = BARE_ORDER;
  const account = member(order, 'account');
  return [
    ...textProblems('onramp.fields', 'an order', texts, order),
    ...metadataProblems(member(order, 'metadata')),
    ...(isObject(account) ? textProblems('account.fields', 'a nested account', NESTED, account) : []),
  ];
};

function textProblems(
  requirement: string,
  of: string,
  sent: { readonly [name: string]: string },
  given: JsonObject,
): readonly Got[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    const value = member(given, name);
    const expected = `${name}: ${JSON.stringify(wanted)}`;
    const likely = 'its model of the answer lacks the field, or gives it another meaning';
    if (value === undefined || value === null)
      return [got(requirement, `lost-${name}`, `loses ${name} of ${of}`, expected, likely)];
    if (value === wanted || AMOUNTS.has(name)) return [];
    const other = got(requirement, `other-${name}`, `gives back ${name} of ${of} otherwise than it was sent`, expected);
    return [isRespelled(String(value), wanted) ? { ...other, severity: 'advice' } : { ...other, likely }];
  });
}

/** The same in other letters, or the same moment in another notation: what an enumeration or a clock makes of it. */
function isRespelled(given: string, wanted: string): boolean {
  return given.toLowerCase() === wanted.toLowerCase() || Date.parse(given) === Date.parse(wanted);
}

function metadataProblems(given: Json | undefined): readonly Got[] {
  const wanted = BARE_ORDER.metadata;
  if (isDeepStrictEqual(given, wanted)) return [];
  const sent = JSON.stringify(wanted);
  const problem = got('onramp.metadata', 'other-metadata', 'does not keep the metadata of an order', sent);
  if (!isDeepStrictEqual(inCamelCase(given), inCamelCase(wanted)))
    return [{ ...problem, likely: 'it takes metadata to be of one form: it is free' }];
  return [{ ...problem, severity: 'advice', likely: 'it renames the members of metadata, which are not its own' }];
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), inCamelCase(item)]));
}
