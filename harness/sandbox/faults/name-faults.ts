import type { JsonObject } from '../json.ts';
import { beside, type Edit, everywhere, inside, mapMembers } from './edits.ts';
import type { Faults } from './fault.ts';
import { onOk, stepShowsOrder } from './hooks.ts';

/** Faults of field names (Wire conventions: snake_case). */
export const NAME_FAULTS: Faults = {
  'wire.snake-case': {
    'enquiry-camel-case': ['A resolved enquiry has camelCase fields.', onOk('enquiry', toCamelCase)],
    'onramp-camel-case': ['An onramp order has camelCase fields.', onOk('onramp', toCamelCase)],
    'account-camel-case': ['A nested account has camelCase fields.', onOk('onramp', inside('account', toCamelCase))],
    'simulate-camel-case': [
      'The reply to simulate has camelCase fields.',
      onOk('simulate', toCamelCase),
      { breaks: stepShowsOrder },
    ],
    'onramp-name-capitalised': ['An onramp order has Status.', onOk('onramp', rename('status', 'Status'))],
    'enquiry-name-in-capitals': [
      'A verified account has ACCOUNT_NAME.',
      onOk('enquiry', inside('data', rename('account_name', 'ACCOUNT_NAME'))),
    ],
    'enquiry-name-with-dot': [
      'A verified account has account.name.',
      onOk('enquiry', inside('data', rename('account_name', 'account.name'))),
    ],
    'webhook-name-with-dash': [
      'Webhooks have amount-2.',
      { eventBody: everywhere(beside('amount', value => ({ 'amount-2': value }))) },
    ],
    'preview-camel-case': ['Preview routes have camelCase fields.', onOk('preview', toCamelCase), { advises: true }],
    'webhook-camel-case': ['Webhooks have camelCase fields.', { eventBody: toCamelCase }, { alsoIntermittent: true }],
  },
};

/** Renames a field. */
function rename(name: string, to: string): Edit {
  return ({ [name]: value, ...rest }) => (value === undefined ? undefined : { ...rest, [to]: value });
}

/** Renames every field, at any depth, to camelCase; undefined where no name changes. */
function toCamelCase(body: JsonObject): JsonObject | undefined {
  const renamed = mapMembers(body, (name, value) => [
    name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  return JSON.stringify(renamed) === JSON.stringify(body) ? undefined : renamed;
}
