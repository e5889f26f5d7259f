import type { Dialect } from '../../evidence/dialect.ts';
import { DIALECT_KEYS } from './dialect-keys.ts';
import { isKey } from './key.ts';

/** Draws a dialect: `pick` picks one choice of every key. Every dialect that can be drawn is conformant. */
export function drawDialect(pick: <T>(choices: readonly T[]) => T): Dialect {
  return draw(DIALECT_KEYS, pick);
}

function draw(table: object, pick: <T>(choices: readonly T[]) => T): Dialect {
  const entries = Object.entries(table).map(([name, node]: [string, object]) => [
    name,
    isKey(node) ? pick(node.choices) : draw(node, pick),
  ]);
  return Object.fromEntries(entries);
}
