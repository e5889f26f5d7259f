import { FIXTURES } from '../fixtures.ts';
import type { JsonObject } from '../json/json.ts';
import { change, inside, onOk } from './edits.ts';
import type { Fault, FaultHooks } from './fault.ts';

/** Faults of what an answer is about (Resolve a bank account, Get an onramp order). */
export const IDENTITY_FAULTS: readonly Fault[] = [
  {
    name: 'onramp-answers-another-order',
    requirement: 'onramp.readable-by-id',
    summary: 'The onramp order that is returned is another than the one asked for.',
    hooks: onOk('onramp', change('id', another(...FIXTURES.onrampOrderIds))),
    listedIntermittent: true,
  },
  {
    name: 'onramp-mixes-orders',
    requirement: 'onramp.readable-by-id',
    summary: 'Some reads of an onramp order return what belongs to another customer.',
    hooks: {
      replied: (reply, call) => {
        // By the request's own id, so that reads of one order differ and no state is kept.
        const mixed = call.requestId.charCodeAt(call.requestId.length - 1) % 2 === 0;
        if (!mixed) return undefined;
        return onOk('onramp', change('customer_id', 'cus_other')).replied?.(reply, call);
      },
    },
  },
  {
    name: 'onramp-without-account-not-found',
    requirement: 'onramp.account-optional',
    summary: 'An onramp order that has no account is not found.',
    hooks: {
      replied: (reply, { route }) => {
        const { account } = (reply.body ?? {}) as JsonObject;
        if (route !== 'onramp' || reply.status !== 200 || (account ?? null) !== null) return undefined;
        return { ...reply, status: 404, body: { code: 'not_found', message: 'No onramp order has this id.' } };
      },
    },
  },
  {
    name: 'enquiry-answers-another-account',
    requirement: 'enquiry.same-account',
    summary: 'The verified account has another account number than the one asked for.',
    hooks: onOk('enquiry', inside('data', change('account_number', another('0123456789', '9876543210')))),
    listedIntermittent: true,
  },
  {
    name: 'enquiry-answers-another-bank',
    requirement: 'enquiry.same-account',
    summary: 'The verified account has another bank code than the one asked for.',
    hooks: onOk('enquiry', inside('data', change('bank_code', another('044', '058')))),
  },
  {
    name: 'enquiry-never-resolves',
    requirement: 'enquiry.resolves',
    summary: 'An account that exists is answered 400.',
    hooks: {
      replied: (reply, { route }) =>
        route === 'enquiry' && reply.status === 200
          ? { ...reply, status: 400, body: { code: 'account_not_found', error: 'No such account.', status: false } }
          : undefined,
    },
  },
  {
    name: 'enquiry-without-account-number-resolves',
    requirement: 'enquiry.account-number-required',
    summary: 'A name enquiry without account_number is resolved.',
    hooks: filling('account_number', 'bank_code'),
  },
  {
    name: 'enquiry-without-bank-code-resolves',
    requirement: 'enquiry.bank-code-required',
    summary: 'A name enquiry without bank_code is resolved.',
    hooks: filling('bank_code', 'account_number'),
  },
];

/** The first of two texts, or the second in the place of the first. */
function another(first: string, second: string) {
  return (value: unknown) => (value === first ? second : first);
}

/** Takes a name enquiry that lacks one field, and that alone, for one about the first account that exists. */
function filling(missing: string, given: string): FaultHooks {
  const [account] = FIXTURES.accounts;
  return {
    asked: (body, { route }) =>
      route === 'enquiry' && body[missing] === undefined && body[given] !== undefined
        ? { account_number: account.accountNumber, bank_code: account.bankCode }
        : undefined,
  };
}
