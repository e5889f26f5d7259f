import { DELIVERY_KEYS } from './keys/delivery-keys.ts';
import { EVENT_KEYS } from './keys/event-keys.ts';
import { LATER_KEYS } from './keys/later-keys.ts';
import { REPLY_KEYS } from './keys/reply-keys.ts';
import { RULE_KEYS } from './keys/rule-keys.ts';
import { SIMULATE_KEYS } from './keys/simulate-keys.ts';

/**
 * The dialect: every decision that the specification leaves open. The documented keys of the dialect file (INTERFACE)
 * have their meaning there. The first choice of a key is its default, and any combination of the choices is a
 * conformant service. Their order is the order in which a seed draws them.
 */
export const DIALECT_KEYS = {
  ...EVENT_KEYS,
  ...SIMULATE_KEYS,
  ...DELIVERY_KEYS,
  ...REPLY_KEYS,
  ...RULE_KEYS,
  ...LATER_KEYS,
} as const;
