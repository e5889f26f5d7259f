import { KEYLESS } from '../checks/answers.ts';
import type { Evidence } from '../core/evidence.ts';

/**
 * Whether a scenario came to nothing because every call of it that carried the key was turned away with 401 or 403: it
 * was driven, but shows nothing of what it is there for.
 */
export function refusedThroughout({ exchanges }: Pick<Evidence, 'exchanges'>, scenario: string): boolean {
  const statuses = exchanges
    .filter(exchange => exchange.scenario === scenario && !KEYLESS.has(exchange.condition))
    .flatMap(({ response }) => response?.status ?? []);
  return statuses.length > 0 && statuses.every(status => status === 401 || status === 403);
}
