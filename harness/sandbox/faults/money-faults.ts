import type { Json } from '../json/json.ts';
import { change, type Edit, inside, mapMembers, onOk } from './edits.ts';
import type { Fault } from './fault.ts';

/** Faults of amounts and rates (Wire conventions). */
export const MONEY_FAULTS: readonly Fault[] = [
  {
    name: 'amount-as-number',
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order is a JSON number.',
    hooks: onOk('onramp', change('source_amount', Number)),
    listedIntermittent: true,
  },
  {
    name: 'rate-as-number',
    requirement: 'onramp.amounts',
    summary: 'The quoted rate of an onramp order is a JSON number.',
    hooks: onOk('onramp', change('quoted_rate', Number)),
  },
  {
    name: 'amount-in-exponent-form',
    requirement: 'onramp.amounts',
    summary: 'The destination amount of an onramp order is written with an exponent.',
    hooks: onOk(
      'onramp',
      change('destination_amount', value => Number(value).toExponential()),
    ),
  },
  {
    name: 'amount-with-thousands-separator',
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order is written with separators of thousands.',
    hooks: onOk(
      'onramp',
      change('source_amount', value => `1,${value}`),
    ),
  },
  {
    name: 'amount-with-currency',
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order is written with its currency.',
    hooks: onOk(
      'onramp',
      change('source_amount', value => `NGN ${value}`),
    ),
  },
  {
    name: 'amount-with-decimal-comma',
    requirement: 'onramp.amounts',
    summary: 'The destination amount of an onramp order is written with a decimal comma.',
    hooks: onOk(
      'onramp',
      change('destination_amount', value => String(value).replace('.', ',')),
    ),
  },
  {
    name: 'account-amount-as-number',
    requirement: 'account.amount',
    summary: 'The amount of a nested account is a JSON number.',
    hooks: onOk('onramp', inside('account', change('amount', Number))),
  },
  {
    name: 'webhook-amount-as-number',
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in webhooks are JSON numbers.',
    hooks: { composed: everyAmount(Number) },
    listedIntermittent: true,
  },
  {
    name: 'webhook-amount-with-thousands-separator',
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in webhooks are written with separators of thousands.',
    hooks: { composed: everyAmount(value => `1,${value}`) },
  },
  {
    name: 'simulate-amount-as-number',
    requirement: 'wire.decimal-strings',
    summary: 'Amounts in the answer to a simulated step are JSON numbers.',
    hooks: onOk('simulate', everyAmount(Number)),
  },
];

/** Changes every amount and rate of the order that an object tells of, at any depth. */
function everyAmount(write: (value: Json) => Json) {
  return (body: Parameters<Edit>[0]) =>
    mapMembers(body, (name, value) => [name, /^(payout_|received_)?amount$|^rate$/.test(name) ? write(value) : value]);
}
