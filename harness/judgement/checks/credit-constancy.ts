import type { View } from '../../evidence/view.ts';
import { isPlainOrder, type Sighting, type Trace, tracesOf } from '../../order/trace.ts';
import { valuesAboutOrder } from './bodies.ts';
import { breach, type Check } from './check.ts';

/** This many orders must agree with their credit and be the majority, or have the value of another order. */
const ENOUGH = 5;

/**
 * Events: a consumer credits what `disbursement.completed` says. In most orders, some values (an amount, a customer)
 * are equal in all webhooks of the order but differ between orders. A webhook with another value contradicts its order.
 * The specification does not define these values, so this is advice. If several credits have values of other orders,
 * they are about those orders, which is a breach.
 */
export const creditConstancy: Check = {
  id: 'credit-constancy',
  title: 'A webhook of a credited order says of it what its other webhooks say',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'event.every-step'],
  *judge(view) {
    const all = tracesOf(view).flatMap(trace => comparedIn(view, trace));
    for (const [place, compared] of Map.groupBy(all, one => one.place)) {
      const { alike = [], other = [] } = Object.groupBy(compared, ({ own, said }) =>
        own === said ? 'alike' : 'other',
      );
      const values = new Set(compared.map(({ said }) => said));
      if (values.size === 1) continue;
      const shared = other.filter(one => values.has(one.own));
      // If orders share values, for example a customer, every wrong value must be that of another order.
      const areShared = new Set(shared.map(({ own }) => own)).size >= ENOUGH && shared.length === other.length;
      const ofAnother = new Set(areShared || values.size === compared.length ? shared : []);
      const areAlike = alike.length >= ENOUGH && alike.length > other.length;
      if (!areAlike && ofAnother.size < ENOUGH) continue;
      for (const one of other) {
        const { trace, event, said, own, evidence } = one;
        const isOfAnother = ofAnother.has(one);
        if (!areAlike && !isOfAnother) continue;
        const isBreach = isOfAnother && event.isCredit;
        const use = event.isCredit ? 'credit' : 'act on';
        yield breach({
          requirement: event.isCredit ? 'collection.credit-signal' : 'event.every-step',
          ...(!isBreach && { severity: 'advice', consequence: 'money' }),
          cause: `${event.isCredit ? '' : event.type} another ${place}`.trim(),
          message: isOfAnother
            ? `${event.type} has the ${place} of another order`
            : `${event.type} has another ${place} than the other webhooks of its order`,
          expected: said,
          received: own,
          likely: `the webhook is built from another source; a consumer would ${use} what it says`,
          evidence: [...evidence, trace.journey.id],
        });
      }
    }
  },
};

/**
 * The comparable values of a credited order: by place, what all its webhooks say, or all but one, which then is
 * `event`. Of only two webhooks, the credit is the other one. Orders with fields in their calls are excluded.
 */
function comparedIn(view: View, trace: Trace) {
  const { events } = trace;
  const [credit, ...more] = events.filter(({ isCredit, isSigned }) => isCredit && isSigned);
  const before = events.filter(event => !event.isCredit && event.at <= (credit?.at ?? 0));
  if (credit === undefined || more.length > 0 || !isPlainOrder(trace) || before.length === 0) return [];
  const told = [credit, ...before].flatMap(event =>
    [...valuesOf(view, event)].map(([place, value]) => ({ place, value, event })),
  );
  return [...Map.groupBy(told, ({ place }) => place)].flatMap(([place, ofPlace]) => {
    if (ofPlace.length < 2) return [];
    const [few = [], many = few, ...others] = [...Map.groupBy(ofPlace, ({ value }) => value).values()].toSorted(
      (a, b) => a.length - b.length || Number(b[0]?.event === credit) - Number(a[0]?.event === credit),
    );
    const [odd] = few;
    const [usual] = many;
    const isOdd = few === many || (few.length === 1 && (many.length > 1 || odd?.event === credit));
    if (others.length > 0 || !isOdd || odd === undefined || usual === undefined) return [];
    const evidence = [odd.event, ...ofPlace.flatMap(({ event }) => (event === odd.event ? [] : event))];
    const ids = evidence.map(({ seen }) => seen.deliveries[0].id);
    return [{ trace, place, event: odd.event, said: usual.value, own: odd.value, evidence: ids }];
  });
}

/** What the body of an event says about its order, by place. What a list holds may change, such as open orders. */
function valuesOf(view: View, { seen: { deliveries } }: Sighting): ReadonlyMap<string, string> {
  const own = valuesAboutOrder(view, deliveries[0]).filter(
    ({ place }) => place.startsWith('/') && !/\/\d+$/.test(place),
  );
  return new Map(own.map(({ place, value }) => [place, value]));
}
