import { isKeyless, readCondition } from '../core/condition.ts';
import { breach, type Check } from './check.ts';
import { takenThoughRefused } from './mistaken-calls.ts';

/**
 * Authentication: a call whose key is not accepted does nothing. What else a refusal of a simulate call means is not
 * specified, so that a call which is refused for another reason, and acts, is advice.
 */
export const refusedCalls: Check = {
  id: 'refused-calls',
  title: 'A refused simulate call has no effect',
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
        message: `a simulate call ${words === undefined ? '' : `${words} `}is refused but takes effect`,
        expected: 'no webhook: no earlier call for the order was accepted',
        received: `${answers.join(', ')}, then ${event.type}`,
        likely: 'the step is executed before the call is checked; anybody could drive orders',
        evidence: [event.deliveries[0].id, ...calls.map(({ id }) => id), journey.id],
      });
    }
  },
};
