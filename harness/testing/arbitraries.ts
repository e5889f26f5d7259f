import fc from 'fast-check';
import type { Dialect } from '../evidence/dialect.ts';
import { drawDialect } from '../sandbox/dialect/resolve-dialect.ts';

/**
 * Any conforming dialect of the sandbox. Each key is drawn independently and shrinks towards its default. Defaults are
 * omitted, so that a counterexample shows only the keys that matter.
 */
export function dialects(): fc.Arbitrary<Dialect> {
  const sizes: number[] = [];
  drawDialect(choices => {
    sizes.push(choices.length);
    return choices[0] as never;
  });
  return fc.tuple(...sizes.map(size => fc.noBias(fc.nat(size - 1)))).map(turns => {
    let key = 0;
    const drawn = drawDialect(choices => {
      const turn = turns[key++] ?? 0;
      return (turn === 0 ? undefined : choices[turn]) as never;
    });
    return withoutEmpty(JSON.parse(JSON.stringify(drawn)) as Dialect);
  });
}

/** Omits groups in which every key has its default. */
function withoutEmpty(dialect: Dialect): Dialect {
  return Object.fromEntries(
    Object.entries(dialect).filter(([, value]) => typeof value !== 'object' || Object.keys(value as object).length > 0),
  );
}
