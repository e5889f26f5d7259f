import { DELIVERY_FAULTS } from './delivery-faults.ts';
import { EVENT_FAULTS } from './event-faults.ts';
import type { Fault } from './fault.ts';
import { MONEY_FAULTS } from './money-faults.ts';
import { RESPONSE_FAULTS } from './response-faults.ts';
import { SIGNATURE_FAULTS } from './signature-faults.ts';

/** Every fault, in the order in which they are listed. */
export const ALL_FAULTS: readonly Fault[] = [
  ...SIGNATURE_FAULTS,
  ...DELIVERY_FAULTS,
  ...EVENT_FAULTS,
  ...MONEY_FAULTS,
  ...RESPONSE_FAULTS,
];
