import { type Answered, isOk } from '../core/answered.ts';
import { type Condition, isKeyless, readCondition } from '../core/condition.ts';
import { briefly, jsonOf } from '../core/json.ts';
import type { View } from '../core/view.ts';
import { answered } from './answers.ts';
import { breach, type Check, pass } from './check.ts';

/** Authentication: the key opens; without an accepted one nothing is resolved (401) and no order returned. */
export const authentication: Check = {
  id: 'authentication',
  title: 'the API key opens, and nothing else does',
  kind: 'safety',
  requirements: ['auth.header', 'auth.enquiry-401', 'auth.onramp-key'],
  *judge(view) {
    const enquiries = answered(view, 'resolveBankAccount');
    const reads = answered(view, 'getOnrampOrder');
    for (const { id, condition, response } of enquiries.filter(({ condition }) => isKeyless(condition))) {
      if (response.status === 401) yield pass('auth.enquiry-401', id);
      // What stands before the service may refuse what is no key at all in a way of its own.
      else if (!isNearKey(condition) || isOk(response.status)) {
        yield breach({
          requirement: 'auth.enquiry-401',
          cause: `${condition} ${isOk(response.status) ? 'accepted' : response.status}`,
          message: `a name enquiry ${readCondition(condition)?.words} is not answered 401`,
          expected: '401',
          received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
          ...(isNearKey(condition) && { likely: LOOSELY }),
          ...(response.status === 403 && {
            likely: '403 is for a key that is known but may not; the specification says 401',
          }),
          evidence: [id],
        });
      }
    }
    for (const { id, condition, response } of reads.filter(({ condition }) => isKeyless(condition))) {
      if (!isOk(response.status)) yield pass('auth.onramp-key', id);
      else {
        yield breach({
          requirement: 'auth.onramp-key',
          cause: `${condition}`,
          message: `an onramp order is returned to a call ${readCondition(condition)?.words}`,
          expected: 'an error response',
          received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
          ...(isNearKey(condition) && { likely: LOOSELY }),
          evidence: [id],
        });
      }
    }
    yield* keyOpens(view, [...enquiries, ...reads]);
  },
};

const LOOSELY = 'keys are compared loosely: by a part of them, or without regard to case';

/** Whether a call carries nearly the configured key. */
function isNearKey(condition: Condition | undefined): boolean {
  return readCondition(condition)?.key === 'near';
}

/** A key that opens one route opens the other; one that is refused everywhere may just be the wrong one. */
function* keyOpens(view: View, exchanges: readonly Answered[]) {
  const keyed = exchanges.filter(({ condition }) => readCondition(condition)?.key === 'own');
  const opened = keyed.filter(({ response }) => isOk(response.status));
  for (const { id } of opened) yield pass('auth.header', id);
  if (opened.length === 0 && view.evidence.run.target.kind === 'remote') return;
  // Which error an order that does not exist is answered with is not specified; it may be this one, but then always.
  const notFound = keyed
    .filter(({ condition }) => condition === 'unknown')
    .every(({ response }) => response.status === 401);
  for (const { id, operation, condition, response } of keyed) {
    if (response.status !== 401 && !(response.status === 403 && condition === 'known')) continue;
    if (condition === 'unknown' && notFound) continue;
    yield breach({
      requirement: 'auth.header',
      cause: `${operation}`,
      message: `${operation} refuses a key that is accepted elsewhere`,
      expected: 'the key to be let through',
      received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
      evidence: [id],
    });
  }
}
