import { header } from '../../base/json.ts';
import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import { typesAfter } from '../../order/causes.ts';
import type { Sample } from '../sample.ts';
import { seenIn } from './answers.ts';

/** Idempotency keys (Limits): a repeated call, at once and later, and another step with the same key. */
export function* aboutIdempotency(view: View): Generator<Sample> {
  const calls = answersOfService(view, 'simulateCollectionOrder');
  for (const first of calls.filter(({ condition }) => condition === 'replay: first')) {
    const own = calls.filter(call => call.journey === first.journey && call !== first);
    const again = own.find(({ condition }) => condition === 'replay: again');
    if (again) yield* replayed(view, first, again);
    const later = own.find(call => call !== again && readCondition(call.condition)?.name === 'replay');
    if (later) {
      const condition = readCondition(later.condition)?.detail ?? '';
      const value = isSame(first, later) ? 'the first answer again' : 'another answer';
      yield { gap: 'idempotency.retention', condition, ...seenIn(later), value };
    }
    const other = own.find(({ condition }) => readCondition(condition)?.name === 'conflict');
    if (other) yield { gap: 'idempotency.conflict', ...seenIn(other), value: conflicting(view, first, other) };
  }
  const enquiries = answersOfService(view, 'resolveBankAccount');
  for (const again of enquiries.filter(({ condition }) => condition === 'replay: again')) {
    const first = enquiries.find(call => call.condition === 'replay: first' && keyOf(call) === keyOf(again));
    if (first) yield* repeated('idempotency.enquiry', first, again, isOk(first.response.status) ? '' : ' of an error');
  }
}

function* replayed(view: View, first: Answered, again: Answered): Generator<Sample> {
  const gap = 'idempotency.replay';
  yield* repeated(gap, first, again);
  if (again.response.status < 300) {
    // A type that the first call has not caused may be a late event of that call.
    const isAnother = !typesAfter(view, again).isDisjointFrom(typesAfter(view, first));
    const value = isAnother ? 'another webhook' : 'no further webhook';
    yield { gap, condition: 'its webhook', ...seenIn(again), value };
  }
}

function keyOf({ request }: Answered): string | undefined {
  return header(request.headers, 'idempotency-key');
}

/** @param what words to append to those of the repetition */
function* repeated(gap: string, first: Answered, again: Answered, what = ''): Generator<Sample> {
  const seen = seenIn(again);
  const { status } = again.response;
  const value = isSame(first, again) ? 'the first answer again' : status < 300 ? 'another success' : status;
  yield { gap, condition: `the answer${what}`, ...seen, value };
  const marks = again.response.headers
    .map(([name]) => name.toLowerCase())
    .filter(name => header(first.response.headers, name) === undefined)
    .sort();
  yield { gap, condition: `headers that mark a replay${what}`, ...seen, value: marks.join(', ') || 'none' };
}

function conflicting(view: View, first: Answered, other: Answered): string | number {
  const { status } = other.response;
  if (status >= 300) return status;
  if (typesAfter(view, other).size > 0) return 'performed';
  return isSame(first, other) ? 'the first answer again' : 'another answer, without a webhook';
}

function isSame(one: Answered, other: Answered): boolean {
  return one.response.status === other.response.status && one.response.body.text === other.response.body.text;
}
