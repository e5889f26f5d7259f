import { requirements } from '../contract/requirements.ts';

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
