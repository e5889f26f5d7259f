import { header, isObject, jsonOf } from '../core/json.ts';
import { EVENT_FIELDS } from '../core/lifecycle.ts';
import { breach, type Check, pass } from './check.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Endpoints, Limits: what binds whoever calls the service. It judges the harness's own calls, so that a bug of ours is
 * not taken for one of the service's; calls that are wrong on purpose (they have such a condition) are left out.
 */
export const ownRequests: Check = {
  id: 'own-requests',
  title: "the harness's own calls are as the specification asks",
  kind: 'safety',
  requirements: [
    'request.accept',
    'request.content-type',
    'request.idempotency-key',
    'request.one-key-per-post',
    'enquiry.string-inputs',
    'simulate.only-own-event',
  ],
  *judge(view) {
    const keys = new Set<string>();
    for (const { id, condition, attempt, request, operation } of view.evidence.exchanges) {
      if (condition?.startsWith('without-')) continue;
      const ours = (requirement: string, holds: boolean, expected: string, received: string | undefined) =>
        holds
          ? pass(requirement, id)
          : breach({
              requirement,
              cause: requirement,
              message: `the harness sent ${received ?? 'no such header'}`,
              expected,
              received: received ?? 'none',
              likely: 'a bug of the harness',
              evidence: [id],
            });
      const accept = header(request.headers, 'accept');
      yield ours('request.accept', accept === 'application/json', 'Accept: application/json', accept);
      if (request.method !== 'POST') continue;
      const type = header(request.headers, 'content-type');
      yield ours(
        'request.content-type',
        type?.startsWith('application/json') === true,
        'Content-Type: application/json',
        type,
      );
      const key = header(request.headers, 'idempotency-key');
      yield ours('request.idempotency-key', key !== undefined && UUID.test(key), 'a UUID', key);
      if (key !== undefined && !/^(replay|conflict)/.test(condition ?? '') && attempt === 0) {
        yield ours('request.one-key-per-post', !keys.has(key), 'a key of its own', key);
        keys.add(key);
      }
      const body = request.body && jsonOf(request.body)?.value;
      if (!isObject(body)) continue;
      if (operation === 'resolveBankAccount') {
        yield ours(
          'enquiry.string-inputs',
          [body.account_number, body.bank_code].every(value => typeof value === 'string'),
          'strings',
          JSON.stringify(body),
        );
      } else if (operation === 'simulateCollectionOrder' && condition === undefined) {
        const misplaced = EVENT_FIELDS.some(({ wire, event }) => body[wire] !== undefined && body.event !== event);
        yield ours('simulate.only-own-event', !misplaced, 'only with its own event', JSON.stringify(body));
      }
    }
  },
};
