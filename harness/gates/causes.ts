import { requirements } from '../contract/requirements.ts';

/** What one bug would explain. */
export interface Suspicion<Failed> {
  /** The failures that the bug causes. */
  readonly explained: readonly Failed[];
  /** How many cases passed in which an intermittent bug can show. A bug that always shows is then no suspicion. */
  readonly unseen: number;
  /** How many cases had another answer than the bug predicts, without a breach. */
  readonly misfits: number;
}

/** The least share of its possible cases in which an intermittent bug was seen. */
const LEAST_SEEN = 0.2;

/**
 * Chooses suspicions greedily until nothing more is explained. Each one fits the remaining failures best. Ties go
 * to the fewest misfits, then to the first.
 */
export function cover<Failed, S extends Suspicion<Failed>>(failed: Iterable<Failed>, suspects: readonly S[]) {
  /** Suspicions that explain new failures, and the rivals that explain the same ones. */
  const named: (S & { readonly rivals: readonly S[] })[] = [];
  let open = new Set(failed);
  while (open.size > 0) {
    const due = suspects
      .map(one => {
        const left = one.explained.filter(each => open.has(each));
        return { one, left, fit: left.length / (left.length + open.size + one.unseen) };
      })
      .filter(({ one, left }) => left.length > 0 && left.length >= LEAST_SEEN * (left.length + one.unseen));
    const [best, ...others] = due.toSorted((a, b) => b.fit - a.fit || a.one.misfits - b.one.misfits);
    if (best === undefined) break;
    const isRival = ({ one, left }: (typeof due)[number]) =>
      one.misfits === best.one.misfits &&
      left.length === best.left.length &&
      left.every(each => best.left.includes(each));
    named.push({ ...best.one, rivals: others.filter(isRival).map(({ one }) => one) });
    open = open.difference(new Set(best.left));
  }
  return named;
}

/** A bug as a statement about the SDK or the handler, without its explanation. */
function statementOf(bug: string): string {
  const [short = bug] = bug.split(/[:;]/);
  return short.replace(/^its /, "the SDK's ").replace(/^it /, 'the SDK ');
}

/** The headline of a finding with a known cause: what is done wrong, then what shows it. */
export function causeFirst(bug: string, shown: string): string {
  const shownByIt = shown.replace(/^the SDK /, 'it ').replace(/, the SDK /, ', it ');
  return `${statementOf(bug)}: ${shownByIt.replace(/^(An?|The) /, article => article.toLowerCase())}`;
}

/** Whether the headline of a finding states its cause. */
export function statesCause({ message, likely }: { readonly message: string; readonly likely?: string | undefined }) {
  return likely !== undefined && message.startsWith(statementOf(likely));
}

/** The consequence of a wrong effect. For `forbidden` and `leak`, the requirement states it. */
const SENTENCES = {
  lost: 'The customer is not credited.',
  twice: 'The customer is credited more than once.',
  down: 'No webhook is processed until the handler is started again.',
  unreadable: 'Every credit that the backend had made is lost.',
  /** An error instead of a refusal. */
  thrown: 'Anyone can make the handler fail with a webhook that it has to refuse.',
  forbidden: undefined,
  leak: undefined,
} as const;

/**
 * The consequence of what was seen, unless the requirement states it better. A requirement about losses does so for
 * losses. Others may describe another effect: one against double credits does not fit a lost credit.
 */
export function leadsTo(effect: keyof typeof SENTENCES, requirement: string): { readonly leadsTo?: string } {
  const { binds, consequence } = requirements().get(requirement) ?? {};
  const isAboutLoss = binds === 'consumer' && consequence === 'loss';
  const sentence = isAboutLoss && (effect === 'lost' || effect === 'down') ? undefined : SENTENCES[effect];
  return sentence === undefined ? {} : { leadsTo: sentence };
}
