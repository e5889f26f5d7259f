import type { Dialect } from '../../evidence/dialect.ts';
import { isKey, type Key } from '../../sandbox/dialect/key.ts';
import { DIALECT_KEYS, isValueOf } from '../../sandbox/dialect/resolve-dialect.ts';
import type { Observed } from './observed.ts';
import type { TwinDifference } from './parity.ts';
import { type Assumed, type Reader, TWIN_KEYS } from './twin-keys.ts';

/** The whole dialect that a record shows, as a dialect file. */
export interface TwinDialect extends Dialect {
  /** The run that it was read from: evidence is in its record. */
  readonly observed: { readonly run: string; readonly at: string };
  /**
   * By key, dotted (`retry.firstMs`): how often the value was seen, of how many times, and where; or `assumed`, where
   * nothing showed it. A key that is assumed has no value here, so that no target is held to it; neither has one whose
   * value the sandbox cannot be told, which begins with `not modelled`.
   */
  readonly evidence: { readonly [key: string]: string };
  /** What was observed and the twin does not do, by gap. Absent where it was not looked for. */
  readonly notModelled?: NotModelled;
}

/** What a twin does not do as the original: by gap, each difference in words. */
export interface NotModelled {
  readonly [gap: string]: readonly Pick<TwinDifference, 'condition' | 'what'>[];
}

/** Reads the whole dialect from what was observed. */
export function twinDialect(observed: Observed): TwinDialect {
  const { run, at } = observed.evidence.run;
  const evidence: { [key: string]: string } = {};
  const dialect = read(DIALECT_KEYS, TWIN_KEYS, '', (path, key, row) => {
    const reading = typeof row === 'function' ? row(observed) : undefined;
    const isTold = reading !== undefined && isValueOf(key, reading.value);
    const seen = reading && `${reading.seen} of ${reading.of}: ${reading.ids.join(', ')}`;
    evidence[path] = seen === undefined ? 'assumed' : isTold ? seen : `not modelled, ${seen}`;
    return isTold ? reading.value : undefined;
  });
  // The twin has one layout of webhooks. A run that is held to the dialect reads all of them.
  const { layouts } = observed.dialect;
  return { observed: { run, at: new Date(at).toISOString() }, ...dialect, ...(layouts && { layouts }), evidence };
}

type DialectRow = Reader | Assumed;

/** The observed members of a table of keys, whose rows stand at the same places in the other table. */
function read(
  keys: object,
  rows: object,
  path: string,
  valueAt: (path: string, key: Key<unknown>, row: DialectRow) => unknown,
): object {
  const members = Object.entries(keys).flatMap(([name, node]: [string, object]) => {
    const row = Reflect.get(rows, name);
    const value = isKey(node) ? valueAt(path + name, node, row) : read(node, row, `${path}${name}.`, valueAt);
    const isEmpty = value === undefined || (!isKey(node) && Object.keys(value as object).length === 0);
    return isEmpty ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}
