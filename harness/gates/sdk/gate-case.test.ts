import { expect, test } from 'vitest';
import { requirements } from '../../contract/requirements.ts';
import { webhookCases } from './diagnosis/webhook-cases.ts';

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
  (_, { cause, message, requirement, context = [] }) => {
    if (cause.startsWith('open-')) expect(message).toMatch(ON_SIGNATURE);
    const [sentence, loses] = context.slice(-2);
    expect(sentence).toEqual({
      name: 'sentence of the specification',
      value: requirements().get(requirement)?.quote,
    });
    expect(loses).toEqual({ name: 'a consumer loses', value: expect.not.stringMatching(/^a call |^$/) });
  },
);
