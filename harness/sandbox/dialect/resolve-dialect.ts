import { Ajv2020 } from 'ajv/dist/2020.js';
import { HarnessError } from '../../base/errors.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import { isJsonObject } from '../json.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { isKey, type Key } from './key.ts';
import { DELIVERY_KEYS } from './keys/delivery-keys.ts';
import { REPLY_KEYS } from './keys/reply-keys.ts';
import { STEP_KEYS } from './keys/step-keys.ts';

/**
 * The dialect: every decision that the specification leaves open. INTERFACE defines the documented keys. The first
 * choice of a key is its default, and any combination of choices is a conformant service. A seed draws the keys in this
 * order.
 */
export const DIALECT_KEYS = {
  ...STEP_KEYS,
  ...DELIVERY_KEYS,
  ...REPLY_KEYS,
} as const;

type Resolved<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Key<infer T> ? T : Resolved<Table[Name]>;
};

/** A dialect in which every key has a value. */
export type SandboxDialect = Resolved<typeof DIALECT_KEYS>;

// A key is compiled on first use, because most dialects set few. Schemas are not validated: compiling the meta-schema
// takes longer than compiling the keys.
const ajv = new Ajv2020({ $data: true, validateSchema: false });

/** Fills in the defaults; ignores unknown keys. @throws HarnessError `dialect-invalid` (usage), with all problems */
export function resolveDialect(dialect: Dialect = {}): SandboxDialect {
  const problems: string[] = [];
  const resolved = resolve(DIALECT_KEYS, dialect, '', problems) as SandboxDialect;
  if (problems.length === 0) problems.push(...creditProblems(resolved));
  if (problems.length === 0) return resolved;
  throw new HarnessError('dialect-invalid', 'usage', `the sandbox cannot speak this dialect: ${problems.join('; ')}`, {
    expected: 'the keys of the dialect file, each optional',
  });
}

function resolve(table: object, given: unknown, path: string, problems: string[]): object {
  if (!isJsonObject(given)) problems.push(`${path} is ${JSON.stringify(given)}, not an object`);
  const values = isJsonObject(given) ? given : {};
  const entries = Object.entries(table).map(([name, node]: [string, object]) => {
    const value = values[name];
    const place = path === '' ? name : `${path}.${name}`;
    if (!isKey(node)) return [name, resolve(node, value ?? {}, place, problems)];
    if (value === undefined) return [name, node.choices[0]];
    const isValid = ajv.validate(node.schema, value);
    if (!isValid) problems.push(`${place} is ${JSON.stringify(value)}, not ${node.schema.description}`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Whether a value is valid for a key of the dialect. */
export function isValueOf({ schema }: Key<unknown>, value: unknown): boolean {
  return ajv.validate(schema, value);
}

function creditProblems({ eventTypes, otherEvents, unrelated }: SandboxDialect): string[] {
  const causing = EVENTS.filter(event => [eventTypes[event]].flat().includes(COMPLETED)).join(', ');
  const credits = EVENTS.filter(event => LIFECYCLE[event].credits).join(', ');
  return [
    ...(causing === credits ? [] : [`${COMPLETED} is caused by ${causing || 'no step'}, not by ${credits} alone`]),
    ...(otherEvents.includes(COMPLETED) ? [`otherEvents includes ${COMPLETED}`] : []),
    ...(unrelated.types.includes(COMPLETED) ? [`unrelated.types includes ${COMPLETED}`] : []),
  ];
}

/** Draws a dialect: `pick` picks one choice of every key. Every drawn dialect is conformant. */
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
