import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { asAdvice } from '../advice.ts';
import { BARE_ORDER, ORDER } from './answers.ts';
import type { Expect } from './expect.ts';
import {
  AMOUNTS,
  amountProblems,
  breachOf,
  breachOfMember,
  camel,
  member,
  memberProblems,
  type Problem,
  unwrap,
} from './problem.ts';

/** Judges the order of a result. A result without an order is judged elsewhere. */
function ofOrder(judge: (order: JsonObject) => readonly Problem[]): Expect {
  return result => {
    const order = result.kind === 'value' ? unwrap(result.value, 'id') : undefined;
    return order === undefined ? [] : judge(order);
  };
}

/** Expects that an order and its nested account keep every field (Resources). */
export const orderFields = ofOrder(order => {
  const { metadata: _, ...texts } = BARE_ORDER;
  return [
    ...textProblems('onramp.fields', 'an order', texts, order),
    ...metadataProblems(member(order, 'metadata')),
    ...accountProblems(member(order, 'account')),
  ];
});

/**
 * Expects that unlisted values come through. A replacement such as `UNKNOWN` is only advice: nothing else is lost.
 * @param sent members of the order @param ofAccount members of its nested account
 */
export const openValues = (
  sent: { readonly [name: string]: string },
  ofAccount: { readonly [name: string]: string },
): Expect =>
  ofOrder(order => {
    const account = member(order, 'account');
    return [
      ...textProblems('onramp.fields', 'an order', sent, order),
      ...(isObject(account) ? textProblems('account.fields', 'a nested account', ofAccount, account) : []),
    ].map(problem => (problem.cause.startsWith('lost-') ? problem : asAdvice(problem, OTHER_TEXT)));
  });

/** Expects an order without a nested account. */
export const noAccount = ofOrder(order => {
  if ((member(order, 'account') ?? null) === null) return [];
  const does = 'returns a nested account although none was sent';
  return [breachOf('onramp.account-optional', 'invented-account', does, 'no account, or null')];
});

const OTHER_TEXT = 'a value no longer compares as text with that of the service';

function accountProblems(account: Json | undefined): readonly Problem[] {
  if (!isObject(account))
    return [breachOf('account.fields', 'lost-account', 'loses the nested account', 'the account record that was sent')];
  return [
    ...textProblems('account.fields', 'a nested account', ORDER.account, account),
    ...amountProblems('amount', ORDER.account.amount, member(account, 'amount')),
  ];
}

function textProblems(
  requirement: string,
  of: string,
  sent: { readonly [name: string]: string },
  given: JsonObject,
): readonly Problem[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    const value = member(given, name);
    const likely = 'its model of the answer lacks the field or misinterprets it';
    if (value === undefined || value === null)
      return [breachOfMember(requirement, `lost-${name}`, `loses ${name} of ${of}`, [name, wanted, value], likely)];
    // `valueWith` and `amountProblems` compare amounts by their value.
    if (AMOUNTS.has(name)) return [];
    const does = `returns a different ${name} of ${of}`;
    const problems = memberProblems(requirement, [`other-${name}`, does], [name, wanted, value], likely);
    return isRespelled(String(value), wanted) ? problems.map(problem => asAdvice(problem, OTHER_TEXT)) : problems;
  });
}

/** Whether two texts differ only in case, or are one time in two notations. Enumerations and clocks change these. */
function isRespelled(given: string, wanted: string): boolean {
  return given.toLowerCase() === wanted.toLowerCase() || Date.parse(given) === Date.parse(wanted);
}

function metadataProblems(given: Json | undefined): readonly Problem[] {
  const wanted = BARE_ORDER.metadata;
  if (isDeepStrictEqual(given, wanted)) return [];
  const renamed = isDeepStrictEqual(inCamelCase(given), inCamelCase(wanted));
  const likely = renamed
    ? 'it renames the members of metadata, which belong to the customer'
    : 'it expects one form of metadata, which is free-form';
  const does = 'does not keep the metadata of an order';
  const problem = breachOf('onramp.metadata', 'other-metadata', does, JSON.stringify(wanted), likely);
  return [renamed ? asAdvice(problem, 'customers find the members of their metadata under other names') : problem];
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), inCamelCase(item)]));
}
