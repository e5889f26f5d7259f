import { inside, toCamelCase } from './edits.ts';
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
    'webhook-camel-case': ['Webhooks have camelCase fields.', { eventBody: toCamelCase }, { alsoIntermittent: true }],
  },
};
