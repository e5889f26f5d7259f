import { once } from '../base/once.ts';
import { source } from './source.ts';

/** What a breach leads to, the worst first: the order of findings. */
export const CONSEQUENCES = ['money', 'trust', 'loss', 'shape'] as const;

/**
 * `money` is credited wrongly; webhooks or callers deserve no `trust`; webhooks are lost (`loss`); what is sent has
 * another `shape`.
 */
export type Consequence = (typeof CONSEQUENCES)[number];

/** What a breach leads to, in words. */
export const CONSEQUENCE_WORDS: { readonly [consequence in Consequence]: string } = {
  money: 'money is credited wrongly',
  trust: 'webhooks or callers cannot be trusted',
  loss: 'webhooks are lost',
  shape: 'clients that follow the contract may fail on it',
};

/** One statement of the interface specification, or what is inferred from it (`openapi/requirements.yaml`). */
export interface Requirement {
  /** Stable; never reused, never renamed. */
  readonly id: string;
  /** The heading of the specification that says it. */
  readonly section: string;
  /** What is judged, with its exemptions, in our words. */
  readonly text: string;
  /** The words of the specification that say it; for an {@link inferred} one, those that it follows from. */
  readonly quote: string;
  /** What a breach of it leads to. */
  readonly consequence: Consequence;
  /** The same as a sentence, of this requirement alone. Absent where it can never be tested. */
  readonly leadsTo?: string;
  /** Who is held to it. Default: the service. */
  readonly binds: 'service' | 'consumer';
  /**
   * Why it cannot be shown from outside: `always`, on one kind of target, on loopback, or where it was `unseen`
   * because a sound target need not have it.
   */
  readonly untestable?: { readonly [where in 'always' | 'embedded' | 'remote' | 'loopback' | 'unseen']?: string };
  /** The setting that makes it showable on a remote target. */
  readonly needs?: string;
  /** What of the text is our interpretation of the specification rather than its words. Default: nothing. */
  readonly inferred?: string;
  /** The suites that exercise it. A run that was asked for one of them and does not show it is incomplete. */
  readonly suites: readonly string[];
  /** The methods of an SDK adapter whose cases show it. Default: none. */
  readonly gate: readonly string[];
  /** The kinds of cases of a webhook endpoint that show it (`gate --endpoint`). Default: none. */
  readonly endpoint: readonly string[];
  /** Why it lacks a kind of proof that the manifest demands (`harness/proof/manifest.ts`). */
  readonly exempt?: { readonly [kind in ProofKind]?: string };
}

/** What proves that a requirement is judged: a check, a fault, an evidence mutation, a case of the gate. */
export type ProofKind = 'check' | 'fault' | 'mutation' | 'gate';

/** Every requirement by its id, in the order of the specification; read once. @throws HarnessError `contract-stale` */
export const requirements = once((): ReadonlyMap<string, Requirement> => {
  const all = source('requirements') as readonly (Omit<Requirement, 'binds' | 'gate' | 'endpoint'> &
    Partial<Requirement>)[];
  return new Map(
    all.map(written => [
      written.id,
      { ...written, binds: written.binds ?? 'service', gate: written.gate ?? [], endpoint: written.endpoint ?? [] },
    ]),
  );
});
