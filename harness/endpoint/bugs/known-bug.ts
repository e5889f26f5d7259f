import type { Parts } from './handler.ts';

/**
 * Bugs that webhook handlers are known to have, by their names, which are stable: what the handler does in a sentence,
 * and wrong handlers that do so. Each is a right one with some parts replaced. Tests gate each of them; where cases
 * fail, the gate puts each in the place of the backend.
 */
export interface Bugs {
  readonly [name: string]: readonly [bug: string, ...ways: readonly Parts[]];
}
