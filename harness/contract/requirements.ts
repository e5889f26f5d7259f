import { once } from '../base/once.ts';
import { source } from './service.ts';

/** The consequences of breaches, worst first. Findings are listed in this order. */
export const CONSEQUENCES = ['money', 'trust', 'loss', 'shape'] as const;

/**
 * `money`: money is credited wrongly; `trust`: webhooks or callers cannot be trusted; `loss`: webhooks are lost;
 * `shape`: messages have another shape.
 */
export type Consequence = (typeof CONSEQUENCES)[number];

/** The consequence of a breach, in words. */
export const CONSEQUENCE_WORDS: { readonly [consequence in Consequence]: string } = {
  money: 'money is credited wrongly',
  trust: 'webhooks or callers cannot be trusted',
  loss: 'webhooks are lost',
  shape: 'clients that follow the contract may fail on it',
};

/** One statement of the interface specification, or what is inferred from it (`openapi/requirements.yaml`). */
export interface Requirement {
  /** Stable: never reused, never renamed. */
  readonly id: string;
  /** The heading of the specification that states it. */
  readonly section: string;
  /** What is judged, with its exemptions, in the words of the harness. */
  readonly text: string;
  /** The words of the specification that state it, or from which an {@link inferred} requirement follows. */
  readonly quote: string;
  /** The consequence of a breach. */
  readonly consequence: Consequence;
  /** The consequence of a breach of this requirement, as a sentence; absent if it can never be tested. */
  readonly leadsTo?: string;
  /** Whom it binds. Default: the service. */
  readonly binds: 'service' | 'consumer';
  /**
   * Why it cannot be observed: `always`, on one kind of target, on loopback, or if it was `unseen`, because a sound
   * target need not show it.
   */
  readonly untestable?: { readonly [where in 'always' | 'embedded' | 'remote' | 'loopback' | 'unseen']?: string };
  /** The setting that makes it observable on a remote target. */
  readonly needs?: string;
  /** The part of the text that is inferred from the specification. Default: nothing. */
  readonly inferred?: string;
  /** The suites that exercise it. A run of one of them that does not show it is incomplete. */
  readonly suites: readonly string[];
  /** The methods of an SDK adapter whose cases show it. Default: none. */
  readonly gate: readonly string[];
  /** The kinds of cases of a webhook endpoint that show it (`gate --endpoint`). Default: none. */
  readonly endpoint: readonly string[];
  /** Why it lacks a kind of proof that the manifest demands (`harness/proof/manifest.ts`). */
  readonly exempt?: { readonly [kind in ProofKind]?: string };
}

/** The kinds of proof that a requirement is judged: a check, a fault, an evidence mutation, a case of the gate. */
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

/** One thing that the interface specification leaves open (`openapi/gaps.yaml`): observed and counted, never judged. */
export interface Gap {
  /** Stable: never reused, never renamed. */
  readonly id: string;
  /** The heading of the specification that leaves it open. */
  readonly section: string;
  /** What is not specified, in the words of the harness. */
  readonly text: string;
  /** `wire` if a run can observe the answer, `none` if it cannot. */
  readonly probe: 'wire' | 'none';
  /** Why no run can observe it; always present if `probe` is `none`. */
  readonly why?: string;
  /** How several answers under one condition relate, as the header of the file describes. Default: `one`. */
  readonly answers?: 'one' | 'set' | 'places' | 'field' | 'share' | 'pace';
  /** Whether no consumer that was written against the old answer breaks if it changes. Default: no. */
  readonly quiet?: true;
  /** The setting, option or behavior of the service without which a run does not observe it. */
  readonly needs?: string;
}

/** Every gap by its id, in the order of the file; read once. @throws HarnessError `contract-stale` */
export const gaps = once(
  (): ReadonlyMap<string, Gap> => new Map((source('gaps') as readonly Gap[]).map(gap => [gap.id, gap])),
);
