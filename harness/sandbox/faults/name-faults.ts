import { inside, onOk, toCamelCase } from './edits.ts';
import type { Fault } from './fault.ts';

/** Faults of field names (Wire conventions: snake_case). */
export const NAME_FAULTS: readonly Fault[] = [
  {
    name: 'enquiry-camel-case',
    requirement: 'wire.snake-case',
    summary: 'A resolved enquiry has camelCase fields.',
    hooks: onOk('enquiry', toCamelCase),
  },
  {
    name: 'onramp-camel-case',
    requirement: 'wire.snake-case',
    summary: 'An onramp order has camelCase fields.',
    hooks: onOk('onramp', toCamelCase),
  },
  {
    name: 'account-camel-case',
    requirement: 'wire.snake-case',
    summary: 'A nested account has camelCase fields.',
    hooks: onOk('onramp', inside('account', toCamelCase)),
  },
  {
    name: 'simulate-camel-case',
    requirement: 'wire.snake-case',
    summary: 'The answer to a simulated step has camelCase fields.',
    hooks: onOk('simulate', toCamelCase),
  },
  {
    name: 'webhook-camel-case',
    requirement: 'wire.snake-case',
    summary: 'Webhooks have camelCase fields.',
    hooks: { composed: toCamelCase },
    listedIntermittent: true,
  },
];
