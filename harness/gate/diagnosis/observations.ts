import type { CaseProblem, CaseSeen } from '../../core/evidence.ts';
import { ADAPTER_FAILURES } from '../adapter-problem.ts';
import type { Prediction } from './prediction.ts';
import { type WebhookCase, webhookCases } from './webhook-cases.ts';

/** A breach that was seen: in a known case, or in a generated one with the mistakes that would explain it. */
export type Failed = {
  readonly id: string;
  /** The answer in short. */
  readonly answered: string;
  readonly problem: CaseProblem;
} & ({ readonly known: WebhookCase } | { readonly explainedBy: readonly (readonly string[])[] });

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
  for (const { id, problems } of cases) {
    const known = webhookCases().get(id);
    const [problem] = problems;
    const { answered, explainedBy } = problem ?? {};
    if (answered !== undefined && ADAPTER_FAILURES.has(answered)) continue;
    const breach = problems.some(({ severity }) => severity === 'breach');
    if (known === undefined) {
      if (breach && answered !== undefined && problem !== undefined && explainedBy !== undefined)
        failed.push({ id, answered, problem, explainedBy });
    } else if (problem === undefined) passed.push(known);
    else if (answered === undefined) continue;
    else if (breach) failed.push({ id, answered, problem, known });
    else chosen.push({ known, answered });
  }
  return { failed, passed, chosen };
}

/** Whether mistakes explain a breach: they lead to that very answer, or lose a valid delivery by chance. */
export function explains(prediction: Prediction, failed: Failed): boolean {
  if ('explainedBy' in failed) return failed.explainedBy.some(set => set.every(name => prediction.names.has(name)));
  if (prediction.byChance && failed.problem.cause.startsWith('loses-')) return true;
  return prediction.answers(failed.known).includes(failed.answered);
}
