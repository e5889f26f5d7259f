import { inside, toCamelCase } from './edits.ts';
import type { Faults } from './fault.ts';
import { onOk } from './reply-hooks.ts';

/** Faults of field names (Wire conventions: snake_case). */
export const NAME_FAULTS: Faults = {
  'enquiry-camel-case': {
    requirement: 'wire.snake-case',
    summary: 'A resolved enquiry has camelCase fields.',
    hooks: onOk('enquiry', toCamelCase),
  },
  'onramp-camel-case': {
    requirement: 'wire.snake-case',
    summary: 'An onramp order has camelCase fields.',
    hooks: onOk('onramp', toCamelCase),
  },
  'account-camel-case': {
    requirement: 'wire.snake-case',
    summary: 'A nested account has camelCase fields.',
    hooks: onOk('onramp', inside('account', toCamelCase)),
  },
  'simulate-camel-case': {
    requirement: 'wire.snake-case',
    summary: 'The reply to simulate has camelCase fields.',
    hooks: onOk('simulate', toCamelCase),
  },
  'webhook-camel-case': {
    requirement: 'wire.snake-case',
    summary: 'Webhooks have camelCase fields.',
    hooks: { eventBody: toCamelCase },
    alsoIntermittent: true,
  },
};
