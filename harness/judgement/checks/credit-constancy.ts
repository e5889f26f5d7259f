import { COMPLETED } from '../../evidence/dialect.ts';
import type { View } from '../../evidence/view.ts';
import { type Sighting, type Trace, tracesOf } from '../../order/trace.ts';
import { valuesAboutOrder } from './bodies.ts';
import { breach, type Check } from './check.ts';

/** This many orders must agree with their credit and be the majority, or have the value of another order. */
const ENOUGH = 5;

/**
 * Events: a consumer credits what `disbursement.completed` says. In most orders, some values (an amount, a customer)
 * are equal in all webhooks of the order but differ between orders. A credit with another value contradicts its order.
 * The specification does not define these values, so this is advice. If several credits have values of other orders,
 * they are about those orders, which is a breach.
 */
export const creditConstancy: Check = {
  id: 'credit-constancy',
  title: 'A credit signal says of its order what its other webhooks say',
  kind: 'safety',
  requirements: ['collection.credit-signal'],
  *judge(view) {
    const all = tracesOf(view).flatMap(trace => comparedIn(view, trace));
    for (const [place, compared] of Map.groupBy(all, one => one.place)) {
      const { alike = [], other = [] } = Object.groupBy(compared, ({ credited, said }) =>
        credited === said ? 'alike' : 'other',
      );
      const values = new Set(compared.map(({ said }) => said));
      if (values.size === 1) continue;
      const shared = other.filter(one => values.has(one.credited));
      // If orders share values, for example a customer, every wrong value must be that of another order.
      const areShared =
        new Set(shared.map(({ credited }) => credited)).size >= ENOUGH && shared.length === other.length;
      const ofAnother = new Set(areShared || values.size === compared.length ? shared : []);
      const areAlike = alike.length >= ENOUGH && alike.length > other.length;
      if (!areAlike && ofAnother.size < ENOUGH) continue;
      for (const one of other) {
        const { trace, said, credited, evidence } = one;
        const isOfAnother = ofAnother.has(one);
        if (!areAlike && !isOfAnother) continue;
        yield breach({
          requirement: 'collection.credit-signal',
          ...(!isOfAnother && { severity: 'advice', consequence: 'money' }),
          cause: `another ${place}`,
          message: isOfAnother
            ? `${COMPLETED} has the ${place} of another order`
            : `${COMPLETED} has another ${place} than the other webhooks of its order`,
          expected: said,
          received: credited,
          likely: 'the credit is built from another source; a consumer would credit what it says',
          evidence: [...evidence, trace.journey.id],
        });
      }
    }
  },
};

/**
 * The comparable values of an order's credit: what it says, and what all other webhooks of the order say in its place.
 * Orders with fields in their calls are excluded.
 */
function comparedIn(view: View, trace: Trace) {
  const { calls, events } = trace;
  const [credit, ...more] = events.filter(({ isCredit, isSigned }) => isCredit && isSigned);
  const isPlain = calls.every(call => call.isPlain && (call.role === 'step' || call.answer === 'refused'));
  const before = events.filter(event => !event.isCredit && event.at <= (credit?.at ?? 0));
  if (credit === undefined || more.length > 0 || !isPlain || before.length === 0) return [];
  const others = before.map(event => valuesOf(view, event));
  return [...valuesOf(view, credit)].flatMap(([place, credited]) => {
    const [said, ...rest] = new Set(others.flatMap(values => values.get(place) ?? []));
    if (said === undefined || rest.length > 0) return [];
    return [{ trace, place, credited, said, evidence: [credit, ...before].map(({ seen }) => seen.deliveries[0].id) }];
  });
}

/** What the body of an event says about its order, by place. What a list holds may change, such as open orders. */
function valuesOf(view: View, { seen: { deliveries } }: Sighting): ReadonlyMap<string, string> {
  const own = valuesAboutOrder(view, deliveries[0]).filter(
    ({ place }) => place.startsWith('/') && !/\/\d+$/.test(place),
  );
  return new Map(own.map(({ place, value }) => [place, value]));
}
