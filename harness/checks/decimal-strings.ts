import { briefly, walk } from '../core/json.ts';
import { bodies, isFreeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

const MONEY = /(?:^|_)(?:amount|rate)$|[a-z](?:Amount|Rate)$/;
const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Wire conventions: amounts and rates are decimal strings, in answers and webhooks alike. */
export const decimalStrings: Check = {
  id: 'decimal-strings',
  title: 'amounts and rates are decimal strings',
  kind: 'safety',
  requirements: ['wire.decimal-strings', 'version.stable-shapes'],
  *judge(view) {
    for (const { id, source, value } of bodies(view)) {
      for (const { pointer, key, value: found } of walk(value)) {
        if (key === undefined || !MONEY.test(key) || isFreeForm(pointer)) continue;
        if (typeof found === 'string' && DECIMAL.test(found)) {
          for (const requirement of decimalStrings.requirements) yield pass(requirement, id);
        } else if (typeof found === 'string' || typeof found === 'number') {
          for (const requirement of decimalStrings.requirements) {
            yield breach({
              requirement,
              cause: `${source} ${key} ${typeof found}`,
              message: `${key} of ${source === 'webhook' ? 'a webhook' : source} is not a decimal string`,
              expected: 'a decimal string such as "1500.00"',
              received: `${briefly(found)} at ${pointer}`,
              ...(typeof found === 'number' && {
                likely: 'the amount is held as a floating-point number, which loses money',
              }),
              evidence: [id],
            });
          }
        }
      }
    }
  },
};
