import { isKeyless } from '../evidence/condition.ts';
import type { Exchange } from '../evidence/evidence.ts';

/**
 * Whether a scenario showed nothing because the service refused every call that carried the key, with 401 or 403.
 *
 * @param exchanges those of the scenario
 */
export function refusedThroughout(exchanges: readonly Exchange[]): boolean {
  return areRefused(exchanges.filter(({ condition }) => !isKeyless(condition)));
}

/** Whether exchanges have answers, and each is a refusal of the key: 401 or 403. */
export function areRefused(exchanges: readonly Exchange[]): boolean {
  const statuses = exchanges.flatMap(({ response }) => response?.status ?? []);
  return statuses.length > 0 && statuses.every(status => status === 401 || status === 403);
}
