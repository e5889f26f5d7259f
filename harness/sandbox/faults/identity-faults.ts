import type { Json, JsonObject } from '../json.ts';
import { FIXTURES } from '../sandbox-options.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { change, inside, onBody, onOk, onReply, succeeded } from './hooks.ts';

/** Faults in which account or order a reply is about (Resolve a bank account, Get an onramp order). */
export const IDENTITY_FAULTS: Faults = {
  'onramp.readable-by-id': {
    'onramp-answers-another-order': [
      'The id of the onramp order is not the requested one.',
      onOk('onramp', change('id', otherThan(...FIXTURES.onrampOrderIds))),
      { alsoIntermittent: true },
    ],
    'onramp-read-fails': [
      'An onramp order that exists is answered 500.',
      onReply(succeeded('onramp'), () => ({ status: 500, body: { code: 'internal_error', message: 'No session.' } })),
      { alsoIntermittent: true },
    ],
    'onramp-id-by-prefix': [
      'An onramp order is returned for the beginning of its id.',
      lookingUp((asked, id) => asked.length > id.length / 2 && id.startsWith(asked)),
    ],
    'onramp-id-by-beginning': [
      'An onramp order is returned for any id that begins with its own.',
      lookingUp((asked, id) => asked !== id && asked.startsWith(id)),
    ],
    'onramp-id-by-sql-pattern': [
      'An onramp order is returned for a pattern of SQL that matches its id.',
      lookingUp((asked, id) => /[%_]$/.test(asked) && id.startsWith(asked.slice(0, -1))),
    ],
    'onramp-id-by-glob': [
      'An onramp order is returned for a glob that matches its id.',
      lookingUp((asked, id) => asked.endsWith('*') && id.startsWith(asked.slice(0, -1))),
    ],
    'onramp-id-cut-at-nul': [
      'An onramp order is returned for its id with a NUL after it.',
      lookingUp((asked, id) => asked === `${id}\0`),
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
    'enquiry-account-by-prefix': [
      'An account is resolved for the beginning of its number.',
      resolving((asked, number) => asked.length > 5 && number.startsWith(asked)),
    ],
    'enquiry-account-by-beginning': [
      'An account is resolved for any number that begins with its own.',
      resolving((asked, number) => asked !== number && asked.startsWith(number)),
    ],
    'enquiry-account-at-any-bank': [
      'An account is resolved for its number at another bank, as that of its own bank.',
      onBody('enquiry', body => {
        const known = FIXTURES.accounts.find(({ accountNumber }) => accountNumber === body.account_number);
        const isOther = typeof body.bank_code === 'string' && body.bank_code.trim() !== '';
        return known && isOther ? { ...body, bank_code: known.bankCode } : undefined;
      }),
    ],
    'enquiry-account-by-pattern': [
      'An account is resolved for a pattern that matches its number.',
      resolving((asked, number) => /[%_*]$/.test(asked) && number.startsWith(asked.slice(0, -1))),
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
    'enquiry-holder-of-each-call': [
      'Each enquiry about an account names another holder.',
      ofEachCall('account_name'),
      { alsoIntermittent: true },
    ],
    'enquiry-ignores-bank': ['An account is resolved for its number at any bank, as if that had it.', ignoringBank()],
    'enquiry-bank-of-each-call': ['Each enquiry about an account names another bank.', ofEachCall('bank_name')],
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

/** Replaces a value by the first of two texts, or the first text by the second. */
function otherThan(first: string, second: string) {
  return (value: unknown) => (value === first ? second : first);
}

/** Replaces a name in a verified account by a different one in each reply. */
function ofEachCall(name: string): FaultHooks {
  return {
    reply: (reply, call) =>
      onOk('enquiry', inside('data', change(name, `NAME ${call.requestId}`))).reply?.(reply, call),
  };
}

/** Finds an account by its number alone, like a cache whose key lacks the bank. */
function ignoringBank(): FaultHooks {
  const asked = new Map<string, Json>();
  return {
    requestBody: (body, { route, requestId }) => {
      const known = FIXTURES.accounts.find(({ accountNumber }) => accountNumber === body.account_number);
      const { bank_code } = body;
      if (route !== 'enquiry' || !known || typeof bank_code !== 'string' || bank_code.trim() === '') return undefined;
      asked.set(requestId, bank_code);
      return { ...body, bank_code: known.bankCode };
    },
    reply: (reply, call) => {
      const code = asked.get(call.requestId);
      asked.delete(call.requestId);
      return code === undefined
        ? undefined
        : onOk('enquiry', inside('data', change('bank_code', code))).reply?.(reply, call);
    },
  };
}

/** Completes a name enquiry that lacks exactly one field to one about the first account. */
function filling(missing: string, given: string): FaultHooks {
  const [account] = FIXTURES.accounts;
  return onBody('enquiry', body =>
    body[missing] === undefined && body[given] !== undefined
      ? { account_number: account.accountNumber, bank_code: account.bankCode }
      : undefined,
  );
}

/** Finds onramp orders by other ids. */
function lookingUp(finds: (asked: string, id: string) => boolean): FaultHooks {
  const prefix = '/v1/onramp/orders/';
  return {
    path: path => {
      if (!path.startsWith(prefix)) return undefined;
      const asked = path.slice(prefix.length);
      const id = FIXTURES.onrampOrderIds.find(known => known !== asked && finds(asked, known));
      return id === undefined ? undefined : prefix + id;
    },
  };
}

/** Finds accounts by other numbers. */
function resolving(finds: (asked: string, number: string) => boolean): FaultHooks {
  return onBody('enquiry', body => {
    const { account_number: asked } = body;
    if (typeof asked !== 'string') return undefined;
    const found = FIXTURES.accounts.find(
      account => account.accountNumber !== asked && finds(asked, account.accountNumber),
    );
    return found && { ...body, account_number: found.accountNumber };
  });
}
