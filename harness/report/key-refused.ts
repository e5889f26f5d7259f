import type { Evidence } from '../core/evidence.ts';

/** Operations that require the API key (Authentication). */
const NEEDS_KEY: ReadonlySet<string> = new Set(['resolveBankAccount', 'getOnrampOrder']);

/**
 * Whether every call that carried the key, and asked for what may be there, was turned away: of the operations that
 * require the key, or of all where none of those was called.
 */
export function keyRefused({ exchanges, run }: Evidence): boolean {
  const keyed = exchanges.filter(
    ({ condition }) => condition === undefined || condition === 'known' || condition === 'guessed',
  );
  const locked = keyed.filter(({ operation = '' }) => NEEDS_KEY.has(operation));
  const statuses = (locked.length > 0 ? locked : keyed).flatMap(({ response }) => response?.status ?? []);
  return (
    run.target.kind === 'remote' && statuses.length > 0 && statuses.every(status => status === 401 || status === 403)
  );
}
