import { isObject } from '../../base/json.ts';
import { canonicalJson } from './canonical-json.ts';
import { BUILD, type Statement } from './statement.ts';

/** One place where a recomputed statement differs, by its JSON Pointer. */
export interface StatementDifference {
  readonly at: string;
  /** What the given statement says; absent where it has nothing there. */
  readonly expected?: unknown;
  /** What the judgement of the record says. */
  readonly received?: unknown;
}

/** Where a statement differs from the recomputed one. Which build judged does not count. */
export function differencesOf(given: unknown, recomputed: Statement): readonly StatementDifference[] {
  return [...differences('', withoutBuild(given), withoutBuild(recomputed))];
}

/** A statement without the resource that names its build. */
function withoutBuild(statement: unknown): unknown {
  return JSON.parse(canonicalJson(statement), (key, value: unknown) =>
    key === 'configuration' && Array.isArray(value) ? value.filter(one => !isBuild(one)) : value,
  );
}

function isBuild(value: unknown): boolean {
  return isObject(value) && value.name === BUILD;
}

function* differences(at: string, expected: unknown, received: unknown): Generator<StatementDifference> {
  if (canonicalJson(expected) === canonicalJson(received)) return;
  const [before, after] = [membersOf(expected), membersOf(received)];
  if (!before || !after || Array.isArray(expected) !== Array.isArray(received)) {
    yield { at, ...(expected !== undefined && { expected }), ...(received !== undefined && { received }) };
    return;
  }
  for (const key of new Set([...before.keys(), ...after.keys()]))
    yield* differences(`${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, before.get(key), after.get(key));
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}
