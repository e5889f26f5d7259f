import { requirements } from '../contract/requirements.ts';

/** What a wrong effect of a webhook leads to. What a `forbidden` one or a `leak` leads to, the requirement says. */
const SENTENCES = {
  lost: 'The customer is not credited.',
  twice: 'The customer is credited more than once.',
  down: 'No webhook is processed until the handler is started again.',
  unreadable: 'Every credit that the backend had made is lost.',
  /** An error where a refusal is due. */
  thrown: 'Anyone can make the handler fail with a webhook that it has to refuse.',
  forbidden: undefined,
  leak: undefined,
} as const;

/**
 * What was seen leads to, where the sentence of the requirement may tell of another effect: that of one against double
 * credits does not fit a lost credit. One about losses says best which webhooks are lost, and why.
 */
export function leadsTo(effect: keyof typeof SENTENCES, requirement: string): { readonly leadsTo?: string } {
  const { binds, consequence } = requirements().get(requirement) ?? {};
  const isAboutLoss = binds === 'consumer' && consequence === 'loss';
  const sentence = isAboutLoss && (effect === 'lost' || effect === 'down') ? undefined : SENTENCES[effect];
  return sentence === undefined ? {} : { leadsTo: sentence };
}
