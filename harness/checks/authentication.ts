import { type Answered, isOk } from '../core/answered.ts';
import { type Condition, isKeyless, readCondition } from '../core/condition.ts';
import type { View } from '../core/view.ts';
import { answered, quoted } from './answers.ts';
import { breach, type Check, pass, passIf } from './check.ts';

/** Authentication: the key gives access. Without it nothing is resolved (401), and no order is returned. */
export const authentication: Check = {
  id: 'authentication',
  title: 'The API key gives access, and nothing else does',
  kind: 'safety',
  requirements: ['auth.header', 'auth.enquiry-401', 'auth.onramp-key'],
  *judge(view) {
    const enquiries = answered(view, 'resolveBankAccount');
    const reads = answered(view, 'getOnrampOrder');
    for (const { id, condition, response } of enquiries.filter(isWithoutKey)) {
      const { status } = response;
      // A gateway may refuse a malformed key in its own way.
      if (status !== 401 && isNearKey(condition) && !isOk(status)) continue;
      yield passIf(status === 401, 'auth.enquiry-401', id, () => ({
        cause: `${condition} ${isOk(status) ? 'accepted' : status}`,
        message: `a name enquiry ${readCondition(condition)?.words} is not answered 401`,
        expected: '401',
        received: quoted(response),
        ...(isNearKey(condition) && { likely: LOOSE }),
        ...(status === 403 && { likely: '403 is for a known key without the permission; the specification says 401' }),
      }));
    }
    for (const { id, condition, response } of reads.filter(isWithoutKey)) {
      yield passIf(!isOk(response.status), 'auth.onramp-key', id, () => ({
        cause: `${condition}`,
        message: `an onramp order is returned to a call ${readCondition(condition)?.words}`,
        expected: 'an error response',
        received: quoted(response),
        ...(isNearKey(condition) && { likely: LOOSE }),
      }));
    }
    yield* keyAccepted(view, [...enquiries, ...reads]);
  },
};

const LOOSE = 'keys are compared loosely: by a part of them, or ignoring case';

function isWithoutKey({ condition }: Answered): boolean {
  return isKeyless(condition);
}

/** Whether a call carries nearly the configured key. */
function isNearKey(condition: Condition | undefined): boolean {
  return readCondition(condition)?.key === 'near';
}

/** A key that one route accepts, the other accepts too. A key that is refused everywhere may be the wrong one. */
function* keyAccepted(view: View, exchanges: readonly Answered[]) {
  const keyed = exchanges.filter(({ condition }) => readCondition(condition)?.key === 'own');
  const accepted = keyed.filter(({ response }) => isOk(response.status));
  for (const { id } of accepted) yield pass('auth.header', id);
  if (accepted.length === 0 && view.evidence.run.target.kind === 'remote') return;
  // The error for an order that does not exist is not specified. It may be 401, but then always.
  const notFound = keyed
    .filter(({ condition }) => condition === 'unknown')
    .every(({ response }) => response.status === 401);
  for (const { id, operation, condition, response } of keyed) {
    if (response.status !== 401 && !(response.status === 403 && condition === 'known')) continue;
    if (condition === 'unknown' && notFound) continue;
    yield breach({
      requirement: 'auth.header',
      cause: `${operation}`,
      message: `${operation} refuses a key that another route accepts`,
      expected: 'the key to be accepted',
      received: quoted(response),
      evidence: [id],
    });
  }
}
