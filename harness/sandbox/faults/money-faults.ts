import { editField, onOrder } from './edits.ts';
import type { Fault } from './fault.ts';

/** Faults of amounts and rates (Wire conventions). */
export const MONEY_FAULTS: readonly Fault[] = [
  {
    name: 'amount-as-number',
    requirement: 'onramp.amounts',
    summary: 'The source amount of an onramp order is a JSON number.',
    hooks: onOrder(editField('source_amount', Number)),
  },
];
