import type { CaseProblem, CaseSeen } from '../../../evidence/evidence.ts';
import { ADAPTER_FAILURES } from '../adapter-problem.ts';
import type { KnownMistake } from '../mistakes/known-mistakes.ts';
import { predict } from './prediction.ts';
import { type WebhookCase, webhookCaseOf } from './webhook-cases.ts';

/** A breach that was seen: in a known case, or in a generated one with the mistakes that would answer so. */
export type Failed = {
  readonly id: string;
  readonly method: string;
  /** The answer in short. */
  readonly answered: string;
  readonly problem: CaseProblem;
} & ({ readonly known: WebhookCase } | { readonly mistakes: readonly string[] });

/** What an SDK's answers about webhooks say of the mistakes that it makes. */
export interface Observations {
  readonly failed: readonly Failed[];
  /** Known cases that were answered rightly. */
  readonly passed: readonly WebhookCase[];
  /** Known cases that were answered neither way: the specification leaves them open. */
  readonly chosen: readonly { readonly known: WebhookCase; readonly answered: string }[];
}

/** Reads the cases about webhooks. A case in which the adapter itself failed says nothing of the SDK. */
export function observe(cases: readonly CaseSeen[]): Observations {
  const failed: Failed[] = [];
  const passed: WebhookCase[] = [];
  const chosen: { readonly known: WebhookCase; readonly answered: string }[] = [];
  for (const seen of cases) {
    const { id, method, problems } = seen;
    const known = webhookCaseOf(seen);
    const [problem] = problems;
    const { answered, mistakes } = problem ?? {};
    if (answered !== undefined && ADAPTER_FAILURES.has(answered)) continue;
    const breach = problems.some(({ severity }) => severity === 'breach');
    if (known === undefined) {
      if (breach && answered !== undefined && problem !== undefined && mistakes !== undefined)
        failed.push({ id, method, answered, problem, mistakes });
    } else if (problem === undefined) passed.push(known);
    else if (answered === undefined) continue;
    else if (breach) failed.push({ id, method, answered, problem, known });
    else chosen.push({ known, answered });
  }
  return { failed, passed, chosen };
}

/** Whether a mistake explains a breach: it leads to that very answer. */
export function explains(mistake: KnownMistake, failed: Failed): boolean {
  return 'mistakes' in failed
    ? failed.mistakes.includes(mistake.name)
    : predict(mistake).answers(failed.known).includes(failed.answered);
}
