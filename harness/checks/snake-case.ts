import { walk } from '../core/json.ts';
import { bodies, isFreeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

/**
 * Words joined as camelCase, PascalCase or kebab-case join them. Not `USD`, `Tron`, `0xAb12` or `evt_01HX`: a table may
 * have codes, names and ids as its keys.
 */
const NOT_SNAKE_CASE = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$|^(?:[A-Z][a-z0-9]+){2,}$|^[a-z]+(?:-[a-z]+)+$/;

/** Wire conventions: field names are snake_case, in answers and webhooks alike. */
export const snakeCase: Check = {
  id: 'snake-case',
  title: 'field names are snake_case',
  kind: 'safety',
  requirements: ['wire.snake-case'],
  *judge(view) {
    for (const { id, source, value } of bodies(view)) {
      let sound = true;
      for (const { pointer, key } of walk(value)) {
        if (key === undefined || !NOT_SNAKE_CASE.test(key) || isFreeForm(pointer)) continue;
        sound = false;
        yield breach({
          requirement: 'wire.snake-case',
          cause: `${source} ${key}`,
          message: `a field of ${source === 'webhook' ? 'a webhook' : source} is not named in snake_case`,
          expected: snakeForm(key),
          received: `${key} at ${pointer}`,
          likely: 'a serializer that was not told the naming rule',
          evidence: [id],
        });
      }
      if (sound) yield pass('wire.snake-case', id);
    }
  },
};

function snakeForm(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
