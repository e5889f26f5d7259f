import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFile } from '../../base/own-files.ts';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem } from '../../evidence/evidence.ts';
import { REASONS, withReason } from './advice.ts';
import { webhookCases } from './diagnosis/webhook-cases.ts';

const PAGE = readFileSync(ownFile('harness/gates/sdk/PROTOCOL.md'), 'utf8').replace(/\s+/g, ' ');

test.each(REASONS.flatMap(([, , sentence]) => sentence ?? []))('PROTOCOL.md says: %s', sentence => {
  expect(PAGE).toContain(sentence);
});

/** Advice on a signature names what is unusual and what to do. */
const ON_SIGNATURE = /^the SDK (accepts|refuses|fails on) (an?|white) .+; (accept|refuse) it, as most verifiers do$/;

/** All advice about webhooks, for any answer of an SDK. */
const ADVICE = [...webhookCases().values()].flatMap(each =>
  (each.method === 'verify' ? ['accepted', 'refused', 'error'] : ['[]', '[0]', '[0,1]', 'error'])
    .flatMap(answer => each.problems(answer))
    .filter(({ severity }) => severity === 'advice')
    .map(problem => [`${each.id} ${problem.cause}`, problem] as const),
);

test.each(ADVICE)(
  'The advice %s says what to do, what a consumer loses, and which sentence it rests on',
  (_, problem) => {
    if (problem.cause.startsWith('open-')) expect(problem.message).toMatch(ON_SIGNATURE);
    expect(REASONS.some(([causes]) => causes.test(problem.cause))).toBe(true);
    const said = withReason(problem).context?.slice(-2) ?? [];
    expect(said.map(({ name }) => name)).toEqual(['sentence of the specification', 'a consumer loses']);
    expect(said[0]?.value).toBe(requirements().get(problem.requirement)?.quote);
    expect(said[1]?.value).not.toBe('');
  },
);

test('A breach gets no reason of an advice', () => {
  const breach: CaseProblem = {
    ...{ requirement: 'auth.header', severity: 'breach', cause: 'query', message: '', expected: '', received: '' },
  };
  expect(withReason(breach)).toBe(breach);
});
