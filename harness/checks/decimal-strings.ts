import { isDecimalString } from '../contract/validate.ts';
import { briefly, isScalar, walk } from '../core/json.ts';
import type { View } from '../core/view.ts';
import { bodies, isFreeForm } from './bodies.ts';
import { breach, type Check, pass } from './check.ts';

/** Names of amounts and rates: `amount`, `quoted_rate`, `sourceAmount`, `amount_received`. */
const MONEY = new RegExp(
  '(?:^|_)(?:amount|rate)$|[a-z](?:Amount|Rate)$|' +
    '(?:^|_)amount_(?:received|expected|due|paid|sent|settled|net|gross|total)$',
);
/** The end of a pointer to an amount that stands beside its currency: `{ value, currency }`. */
const VALUE_OF_MONEY = /(?<=\/)(?:\w+_)?(?:amount|rate)\/value$|(?<=\/)\w*[a-z](?:Amount|Rate)\/value$/;

/** Wire conventions: amounts and rates are decimal strings, in responses and webhooks. Versioning: they stay so. */
export const decimalStrings: Check = {
  id: 'decimal-strings',
  title: 'Amounts and rates are always decimal strings',
  kind: 'safety',
  requirements: ['wire.decimal-strings', 'version.stable-shapes'],
  *judge(view) {
    const seen = [...amounts(view)];
    const sound = Map.groupBy(
      seen.filter(({ found }) => isDecimalString(found)),
      ({ place }) => place,
    );
    for (const { id, source, key, pointer, place, found } of seen) {
      if (isDecimalString(found)) {
        yield pass('wire.decimal-strings', id);
        yield pass('version.stable-shapes', id);
        continue;
      }
      const changes = sound.get(place)?.some(other => other.id !== id) ?? false;
      yield breach({
        requirement: 'wire.decimal-strings',
        // A field that has the right shape elsewhere changes its shape, which is worse than a wrong one.
        ...(changes && { also: ['version.stable-shapes'] }),
        cause: `${source} ${key} ${typeof found}`,
        message: `${key} of ${source === 'webhook' ? 'a webhook' : source} is not a decimal string`,
        expected: 'a decimal string such as "1500.00"',
        received: `${briefly(found)} at ${pointer}${changes ? '; other responses have one there' : ''}`,
        differences: [{ at: pointer, expected: 'a decimal string', received: briefly(found) }],
        ...(typeof found !== 'string' && {
          likely: 'the amount is written as a JSON number, which most parsers read as floating point',
        }),
        evidence: [id],
      });
    }
  },
};

/** Every amount and rate, with its place in bodies of its kind. */
function* amounts(view: View) {
  for (const { id, source, value } of bodies(view)) {
    for (const { pointer, key, value: found } of walk(value)) {
      const name = key !== undefined && MONEY.test(key) ? key : VALUE_OF_MONEY.exec(pointer)?.[0];
      if (name === undefined || isFreeForm(pointer) || !isScalar(found)) continue;
      yield { id, source, key: name, pointer, place: `${source} ${pointer}`, found };
    }
  }
}
