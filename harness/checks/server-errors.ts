import { readCondition } from '../core/condition.ts';
import type { View } from '../core/view.ts';
import { answered, quoted } from './answers.ts';
import { breach, type Check } from './check.ts';

/** By operation: the requirement that a mistake of the caller is next to. */
const NEAREST: { readonly [operation: string]: string } = {
  resolveBankAccount: 'enquiry.error-body',
  getOnrampOrder: 'onramp.error-body',
  simulateCollectionOrder: 'simulate.event-values',
};

/** Statuses by which a service says that the mistake is its own. */
const OWN_MISTAKE: ReadonlySet<number> = new Set([500, 501]);

/** A 500 is documented, and not for what. One that a caller causes at will hides those that matter. */
export const serverErrors: Check = {
  id: 'server-errors',
  title: 'A client error is not answered with a server error',
  kind: 'safety',
  requirements: Object.values(NEAREST),
  *judge(view: View) {
    for (const [operation, requirement] of Object.entries(NEAREST))
      for (const { id, condition, response } of answered(view, operation)) {
        const { name, detail } = readCondition(condition) ?? {};
        // Error fixtures are there to be answered so.
        if (name === undefined || name === 'magic' || !OWN_MISTAKE.has(response.status)) continue;
        yield breach({
          requirement,
          severity: 'advice',
          cause: `${operation} ${name}`,
          message: `${operation} answers an unusual call with a server error: ${detail ?? name.replaceAll('-', ' ')}`,
          expected: 'a success, or a client error that names the problem',
          received: quoted(response),
          evidence: [id],
        });
      }
  },
};
