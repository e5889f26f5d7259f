import { isObject, type Json, pointerOf, walk } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { fieldNames } from '../../contract/operations.ts';
import { bodies, isFreeForm, snakeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

/**
 * Words in camelCase, PascalCase or kebab-case. Not `USD`, `Tron`, `0xAb12` or `evt_01HX`: the keys of a table may be
 * codes, names and ids.
 */
const JOINED = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$|^(?:[A-Z][a-z0-9]+){2,}$|^[a-z]+(?:-[a-z]+)+$/;
/** Names in snake_case, and reserved names of a format: `_links`, `$schema` or `@type`. */
const ALLOWED = /^(?:[a-z0-9_]*|[_$@].*)$/;

/** Wire conventions: field names are snake_case, in responses and webhooks. */
export const snakeCase: Check = {
  id: 'snake-case',
  title: 'Field names are snake_case',
  kind: 'safety',
  requirements: ['wire.snake-case'],
  *judge(view) {
    const seen = [...bodies(view)];
    const beside = once(() => namesBeside(seen.map(({ value }) => value)));
    const judged = seen.map(body => ({ ...body, wrong: misspelt(body.value, beside) }));
    for (const { id, isPreview, wrong } of judged)
      if (wrong.length === 0 && !isPreview) yield pass('wire.snake-case', id);
    const odd = judged.filter(({ wrong }) => wrong.length > 0);
    // A serializer without the rule misspells every name, which is one finding for everything that it writes.
    for (const [of, own] of Map.groupBy(odd, ({ source }) => source)) {
      const source = of === 'webhook' ? 'a webhook' : of;
      const names = namesIn(own.flatMap(({ wrong }) => wrong));
      for (const { id, isPreview, wrong } of own) {
        const here = namesIn(wrong);
        yield breach({
          requirement: 'wire.snake-case',
          ...(isPreview && { severity: 'advice' }),
          cause: source,
          message: `${source} has ${plural(names.length, 'field')} not in snake_case: ${listed(names)}`,
          expected: listed(here.map(snakeForm)),
          received: `${listed(here)}, the first at ${wrong[0]?.pointer}`,
          differences: wrong
            .slice(0, MOST_NAMES)
            .map(({ pointer: at, key }) => ({ at, expected: snakeForm(key), received: key })),
          likely: 'a serializer without the naming rule',
          evidence: [id],
        });
      }
    }
  },
};

function namesIn(wrong: readonly Misspelt[]): readonly string[] {
  return [...new Set(wrong.map(({ key }) => key))];
}

/** How many names a finding lists. */
const MOST_NAMES = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

interface Misspelt {
  readonly pointer: string;
  readonly key: string;
}

/** The names of a body that break the rule, outside free-form objects. */
function misspelt(body: Json, beside: () => NamesBeside): readonly Misspelt[] {
  return [...walk(body)].flatMap(({ pointer, value }) => {
    if (!isObject(value) || isFreeForm(`${pointer}/`)) return [];
    const names = Object.keys(value);
    return names
      .filter(key => JOINED.test(key) || (!ALLOWED.test(key) && isField(key, names, pointer === '', beside)))
      .map(key => ({ pointer: pointer + pointerOf(key), key }));
  });
}

/**
 * Whether a misspelled name is a field, and not a key of a table: the contract has the field and another field of the
 * object, or the service has the snake_case form beside a name that also stands beside this one.
 */
function isField(key: string, names: readonly string[], isRoot: boolean, beside: () => NamesBeside): boolean {
  const others = names.filter(name => name !== key);
  const name = snakeForm(key);
  if (isDocumented(name))
    return isRoot || others.some(other => isDocumented(snakeForm(other)) || /^[a-z0-9]+_/.test(other));
  return others.some(other => beside().get(name)?.has(other) === true);
}

/** Whether the contract has a field of this name, with or without a trailing number. */
function isDocumented(name: string): boolean {
  const { all } = fieldNames();
  return all.has(name) || all.has(name.replace(/_?\d+$/, ''));
}

/** For each snake_case name, the names beside it in the service's own objects. */
type NamesBeside = ReadonlyMap<string, ReadonlySet<string>>;

function namesBeside(values: readonly Json[]): NamesBeside {
  const beside = new Map<string, Set<string>>();
  for (const value of values)
    for (const { pointer, value: inner } of walk(value)) {
      if (!isObject(inner) || isFreeForm(`${pointer}/`)) continue;
      const names = Object.keys(inner).filter(name => ALLOWED.test(name));
      for (const name of names) beside.set(name, new Set([...(beside.get(name) ?? []), ...names]));
    }
  return beside;
}
