import { FIXTURES } from '../fixtures.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { change, inside, mapMembers } from './edits.ts';
import type { Faults } from './fault.ts';
import { onOk, stepShowsOrder } from './hooks.ts';

const writeOnramp = (field: string, write: (value: Json) => Json) => onOk('onramp', change(field, write));

/** Faults of amounts and rates (Wire conventions). */
export const MONEY_FAULTS: Faults = {
  'onramp.amounts': {
    'amount-as-number': [
      'The source amount of an onramp order is a JSON number.',
      writeOnramp('source_amount', Number),
      { alsoIntermittent: true },
    ],
    'rate-as-number': ['The quoted rate of an onramp order is a JSON number.', writeOnramp('quoted_rate', Number)],
    'amount-in-exponent-form': [
      'The destination amount of an onramp order has an exponent.',
      writeOnramp('destination_amount', value => Number(value).toExponential()),
    ],
    'amount-with-thousands-separator': [
      'The source amount of an onramp order has a thousands separator.',
      writeOnramp('source_amount', value => `1,${value}`),
    ],
    'amount-with-currency': [
      'The source amount of an onramp order includes its currency.',
      writeOnramp('source_amount', value => `NGN ${value}`),
    ],
    'amount-with-decimal-comma': [
      'The destination amount of an onramp order has a decimal comma.',
      writeOnramp('destination_amount', value => String(value).replace('.', ',')),
    ],
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
    'simulate-amount-as-number': [
      'Amounts in the reply to simulate are JSON numbers.',
      onOk('simulate', everyAmount(Number)),
      { breaks: stepShowsOrder },
    ],
  },
};

/** Rewrites every amount and rate of a collection order, at any depth. */
function everyAmount(write: (value: Json) => Json) {
  return (body: JsonObject) =>
    mapMembers(body, (name, value) => [name, /^(payout_|received_)?amount$|^rate$/.test(name) ? write(value) : value]);
}

function divided({ source_amount, quoted_rate }: JsonObject): string {
  return (Number(source_amount) / Number(quoted_rate)).toFixed(6);
}
