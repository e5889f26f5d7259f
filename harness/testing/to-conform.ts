import { expect } from 'vitest';
import type { Summary } from '../report/summary.ts';

declare module 'vitest' {
  // The type parameters must match those of vitest's interface; the second is unused.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Asserts that a scenario was driven to its end and that its evidence shows no breach. */
    toConform(scenario: string): R;
  }
}

expect.extend({
  toConform(summary: Summary, id: string) {
    const scenario = summary.scenarios.find(candidate => candidate.id === id);
    const breaches = (scenario?.findings ?? []).map(index => summary.findings[index]);
    const lines = breaches.map(
      finding =>
        `${finding?.requirement}: ${finding?.message}\n` +
        `  expected: ${finding?.expected}\n  received: ${finding?.received}`,
    );
    const reason = scenario === undefined ? 'it was not driven' : (scenario.reason ?? '');
    return {
      pass: scenario?.status === 'passed',
      message: () => `${id} ${scenario?.status ?? 'is missing'} ${reason}\n${lines.join('\n')}`.trim(),
    };
  },
});
