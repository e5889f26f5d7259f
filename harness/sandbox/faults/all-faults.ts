import { ACCESS_FAULTS } from './access-faults.ts';
import { DELIVERY_FAULTS } from './delivery-faults.ts';
import { ERROR_FAULTS } from './error-faults.ts';
import { EVENT_FAULTS } from './event-faults.ts';
import type { Fault } from './fault.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { IDENTITY_FAULTS } from './identity-faults.ts';
import { MONEY_FAULTS } from './money-faults.ts';
import { NAME_FAULTS } from './name-faults.ts';
import { RESPONSE_FAULTS } from './response-faults.ts';
import { SIGNATURE_FAULTS } from './signature-faults.ts';
import { STEP_FAULTS } from './step-faults.ts';

/** Every fault, in the order in which they are listed. */
export const ALL_FAULTS: readonly Fault[] = [
  ...SIGNATURE_FAULTS,
  ...DELIVERY_FAULTS,
  ...EVENT_FAULTS,
  ...STEP_FAULTS,
  ...MONEY_FAULTS,
  ...NAME_FAULTS,
  ...FIELD_FAULTS,
  ...ERROR_FAULTS,
  ...ACCESS_FAULTS,
  ...IDENTITY_FAULTS,
  ...RESPONSE_FAULTS,
];
