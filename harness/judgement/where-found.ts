import { readCondition } from '../evidence/condition.ts';
import type { View } from '../evidence/view.ts';
import type { Finding, JudgedUnder } from './checks/judge.ts';

/** A condition is named if at least so many sightings without it are right. */
const LEAST_OTHERS = 3;

/** Methods that say nothing: an operation has one of them. */
const USUAL: ReadonlySet<string> = new Set(['GET', 'POST']);

/**
 * The findings of a run, each with the condition under which alone it was seen, if there is one: a status, an unusual
 * request, an operation or a type of event that all its sightings share, and that tells them from what is right.
 */
export function nameConditions(view: View, { findings, passesOf }: JudgedUnder): readonly Finding[] {
  if (findings.length === 0) return findings;
  const traits = new Map<string, readonly string[]>([
    ...view.evidence.exchanges.map(({ id, operation, condition, request: { method }, response }) => {
      const { words } = readCondition(condition) ?? {};
      const isError = response !== undefined && response.status >= 400;
      const status = isError ? [`status ${response.status}`, 'error responses'] : [];
      const path = operation === undefined ? 'calls of unknown paths' : `calls of ${operation}`;
      const named = [words, status, path, USUAL.has(method) ? undefined : `${method} requests`].flat();
      return [id, named.filter(trait => trait !== undefined)] as const;
    }),
    ...view.deliveries.map(delivery => [delivery.id, [view.typeOf(delivery) ?? []].flat()] as const),
  ]);
  return findings.map(finding => {
    const { evidence, message } = finding;
    const own = evidence.map(id => traits.get(id) ?? []);
    const wrong = new Set(evidence);
    const right = passesOf(finding).flatMap(id => (wrong.has(id) ? [] : [traits.get(id) ?? []]));
    const told = (own[0] ?? [])
      .filter(
        trait => own.every(all => all.includes(trait)) && !message.includes(trait.replace(/^(status|calls of) /, '')),
      )
      .map(trait => ({ trait, others: right.filter(all => all.length > 0 && !all.includes(trait)).length }));
    const [best] = told.sort((a, b) => b.others - a.others);
    if (best === undefined || best.others < LEAST_OTHERS) return finding;
    const all = own.length + right.filter(traits => traits.includes(best.trait)).length;
    const share = all === own.length ? `all ${all}` : `${own.length} of ${all}`;
    return { ...finding, only: `${best.trait}${all === 1 ? '' : `, in ${share}`}; the other ${best.others} are right` };
  });
}
