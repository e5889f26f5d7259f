import type { Dialect } from '../../evidence/dialect.ts';
import type { Change } from '../../facts/drift.ts';
import { isKey, type Key } from '../../sandbox/dialect/key.ts';
import { DIALECT_KEYS, isValueOf } from '../../sandbox/dialect/resolve-dialect.ts';
import type { Observed } from './observed.ts';
import { type DialectRow, TWIN_KEYS } from './twin-keys.ts';

/** The whole dialect in a record, as a dialect file. */
export interface TwinDialect extends Dialect {
  /** The run that it was read from. Evidence ids belong to its record. */
  readonly observed: { readonly run: string; readonly at: string };
  /**
   * By key (`retry.firstMs`): how often the value was seen, out of how many, and where; or `assumed` if nothing showed
   * it. An assumed key has no value here, so that no target has to follow it. Neither has a value that the sandbox does
   * not support, which is marked `not modelled`.
   */
  readonly evidence: { readonly [key: string]: string };
  /** Observed behaviour that the twin lacks, by gap. Absent if it was not determined. */
  readonly notModelled?: NotModelled;
}

/** What a twin does differently from the original: by gap, each difference in words. */
export interface NotModelled {
  readonly [gap: string]: readonly Pick<Change, 'condition' | 'what'>[];
}

/** Reads the whole dialect of an observed service. */
export function twinDialect(observed: Observed): TwinDialect {
  const { run, at } = observed.evidence.run;
  const evidence: { [key: string]: string } = {};
  const valueAt = (path: string, key: Key<unknown>, row: DialectRow) => {
    const reading = typeof row === 'function' ? row(observed) : undefined;
    const isTold = reading !== undefined && isValueOf(key, reading.value);
    const seen = reading && `${reading.seen} of ${reading.of}: ${reading.ids.join(', ')}`;
    evidence[path] = seen === undefined ? 'assumed' : isTold ? seen : `not modelled, ${seen}`;
    return isTold ? reading.value : undefined;
  };
  /** The observed members of a table of keys. `rows` has a reader at the path of each key. */
  const read = (keys: object, rows: object, path: string): object => {
    const members = Object.entries(keys).flatMap(([name, node]: [string, object]) => {
      const row = Reflect.get(rows, name);
      const value = isKey(node) ? valueAt(path + name, node, row) : read(node, row, `${path}${name}.`);
      const isEmpty = value === undefined || (!isKey(node) && Object.keys(value as object).length === 0);
      return isEmpty ? [] : [[name, value]];
    });
    return Object.fromEntries(members);
  };
  const dialect = read(DIALECT_KEYS, TWIN_KEYS, '');
  // The twin has one layout of webhooks. Runs with this dialect read all layouts.
  const { layouts } = observed.dialect;
  return { observed: { run, at: new Date(at).toISOString() }, ...dialect, ...(layouts && { layouts }), evidence };
}
