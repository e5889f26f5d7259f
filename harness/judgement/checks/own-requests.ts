import { header } from '../../base/json.ts';
import { operationIds } from '../../contract/operations.ts';
import { readCondition } from '../../evidence/condition.ts';
import { type Check, isBreach, passIf } from './check.ts';
import { judgeRequest } from './request.ts';

/**
 * Endpoints, Limits: the duties of every caller. This check judges the harness's own calls, so that a bug of the
 * harness is not mistaken for one of the service. Deliberately wrong calls, which have a condition, are left out.
 */
export const ownRequests: Check = {
  id: 'own-requests',
  title: 'The calls of the harness follow the specification',
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
      const unusual = readCondition(condition);
      if (unusual?.omits !== undefined) continue;
      // A probe may send an unusual body; a name enquiry always sends strings.
      const usual = condition === undefined || operation === 'resolveBankAccount';
      const judged = usual ? operationIds().find(known => known === operation) : undefined;
      for (const found of judgeRequest({ name: 'the harness', evidence: id }, request, judged)) {
        if (!this.requirements.includes(found.requirement)) continue;
        yield isBreach(found) ? { ...found, likely: 'a bug of the harness' } : found;
      }
      const key = header(request.headers, 'idempotency-key');
      if (request.method !== 'POST' || key === undefined || attempt > 0) continue;
      if (unusual?.reusesKey) continue;
      yield passIf(!keys.has(key), 'request.one-key-per-post', id, () => ({
        cause: 'key-reused',
        message: 'the harness uses an Idempotency-Key for two calls',
        expected: 'a fresh UUID for each POST',
        received: key,
        likely: 'a bug of the harness',
      }));
      keys.add(key);
    }
  },
};
