import type { Json, JsonObject } from '../json/json.ts';
import { change, inside, mapMembers } from './edits.ts';
import type { Faults } from './fault.ts';
import { onOk } from './reply-hooks.ts';

const writeOnramp = (field: string, write: (value: Json) => Json) => onOk('onramp', change(field, write));

/** Faults of amounts and rates (Wire conventions). */
export const MONEY_FAULTS: Faults = {
  'amount-as-number': {
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order is a JSON number.',
    hooks: writeOnramp('source_amount', Number),
    alsoIntermittent: true,
  },
  'rate-as-number': {
    requirement: 'onramp.amounts',
    summary: 'The quoted rate of an onramp order is a JSON number.',
    hooks: writeOnramp('quoted_rate', Number),
  },
  'amount-in-exponent-form': {
    requirement: 'onramp.amounts',
    summary: 'The destination amount of an onramp order has an exponent.',
    hooks: writeOnramp('destination_amount', value => Number(value).toExponential()),
  },
  'amount-with-thousands-separator': {
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order has a thousands separator.',
    hooks: writeOnramp('source_amount', value => `1,${value}`),
  },
  'amount-with-currency': {
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order includes its currency.',
    hooks: writeOnramp('source_amount', value => `NGN ${value}`),
  },
  'amount-with-decimal-comma': {
    requirement: 'onramp.amounts',
    summary: 'The destination amount of an onramp order has a decimal comma.',
    hooks: writeOnramp('destination_amount', value => String(value).replace('.', ',')),
  },
  'account-amount-as-number': {
    requirement: 'account.amount',
    summary: 'The amount of a nested account is a JSON number.',
    hooks: onOk('onramp', inside('account', change('amount', Number))),
  },
  'webhook-amount-as-number': {
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in webhooks are JSON numbers.',
    hooks: { eventBody: everyAmount(Number) },
    alsoIntermittent: true,
  },
  'webhook-amount-with-thousands-separator': {
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in webhooks have a thousands separator.',
    hooks: { eventBody: everyAmount(value => `1,${value}`) },
  },
  'simulate-amount-as-number': {
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in the reply to simulate are JSON numbers.',
    hooks: onOk('simulate', everyAmount(Number)),
  },
};

/** Rewrites every amount and rate of a collection order, at any depth. */
function everyAmount(write: (value: Json) => Json) {
  return (body: JsonObject) =>
    mapMembers(body, (name, value) => [name, /^(payout_|received_)?amount$|^rate$/.test(name) ? write(value) : value]);
}
