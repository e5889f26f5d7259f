import { COMPLETED, type Dialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { DIALECT } from '../dialect.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import type { Key } from './key.ts';

type Resolved<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Key<infer T> ? T : Resolved<Table[Name]>;
};

/** A dialect with every key decided. */
export type SandboxDialect = Resolved<typeof DIALECT>;

/** Fills in the defaults. Keys that are not ours are left alone. @throws HarnessError `dialect-invalid` (usage) */
export function resolveDialect(dialect: Dialect = {}): SandboxDialect {
  const problems: string[] = [];
  const resolved = resolve(DIALECT, dialect, '', problems) as unknown as SandboxDialect;
  if (problems.length === 0) problems.push(...unsound(resolved));
  if (problems.length === 0) return resolved;
  throw new HarnessError('dialect-invalid', 'usage', `the sandbox cannot speak this dialect: ${problems.join('; ')}`, {
    expected: 'the keys of the dialect file, each optional',
  });
}

function resolve(table: object, given: unknown, path: string, problems: string[]): JsonObject {
  if (!isJsonObject(given)) problems.push(`${path} is ${JSON.stringify(given)}, not an object`);
  const values: JsonObject = isJsonObject(given) ? given : {};
  return Object.fromEntries(
    Object.entries(table).map(([name, node]: [string, object]) => {
      const value = values[name];
      const here = path === '' ? name : `${path}.${name}`;
      if (!isKey(node)) return [name, resolve(node, value ?? {}, here, problems)];
      if (value === undefined) return [name, node.default];
      if (!node.fits(value)) problems.push(`${here} is ${JSON.stringify(value)}, not ${node.form}`);
      return [name, value];
    }),
  );
}

function isKey(node: object): node is Key<JsonObject> {
  return 'fits' in node;
}

function unsound({ eventTypes, otherEvents }: SandboxDialect): string[] {
  const causing = EVENTS.filter(event => [eventTypes[event]].flat().includes(COMPLETED)).join(', ');
  const credits = EVENTS.filter(event => LIFECYCLE[event].credits).join(', ');
  return [
    ...(causing === credits ? [] : [`${COMPLETED} is caused by ${causing || 'no step'}, not by ${credits} alone`]),
    ...(otherEvents.includes(COMPLETED) ? [`otherEvents includes ${COMPLETED}`] : []),
  ];
}
