import { walk } from '../core/json.ts';
import { plural } from '../core/plural.ts';
import { bodies, isFreeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

/**
 * Words joined as camelCase, PascalCase or kebab-case join them. Not `USD`, `Tron`, `0xAb12` or `evt_01HX`: a table may
 * have codes, names and ids as its keys.
 */
const NOT_SNAKE_CASE = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$|^(?:[A-Z][a-z0-9]+){2,}$|^[a-z]+(?:-[a-z]+)+$/;

/** Wire conventions: field names are snake_case, in responses and webhooks. */
export const snakeCase: Check = {
  id: 'snake-case',
  title: 'Field names are snake_case',
  kind: 'safety',
  requirements: ['wire.snake-case'],
  *judge(view) {
    const sightings: Sighting[] = [];
    for (const { id, source, value } of bodies(view)) {
      const wrong = [...walk(value)].flatMap(({ pointer, key }) =>
        key !== undefined && NOT_SNAKE_CASE.test(key) && !isFreeForm(pointer) ? [{ pointer, key }] : [],
      );
      const names = [...new Set(wrong.map(({ key }) => key))];
      if (wrong.length === 0) yield pass('wire.snake-case', id);
      else sightings.push({ id, source: source === 'webhook' ? 'a webhook' : source, names, wrong });
    }
    // A serializer without the rule spells every name wrong: one finding for everything that it writes.
    for (const [source, own] of Map.groupBy(sightings, ({ source: from }) => from)) {
      const names = [...new Set(own.flatMap(({ names: of }) => of))];
      for (const { id, names: here, wrong } of own) {
        yield breach({
          requirement: 'wire.snake-case',
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

/** A body with names that break the rule. */
interface Sighting {
  readonly id: string;
  readonly source: string;
  readonly names: readonly string[];
  /** Where each of them is. */
  readonly wrong: readonly { readonly pointer: string; readonly key: string }[];
}

/** How many names a finding lists. */
const MOST_NAMES = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function snakeForm(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
