import { FIXTURES } from '../fixtures.ts';
import type { JsonObject } from '../json/json.ts';
import { change, inside } from './edits.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { onOk, onReply, succeeded } from './reply-hooks.ts';

/** Faults of which account or order a reply is about (Resolve a bank account, Get an onramp order). */
export const IDENTITY_FAULTS: Faults = {
  'onramp.readable-by-id': {
    'onramp-answers-another-order': [
      'The id of the onramp order is not the requested one.',
      onOk('onramp', change('id', otherThan(...FIXTURES.onrampOrderIds))),
      { alsoIntermittent: true },
    ],
    'onramp-mixes-orders': [
      'Some reads of an onramp order return the order of another customer.',
      onReply(
        // Depends on the request-id, so that reads of one order differ without state.
        (reply, call) => succeeded('onramp')(reply, call) && (call.requestId.at(-1)?.charCodeAt(0) ?? 0) % 2 === 0,
        ({ body }) => ({ body: { ...(body as JsonObject), customer_id: 'cus_other' } }),
      ),
    ],
  },
  'onramp.account-optional': {
    'onramp-without-account-not-found': [
      'An onramp order without an account is not found.',
      onReply(succeeded('onramp'), ({ body }) =>
        (body as JsonObject).account
          ? undefined
          : { status: 404, body: { code: 'not_found', message: 'No onramp order has this id.' } },
      ),
    ],
  },
  'enquiry.same-account': {
    'enquiry-answers-another-account': [
      'The account number of the verified account is not the requested one.',
      onOk('enquiry', inside('data', change('account_number', otherThan('0123456789', '9876543210')))),
      { alsoIntermittent: true },
    ],
    'enquiry-answers-another-bank': [
      'The bank code of the verified account is not the requested one.',
      onOk('enquiry', inside('data', change('bank_code', otherThan('044', '058')))),
    ],
  },
  'enquiry.resolves': {
    'enquiry-never-resolves': [
      'An account that exists is answered 400.',
      onReply(succeeded('enquiry'), () => ({
        status: 400,
        body: { code: 'account_not_found', error: 'No such account.', status: false },
      })),
    ],
  },
  'enquiry.account-number-required': {
    'enquiry-without-account-number-resolves': [
      'A name enquiry without account_number is resolved.',
      filling('account_number', 'bank_code'),
    ],
  },
  'enquiry.bank-code-required': {
    'enquiry-without-bank-code-resolves': [
      'A name enquiry without bank_code is resolved.',
      filling('bank_code', 'account_number'),
    ],
  },
};

/** Replaces a value by the first of two texts, or the first by the second. */
function otherThan(first: string, second: string) {
  return (value: unknown) => (value === first ? second : first);
}

/** Completes a name enquiry that lacks one field, and only that field, to one about the first account. */
function filling(missing: string, given: string): FaultHooks {
  const [account] = FIXTURES.accounts;
  return {
    requestBody: (body, { route }) =>
      route === 'enquiry' && body[missing] === undefined && body[given] !== undefined
        ? { account_number: account.accountNumber, bank_code: account.bankCode }
        : undefined,
  };
}
