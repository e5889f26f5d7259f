import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { gaps } from '../contract/requirements.ts';
import { aRun } from '../testing/evidence.ts';
import { driftBetween } from './drift.ts';
import { fold, parseFacts } from './fact.ts';
import { facts } from './facts.ts';
import { learn } from './learn.ts';

const OPERATIONS = ['resolveBankAccount', 'getOnrampOrder', 'simulateCollectionOrder', 'getClientSession', undefined];
const CONDITIONS = [
  undefined,
  'known',
  'magic',
  'without-key',
  'repeated-step',
  'replay: first',
  'replay: again',
  'conflict: fail',
  'large-body: 16 KiB',
  'burst: 40 reads at once',
] as const;

const exchange = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  condition: fc.constantFrom(...CONDITIONS),
  status: fc.integer({ min: 100, max: 599 }),
  answers: fc.option(fc.jsonValue(), { nil: undefined }),
  text: fc.option(fc.string(), { nil: undefined }),
  headers: fc.option(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string())), { nil: undefined }),
});
const delivery = fc.record({ type: fc.string(), json: fc.jsonValue(), status: fc.constantFrom(200, 307, 503) });

test('Facts of a service that answers anything can be read, folded and compared without drift', () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 12 }), fc.array(delivery, { maxLength: 8 }), (calls, webhooks) => {
      const run = aRun();
      const journey = run.journey();
      journey.step('deposit_detected', { amount: '0.01' });
      for (const { operation, condition, answers, text, headers, ...more } of calls) {
        run.exchange(operation, {
          ...more,
          journey: journey.id,
          ...(condition !== undefined && { condition }),
          ...(answers !== undefined && { answers: answers as Json }),
          ...(text !== undefined && { text }),
          ...(headers !== undefined && { headers }),
        });
      }
      for (const { type, json, status } of webhooks)
        journey.deliver(type, { json: json as Json, answer: { kind: 'status', status, refused: status === 503 } });
      const { evidence } = run;
      const found = facts(evidence, learn(evidence));
      const read = parseFacts(JSON.stringify(found), 'facts.json');
      expect(new Set(read.facts.map(({ gap }) => gap))).toEqual(new Set(gaps().keys()));
      for (const { status, reason, count, samples } of read.facts) {
        expect(status === 'answered' || reason).toBeTruthy();
        expect(count).toBeLessThanOrEqual(samples);
      }
      expect(driftBetween(read, read).changes).toEqual([]);
      expect(driftBetween(read, fold(read, found)).changes).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
