import type { Dialect } from '../../core/dialect.ts';
import { DIALECT } from '../dialect.ts';
import type { Key } from './key.ts';

/**
 * Draws a dialect: for every key one of its choices, as `pick` says. The same picks draw the same dialect, and every
 * dialect that can be drawn is sound: it breaks no requirement.
 */
export function drawDialect(pick: <T>(choices: readonly T[]) => T): Dialect {
  return draw(DIALECT, pick) as Dialect;
}

function draw(table: object, pick: <T>(choices: readonly T[]) => T): object {
  const entries = Object.entries(table).map(([name, node]: [string, object]) => [
    name,
    'choices' in node ? pick((node as Key<unknown>).choices) : draw(node, pick),
  ]);
  return Object.fromEntries(entries);
}
