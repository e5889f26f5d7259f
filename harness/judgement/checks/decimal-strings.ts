import { countsOf } from '../../base/counts.ts';
import { briefly, isScalar, type Json, tokensOf, walk } from '../../base/json.ts';
import { once, oncePerKey, oncePerObject } from '../../base/once.ts';
import { fieldNames } from '../../contract/operations.ts';
import { isDecimalString } from '../../contract/validate.ts';
import type { View } from '../../evidence/view.ts';
import { bodies, isFreeForm, type ServiceBody, snakeForm } from './bodies.ts';
import { breach, type Check, pass, SEVERAL } from './check.ts';

/** Wire conventions: amounts and rates are decimal strings in responses and webhooks. Versioning: they stay so. */
export const decimalStrings: Check = {
  id: 'decimal-strings',
  title: 'Amounts and rates are always decimal strings',
  kind: 'safety',
  requirements: ['wire.decimal-strings', 'version.stable-shapes'],
  *judge(view) {
    const scalarsOf = [...bodies(view)].map(body => [body, scalarsIn(body.value)] as const);
    const service = whatIsShown(scalarsOf.map(([, scalars]) => scalars));
    const typeOf = typesOfDeliveries(view);
    const placeOf = (body: ServiceBody, pointer: string) => `${body.source} ${typeOf.get(body.id) ?? ''} ${pointer}`;
    const fractions = fractionPlaces(scalarsOf, placeOf);
    const seen = scalarsOf.flatMap(([body, scalars]) =>
      scalars.flatMap(scalar => {
        const { id, source, isPreview } = body;
        const isElsewhere = typeof scalar.found === 'number' && fractions.has(placeOf(body, scalar.pointer));
        const why = judgedAs(scalar, scalars, service) ?? (isElsewhere ? 'named alike' : undefined);
        return why ? [{ ...scalar, id, source, isPreview, why, place: `${source} ${scalar.pointer}` }] : [];
      }),
    );
    const sound = Map.groupBy(
      seen.filter(({ found }) => isDecimalString(found)),
      ({ place }) => place,
    );
    for (const { id, source, isPreview, name, pointer, place, found, why } of seen) {
      if (isDecimalString(found)) {
        if (isPreview) continue;
        yield pass('wire.decimal-strings', id);
        yield pass('version.stable-shapes', id);
        continue;
      }
      const changes = sound.get(place)?.some(other => other.id !== id) ?? false;
      yield breach({
        requirement: 'wire.decimal-strings',
        ...((isPreview || why === 'a fraction') && { severity: 'advice' }),
        // A field that is correct elsewhere changes its shape, which is worse than a field that is always wrong.
        ...(changes && { also: ['version.stable-shapes'] }),
        cause: `${source} ${name} ${typeof found === 'string' ? 'string' : 'number'}`,
        message: `${name} in ${source === 'webhook' ? 'a webhook' : `a response to ${source}`} is not a decimal string`,
        expected: 'a decimal string such as "1500.00"',
        received: `${briefly(found)} at ${pointer}${changes ? '; other responses have one there' : ''}`,
        differences: [{ at: pointer, expected: 'a decimal string', received: briefly(found) }],
        ...(typeof found !== 'string' && {
          likely: `${WHY[why]}most parsers read a JSON number as floating point`,
        }),
        evidence: [id],
      });
    }
  },
};

/** Why a value is judged: because of its name, or because other values of the service show its meaning. */
type Why = 'an amount' | 'named alike' | 'computed' | 'a fraction';

/** The reason, in words, for each value whose name does not show that it is an amount or a rate. */
const WHY: { readonly [W in Why]: string } = {
  'an amount': '',
  'named alike': 'the service writes it as a decimal string elsewhere; ',
  computed: 'it is an amount of the same body, or the sum or difference of two; ',
  'a fraction': 'it stands beside amounts and has a fraction, so that it may be one; ',
};

type BodyScalar = ReturnType<typeof scalars>[number];

const scalarsOfObject = oncePerObject((value: object) => scalars(value as Json));

function scalarsIn(value: Json): readonly BodyScalar[] {
  return typeof value === 'object' && value !== null ? scalarsOfObject(value) : [];
}

/**
 * The scalars of a body. The `name` of an item of an array, or of the `value` of an amount, is that of the enclosing
 * member. `object` is the pointer to the enclosing object. `isMember`: it is the value of the member itself.
 */
function scalars(value: Json) {
  return [...walk(value)].flatMap(({ pointer, key, value: found }) => {
    if (!isScalar(found) || isFreeForm(pointer)) return [];
    const names = tokensOf(pointer).filter(token => !/^\d+$/.test(token));
    const [own = '', around = ''] = names.toReversed();
    const isMember = key !== undefined;
    const name = own === 'value' && isAmountName(around) ? `${around}/value` : own;
    return [{ pointer, name, found, object: pointer.slice(0, pointer.lastIndexOf('/')), isMember }];
  });
}

/** The last words of the contract's decimal fields, and the words of each: `amount`, `rate`; `amount,received`. */
const decimalWords = once(() => {
  const names = [...fieldNames().decimals].map(name => name.split('_'));
  return { last: new Set(names.map(words => words.at(-1))), all: new Set(names.map(words => words.toSorted().join())) };
});

/** Whether a name resembles those of amounts and rates in the contract: `fiat_amount`, `amountReceived`. */
const isAmountName: (name: string) => boolean = oncePerKey(name => {
  const { last, all } = decimalWords();
  const words = snakeForm(name).split('_');
  return last.has(words.at(-1)) || all.has(words.toSorted().join());
});

const CURRENCIES = once(() => new Set(Intl.supportedValuesOf('currency').map(code => code.toLowerCase())));

/** What the values of the service show: names of further amounts, and currencies. */
function whatIsShown(bodies: readonly (readonly BodyScalar[])[]) {
  const texts = bodies.flatMap(body =>
    body.flatMap(scalar => (typeof scalar.found === 'string' ? [{ ...scalar, text: scalar.found, body }] : [])),
  );
  const currencies = texts.filter(({ name }) => /currency$/i.test(name)).map(({ text }) => text.toLowerCase());
  const amounts = texts.filter(
    one => isDecimalString(one.text) && one.text.includes('.') && isAmongMoney(one, one.body),
  );
  return { currencies: new Set(currencies), amounts: new Set(amounts.map(({ name }) => snakeForm(name))) };
}

/** The event type of each delivery, or "" if it cannot be read. The meaning of a place depends on the type. */
function typesOfDeliveries(view: View): ReadonlyMap<string, string> {
  return new Map(view.deliveries.map(one => [one.id, view.typeOf(one) ?? '']));
}

/** The places where several bodies have a decimal string with a fraction, and thus an amount or a rate. */
function fractionPlaces(
  bodies: readonly (readonly [ServiceBody, readonly BodyScalar[]])[],
  placeOf: (body: ServiceBody, pointer: string) => string,
): ReadonlySet<string> {
  const places = bodies.flatMap(([body, scalars]) =>
    scalars.flatMap(({ found, pointer }) =>
      typeof found === 'string' && found.includes('.') && isDecimalString(found) ? [placeOf(body, pointer)] : [],
    ),
  );
  return new Set([...countsOf(places)].flatMap(([place, count]) => (count >= SEVERAL ? [place] : [])));
}

/** Whether the same object also holds an amount or a currency. */
function isAmongMoney(scalar: BodyScalar, body: readonly BodyScalar[]): boolean {
  return body.some(
    ({ name, object, pointer, found }) =>
      object === scalar.object &&
      pointer !== scalar.pointer &&
      typeof found === 'string' &&
      (isAmountName(name) || /currency$/i.test(name)),
  );
}

type ValuesShown = ReturnType<typeof whatIsShown>;

/** Why a scalar is judged; `undefined` if it is not. A text is judged only by its name, because it may say anything. */
function judgedAs(scalar: BodyScalar, body: readonly BodyScalar[], shown: ValuesShown): Why | undefined {
  const { name, found, isMember } = scalar;
  const base = name.replace(/\/value$/, '');
  if (isMember && isAmountName(base)) return 'an amount';
  if (typeof found === 'string') return undefined;
  const words = snakeForm(base).split('_');
  const isCurrency = (word: string) => shown.currencies.has(word) || CURRENCIES().has(word);
  const plain = words.filter(word => !isCurrency(word)).join('_');
  if (isAmountName(plain) || (!isMember && isAmountName(plain.replace(/s$/, '')))) return 'an amount';
  if (!isAmongMoney(scalar, body)) return undefined;
  if (shown.amounts.has(snakeForm(name))) return 'named alike';
  if (isComputed(Number(found), body)) return 'computed';
  const isTime = /(?:_at|time|date)$/i.test(name);
  return typeof found === 'number' && !Number.isInteger(found) && !isTime ? 'a fraction' : undefined;
}

/** A number with fewer digits may equal an amount by chance. */
const LEAST_DIGITS = 4;

/** Whether a number is an amount of the body, or the sum or difference of two. */
function isComputed(number: number, body: readonly BodyScalar[]): boolean {
  if (
    number
      .toPrecision(15)
      .replace(/e.*|^-|\./g, '')
      .replace(/^0+|0+$/g, '').length < LEAST_DIGITS
  )
    return false;
  const amounts = body.flatMap(({ name, found }) =>
    typeof found === 'string' && isDecimalString(found) && (isAmountName(name) || found.includes('.'))
      ? Number(found)
      : [],
  );
  const isNear = (other: number) => Math.abs(other - number) <= Math.abs(number) * 1e-12;
  return amounts.some(one => isNear(one) || amounts.some(two => isNear(one + two) || isNear(one - two)));
}
