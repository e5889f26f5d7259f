import { briefly, walk } from '../core/json.ts';
import { bodies, isFreeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

const MONEY = /(?:^|_)(?:amount|rate)$|[a-z](?:Amount|Rate)$/;
const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Wire conventions: amounts and rates are decimal strings, in answers and webhooks alike; Versioning: and stay so. */
export const decimalStrings: Check = {
  id: 'decimal-strings',
  title: 'amounts and rates are decimal strings, every time',
  kind: 'safety',
  requirements: ['wire.decimal-strings', 'version.stable-shapes'],
  *judge(view) {
    const sound = new Set<string>();
    for (const { id, source, value } of bodies(view)) {
      for (const { pointer, key, value: found } of walk(value)) {
        if (key === undefined || !MONEY.test(key) || isFreeForm(pointer)) continue;
        if (typeof found !== 'string' && typeof found !== 'number') continue;
        const place = `${source} ${pointer}`;
        if (typeof found === 'string' && DECIMAL.test(found)) {
          sound.add(place);
          yield pass('wire.decimal-strings', id);
          yield pass('version.stable-shapes', id);
          continue;
        }
        yield breach({
          requirement: 'wire.decimal-strings',
          // A field that came in its right shape before has changed it, which is worse than one that never had it.
          ...(sound.has(place) && { also: ['version.stable-shapes'] }),
          cause: `${source} ${key} ${typeof found}`,
          message: `${key} of ${source === 'webhook' ? 'a webhook' : source} is not a decimal string`,
          expected: 'a decimal string such as "1500.00"',
          received: `${briefly(found)} at ${pointer}${sound.has(place) ? ', where other answers have one' : ''}`,
          ...(typeof found === 'number' && {
            likely: 'the amount is held as a floating-point number, which loses money',
          }),
          evidence: [id],
        });
      }
    }
  },
};
