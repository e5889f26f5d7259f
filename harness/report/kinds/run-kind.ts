import type { Requirement } from '../../contract/requirements.ts';
import type { Evidence, ScenarioRecord } from '../../evidence/evidence.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Check } from '../../judgement/checks/check.ts';
import type { HiddenPlace } from '../../judgement/checks/judge.ts';
import { ownCommand } from '../../settings/own-command.ts';

/** Something that this target could have shown and did not, and the setting that makes it do so. */
export interface Shortfall {
  readonly what: string;
  readonly setting?: string;
  /** Present where no setting would show it: the target hides it, or another program is in the way. */
  readonly cause?: 'service' | 'configuration';
}

/** What the skipped ones among scenarios did not show. */
export function skipped(scenarios: readonly ScenarioRecord[]): readonly Shortfall[] {
  return scenarios
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ reason = 'a scenario was skipped', setting }) => ({
      what: reason,
      ...(setting !== undefined && { setting }),
    }));
}

/** A requirement that nothing showed, and why. */
export interface Unseen {
  readonly status: 'not-exercised' | 'not-testable';
  readonly reason: string;
  /** What silence hides it in, by journey: its exchanges. Absent: what the checks say. */
  readonly hidden?: readonly HiddenPlace[];
}

/**
 * What differs between a run against a service and the gates of an SDK and of a webhook endpoint. One pipeline leads
 * from evidence to summary; it reads the differences here.
 */
export interface RunKind {
  /** What judges the evidence, in the order in which a person wants to read the findings. */
  readonly checks: readonly Check[];
  /** Who is judged: the cause of a nonconformant run. */
  readonly judged: 'service' | 'sdk' | 'endpoint';
  /** Who is judged, as the subject of a sentence. */
  readonly subject: string;
  /** What the run is called in a sentence. */
  readonly noun: 'run' | 'gate';
  /** The cause of an incomplete run. */
  readonly incomplete: 'configuration' | 'sdk';
  /** Why nothing showed a requirement. */
  unseen(requirement: Requirement): Unseen;
  /**
   * Everything that is missing for a whole verdict, the most far-reaching first.
   *
   * @param notExercised requirements that were not exercised
   */
  shortfalls(notExercised: readonly { readonly id: string; readonly reason?: string }[]): readonly Shortfall[];
  /** What a gate shows of gaps. Default: nothing; the facts of a service are found otherwise. */
  readonly facts?: readonly Fact[];
  /** The message of a conformant run. @param known ` other than …`, where there are known failures; else empty */
  conformant(known: string): string;
}

/** The command that tries one case of a gate again; undefined for a pact, which has none. */
export function repeatCase({ gate, target, seed }: Evidence['run'], id: string): string | undefined {
  if (gate?.endpoint) {
    const { options } = gate.endpoint;
    return ownCommand('gate', '--endpoint', target.url, ...options, '--case', id, '--seed', String(seed));
  }
  if (id.startsWith('pact/')) return undefined;
  return ownCommand('gate', '--case', id, '--', ...(gate?.adapter?.command ?? []));
}
