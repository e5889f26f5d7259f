import { isKeyless, readCondition } from '../core/condition.ts';
import { breach, type Check } from './check.ts';
import { takenThoughRefused } from './mistaken-calls.ts';

/**
 * Authentication: a call whose key is not accepted does nothing. What else a refusal of a simulate call means is not
 * specified, so that a call which is refused for another reason, and acts, is advice.
 */
export const refusedCalls: Check = {
  id: 'refused-calls',
  title: 'A simulate call that is refused does nothing',
  kind: 'safety',
  requirements: ['auth.header', 'event.every-step'],
  *judge(view) {
    for (const journey of view.evidence.journeys) {
      const taken = takenThoughRefused(view, journey);
      if (taken === undefined) continue;
      const { calls, event } = taken;
      const keyless = calls.filter(({ condition }) => isKeyless(condition));
      const words = readCondition(keyless[0]?.condition)?.words;
      const answers = calls.map(({ response, condition }) => `${response?.status} (${condition})`);
      yield breach({
        ...(keyless.length > 0
          ? { requirement: 'auth.header' }
          : { requirement: 'event.every-step', severity: 'advice' }),
        cause: 'taken',
        message: `a simulate call ${words === undefined ? '' : `${words} `}is refused, and yet acts`,
        expected: 'no webhook: no call about the order was accepted before it',
        received: `${answers.join(', ')}, then ${event.type}`,
        likely: 'the step is taken before the call is checked; anybody could drive orders',
        evidence: [event.deliveries[0].id, ...calls.map(({ id }) => id), journey.id],
      });
    }
  },
};
