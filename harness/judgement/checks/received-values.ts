import { isScalar, jsonOf, walk } from '../../base/json.ts';
import { EVENT_FIELDS } from '../../contract/lifecycle.ts';
import type { Body, Step } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { type Trace, tracesOf } from '../../order/trace.ts';
import { breach, type Check } from './check.ts';
import { mistakes } from './mistaken-calls.ts';
import { digitsOf } from './traits.ts';

/** An amount may be rounded to a hundredth. */
const ROUNDING = 0.01;

/**
 * 4.3: received_amount is the amount that the order received, and received_network the network that the deposit arrived
 * on. Whether a service shows them is not specified; one that shows another value under the very name did not read it.
 */
export const receivedValues: Check = {
  id: 'received-values',
  title: 'A received amount or network that is shown is the one that was named',
  kind: 'safety',
  requirements: EVENT_FIELDS.map(({ requirement }) => requirement),
  *judge(view) {
    for (const trace of tracesOf(view)) {
      const { journey } = trace;
      if (mistakes(view, journey).length > 0) continue;
      for (const { step: field, wire, event, requirement } of EVENT_FIELDS) {
        const taken = journey.steps.filter(step => step.event === event && view.outcomeOf(step) !== 'refused');
        const [step, ...more] = taken;
        const named = step?.[field];
        // Of two deposits, either may be shown.
        if (step === undefined || more.length > 0 || named === undefined) continue;
        const wrong = shownSince(view, trace, step, wire).find(shown => isOther(wire, named, shown));
        if (wrong === undefined) continue;
        yield breach({
          requirement,
          consequence: 'money',
          cause: 'shown otherwise',
          message: `the service shows a different ${wire} than the call named`,
          expected: `${wire} ${named}, or none`,
          received: `${wire} ${wrong.value}`,
          ...(wrong.value === wrong.own && { likely: `the service writes the order's own value in place of ${wire}` }),
          evidence: [wrong.id, step.exchange, journey.id],
        });
      }
    }
  },
};

/** A value under the name of a field, with what stands beside it under the name without `received_`. */
interface ReceivedValue {
  /** The delivery or the exchange. */
  readonly id: string;
  readonly value: string;
  readonly own: string | undefined;
}

/** What answers and webhooks show of a field since a step. A webhook that names no order may be of an earlier one. */
function shownSince(view: View, { journey, events }: Trace, step: Step, wire: string): readonly ReceivedValue[] {
  const answers = journey.steps
    .filter(({ at }) => at >= step.at)
    .flatMap(({ exchange }) => [{ id: exchange, body: view.exchange(exchange)?.response?.body }]);
  const told = events
    .filter(({ at, isNameless }) => at >= step.at && !isNameless)
    .map(({ seen: { deliveries } }) => ({ id: deliveries[0].id, body: deliveries[0].body }));
  return [...answers, ...told].flatMap(({ id, body }) => (body ? shownIn(id, body, wire) : []));
}

function shownIn(id: string, body: Body, wire: string): readonly ReceivedValue[] {
  const values = new Map(
    [...walk(jsonOf(body)?.value ?? null)].flatMap(({ pointer, value }) =>
      isScalar(value) && value !== null ? [[folded(pointer), String(value)] as const] : [],
    ),
  );
  const name = folded(wire);
  return [...values].flatMap(([place, value]) =>
    place.endsWith(`/${name}`) ? [{ id, value, own: values.get(place.replace(/received(?=[^/]*$)/, '')) }] : [],
  );
}

/** A name in lower case, without what separates its words. */
function folded(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/**
 * Whether a value is not the one that was named. A network may have several names, and an amount may be in another
 * unit; but the order's own network and amount are others.
 */
function isOther(wire: string, named: string, { value, own }: ReceivedValue): boolean {
  if (wire !== 'received_amount') return value !== named && value === own;
  if (!(Math.abs(Number(value) - Number(named)) > ROUNDING)) return false;
  return Number(value) === Number(own) || digitsOf(value) !== digitsOf(named);
}
