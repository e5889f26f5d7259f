import type { Json, JsonObject } from '../json.ts';
import { FIXTURES } from '../sandbox-options.ts';
import { type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { beside, change, type Edit, everywhere, inside, mapMembers, onBody, onOk, stepShowsOrder } from './hooks.ts';

/** Selects about a fifth of all bodies, deterministically. */
const isOneInFive = (body: JsonObject) =>
  [...JSON.stringify(body)].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 5 === 2;

/** An amount or a rate of an onramp order that is written in another form. @param is how it differs, in words */
function written(field: string, is: string, write: (value: Json) => Json): readonly [string, FaultHooks] {
  return [`The ${field.replace('_', ' ')} of an onramp order ${is}.`, onOk('onramp', change(field, write))];
}

/** Amounts and rates in webhooks with undocumented names, each beside a documented one. */
const NUMBERS: { readonly [words: string]: readonly [summary: string, add: Edit] } = {
  'usd-amount': ['An amount in USD', beside('amount', amount => ({ amount_usd: Math.round(Number(amount)) }))],
  total: ['The sum of two amounts', beside('amount', amount => ({ fee: '1.51', total: Number(amount) + 1.51 }))],
  price: ['A price that is the rate', beside('rate', rate => ({ price: Number(rate) }))],
};

/** Faults of amounts and rates (Wire conventions). */
export const MONEY_FAULTS: Faults = {
  'onramp.amounts': {
    'amount-as-number': [...written('source_amount', 'is a JSON number', Number), { alsoIntermittent: true }],
    'rate-as-number': written('quoted_rate', 'is a JSON number', Number),
    'amount-in-exponent-form': written('destination_amount', 'has an exponent', value => Number(value).toExponential()),
    'amount-with-thousands-separator': written('source_amount', 'has a thousands separator', value => `1,${value}`),
    'amount-with-currency': written('source_amount', 'includes its currency', value => `NGN ${value}`),
    'amount-with-decimal-comma': written('destination_amount', 'has a decimal comma', value =>
      String(value).replace('.', ','),
    ),
  },
  'onramp.converts': {
    'onramp-rate-inverse-mixed': [
      'The amount of one onramp order is divided by the rate, and that of others multiplied.',
      onOk('onramp', order =>
        order.id === FIXTURES.onrampOrderIds[0] ? change('destination_amount', divided(order))(order) : undefined,
      ),
      { alsoIntermittent: true },
    ],
  },
  'account.amount': {
    'account-amount-as-number': [
      'The amount of a nested account is a JSON number.',
      onOk('onramp', inside('account', change('amount', Number))),
    ],
  },
  'simulate.received-amount': {
    'received-amount-as-floating-point': [
      'A received_amount of more digits than a floating-point number holds is shown as the nearest one.',
      showingReceived(text => (/^\d{16}/.test(text) ? String(Number(text)) : undefined)),
    ],
    'received-amount-in-32-bits': [
      'A received_amount is shown as the nearest floating-point number of 32 bits.',
      showingReceived(text => (/^0\.\d/.test(text) ? String(Math.fround(Number(text))) : undefined)),
    ],
    'received-amount-kept': [
      'Webhooks of an order that received what was due show the received_amount of an earlier order.',
      { eventBody: everywhere(keepingReceived()) },
    ],
  },
  'wire.decimal-strings': {
    'webhook-amount-as-number': [
      'Amounts in webhooks are JSON numbers.',
      { eventBody: everyAmount(Number) },
      { alsoIntermittent: true },
    ],
    'webhook-amount-with-thousands-separator': [
      'Amounts in webhooks have a thousands separator.',
      { eventBody: everyAmount(value => `1,${value}`) },
    ],
    ...faultsOf(NUMBERS, (words, [summary, add]) => [
      `webhook-${words}-as-number`,
      [`${summary} is a JSON number in webhooks.`, { eventBody: everywhere(add) }],
    ]),
    'webhook-fee-as-number': [
      'A fee is a JSON number in webhooks, and a decimal string in the reply to simulate.',
      { eventBody: everywhere(beside('amount', () => ({ fee: 1.5 }))) },
      {
        setup: onOk(
          'simulate',
          beside('amount', () => ({ fee: '1.50' })),
        ),
        breaks: stepShowsOrder,
      },
    ],
    'webhook-sometimes-as-number': [
      'An amount that no name shows is a JSON number in some webhooks, and a decimal string in most.',
      { eventBody: body => ({ ...body, settlement: { paid: isOneInFive(body) ? 1.5 : '1.50' } }) },
    ],
    'received-amount-with-exponent': [
      'A received_amount that is very small is written with an exponent.',
      showingReceived(text => (/e/.test(String(Number(text))) ? String(Number(text)) : undefined)),
    ],
    'received-number-as-number': [
      'A received_amount that the call names as a JSON number is one in webhooks.',
      { eventBody: everywhere(change('received_amount', text => (text === '1.5' ? 1.5 : undefined))) },
      {
        setup: onBody('simulate', body =>
          typeof body.received_amount === 'number'
            ? { ...body, received_amount: `${body.received_amount}` }
            : undefined,
        ),
      },
    ],
    'webhook-fraction-as-number': [
      'A fee is a JSON number in webhooks, and nothing shows that it is an amount.',
      { eventBody: everywhere(beside('amount', () => ({ fee: 1.5 }))) },
      { advises: true },
    ],
    'onramp-amounts-as-numbers': [
      'An onramp order has a list of amounts that are JSON numbers.',
      onOk(
        'onramp',
        beside('source_amount', amount => ({ amounts: [Number(amount)] })),
      ),
    ],
    'preview-amount-as-number': [
      'Amounts of preview routes are JSON numbers.',
      onOk('preview', everywhere(change('source_amount', Number))),
      { advises: true },
    ],
    'simulate-amount-as-number': [
      'Amounts in the reply to simulate are JSON numbers.',
      onOk('simulate', everyAmount(Number)),
      { breaks: stepShowsOrder },
    ],
  },
};

/** Changes received_amount in webhooks and answers. */
function showingReceived(write: (text: string) => string | undefined): FaultHooks {
  const show = change('received_amount', value => (typeof value === 'string' ? write(value) : undefined));
  return { ...onOk('simulate', show), eventBody: everywhere(show) };
}

/** Adds the last received_amount to objects with another amount. */
function keepingReceived(): Edit {
  let kept: Json | undefined;
  return body => {
    kept = body.received_amount ?? kept;
    return body.amount === undefined || kept === undefined ? undefined : { ...body, received_amount: kept };
  };
}

/** Rewrites every amount and rate of a collection order, at any depth. */
function everyAmount(write: (value: Json) => Json) {
  return (body: JsonObject) =>
    mapMembers(body, (name, value) => [name, /^(payout_|received_)?amount$|^rate$/.test(name) ? write(value) : value]);
}

function divided({ source_amount, quoted_rate }: JsonObject): string {
  return (Number(source_amount) / Number(quoted_rate)).toFixed(6);
}
