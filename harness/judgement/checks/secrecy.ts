import { jsonOf, walk } from '../../base/json.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { isLoopback } from '../../world/loopback.ts';
import { answered, holdsOrder, namesHolder, otherOrderIn, quoted } from './answers.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';
import { blamedOnReplay } from './idempotency.ts';

/** Members that only a successful answer has. Another check judges a 401 that contains them. */
const DATA = [
  {
    ...{ operation: 'getOnrampOrder', requirement: 'onramp.error-body' },
    ...{ what: 'holds an onramp order', data: 'order', holds: holdsOrder },
  },
  {
    ...{ operation: 'resolveBankAccount', requirement: 'enquiry.error-body' },
    ...{ what: 'names the holder of an account', data: 'account', holds: namesHolder },
  },
] as const;

/**
 * Secrets that a service reveals. The specification does not forbid this, so it is advice: the key and the signing
 * secret prove an identity, and everybody who can read logs or webhooks would have them. If a caller without an
 * accepted key receives them, this is a breach: they open what the key protects.
 */
export const secrecy: Check = {
  id: 'secrecy',
  title: 'Answers and webhooks contain no key, no secret and no data of another order',
  kind: 'safety',
  requirements: [
    'auth.header',
    'auth.enquiry-401',
    'signature.hmac',
    'simulate.own-order',
    'onramp.error-body',
    'enquiry.error-body',
  ],
  *judge(view) {
    for (const { id, leaked, condition, response } of answered(view)) {
      const isToAnybody = readCondition(condition)?.key === 'refused';
      const where = isToAnybody ? 'an answer to a caller without the key' : 'an answer';
      yield* givenBack(where, { ...response, id, leaked: leaked ?? [] }, isToAnybody);
    }
    for (const delivery of view.deliveries) yield* givenBack('a webhook', delivery);
    yield* ofOtherOrders(view);
    for (const { operation, what, holds, requirement, data } of DATA)
      for (const { id, response } of answered(view, operation))
        if (response.status >= 400 && response.status !== 401 && holds(response))
          yield breach({
            requirement,
            severity: 'advice',
            cause: `${data} in an error`,
            message: `an error response to ${operation} ${what}`,
            expected: `an error without the data of an ${data}`,
            received: quoted(response),
            evidence: [id],
          });
  },
};

function* givenBack(
  where: string,
  { id, headers, body, leaked = [] }: Pick<Delivery, 'id' | 'headers' | 'body' | 'leaked'>,
  isBreach = false,
): Generator<Judgement> {
  const parts = { headers: Object.fromEntries(headers), body: jsonOf(body)?.value ?? body.text ?? null };
  for (const name of leaked) {
    const place = walk(parts).find(({ value }) => typeof value === 'string' && value.includes(`[redacted ${name}]`));
    yield breach({
      requirement: name.startsWith('SIGNING_SECRET') ? 'signature.hmac' : isBreach ? 'auth.enquiry-401' : 'auth.header',
      severity: isBreach ? 'breach' : 'advice',
      cause: `${name} in ${where}`,
      message: `${where} contains ${name}`,
      expected: 'no secret in what the service sends',
      received: `${name}${place ? ` at ${place.pointer}` : ''}, redacted here`,
      next: 'replace the secret; logs may contain it',
      evidence: [id],
    });
  }
}

function* ofOtherOrders(view: View): Generator<Judgement> {
  for (const exchange of answered(view, 'simulateCollectionOrder')) {
    const { id, journey } = exchange;
    const received = otherOrderIn(view, exchange);
    if (received === undefined || journey === undefined) continue;
    yield blamedOnReplay(view, {
      requirement: 'simulate.own-order',
      severity: 'advice',
      cause: 'answer',
      message: 'the answer to a simulate call names another order',
      expected: 'no data of another order',
      received,
      evidence: [id, journey],
    });
  }
}

/** The service is reached over HTTPS. It promises nothing on loopback. */
export const transportSecurity: Check = {
  id: 'transport-security',
  title: 'The service is reached over HTTPS',
  kind: 'safety',
  requirements: ['service.https'],
  *judge(view) {
    for (const { id, request } of answered(view)) {
      const { protocol, hostname } = new URL(request.url);
      if (protocol === 'https:') yield pass('service.https', id);
      else if (!isLoopback(hostname)) {
        yield breach({
          requirement: 'service.https',
          severity: 'advice',
          cause: 'http',
          message: 'SANDBOX_URL uses plain HTTP',
          expected: 'an https:// address',
          received: protocol,
          next: 'set SANDBOX_URL (and BASE_URL) to https:// addresses',
          evidence: [id],
        });
      }
    }
  },
};
