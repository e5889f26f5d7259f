import type { Requirement } from '../../contract/requirements.ts';
import type { Evidence, ScenarioRecord } from '../../evidence/evidence.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Check } from '../../judgement/checks/check.ts';
import type { HiddenPlace } from '../../judgement/checks/judge.ts';
import { ownCommand } from '../../settings/own-command.ts';

/** Something that this target could have shown but did not, and the setting that would show it. */
export interface Shortfall {
  readonly what: string;
  readonly setting?: string;
  /** Present if no setting would show it, because the target hides it or another program interferes. */
  readonly cause?: 'service' | 'configuration';
}

/** What skipped scenarios did not show. */
export function skipped(scenarios: readonly ScenarioRecord[]): readonly Shortfall[] {
  return scenarios
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ reason = 'a scenario was skipped', setting }) => ({
      what: reason,
      ...(setting !== undefined && { setting }),
    }));
}

/** How many cases of a gate, and draws of its cases, were not asked for want of time. */
export function unasked(scenarios: readonly Pick<ScenarioRecord, 'reason'>[]): number {
  return scenarios.reduce((sum, { reason = '' }) => {
    const [whole, asked = 0, all = 1] = /^time ran out(?:.*, after (\d+) of (\d+) draws)?/.exec(reason) ?? [];
    return sum + (whole === undefined ? 0 : Number(all) - Number(asked));
  }, 0);
}

/** A requirement without evidence, and why. */
interface Unseen {
  readonly status: 'not-exercised' | 'not-testable';
  readonly reason: string;
  /** The exchanges in which missing webhooks hide it, by journey. Absent: those of the checks. */
  readonly hidden?: readonly HiddenPlace[];
}

/**
 * What differs between a service run and the gates of an SDK and of a webhook endpoint. All share one pipeline from
 * evidence to summary.
 */
export interface RunKind {
  /** The checks, in the order of the findings for a reader. */
  readonly checks: readonly Check[];
  /** What is judged: the cause of a nonconformant run. */
  readonly judged: 'service' | 'sdk' | 'endpoint';
  /** What is judged, as the subject of a sentence. */
  readonly subject: string;
  /** Why a requirement has no evidence. */
  unseen(requirement: Requirement): Unseen;
  /**
   * Everything that a full verdict lacks, the most far-reaching first.
   *
   * @param notExercised the requirements that were not exercised
   */
  shortfalls(notExercised: readonly { readonly id: string; readonly reason?: string }[]): readonly Shortfall[];
  /** The facts that a gate shows. Default: none. Service runs learn theirs from the record. */
  readonly facts?: readonly Fact[];
  /** The message of a conformant run. @param known ` other than …` if there are known failures, otherwise empty */
  conformant(known: string): string;
}

/** The command that repeats one case of a gate; `undefined` for a pact. */
export function repeatCase({ gate, target, seed }: Evidence['run'], id: string): string | undefined {
  if (gate?.endpoint) {
    const { options } = gate.endpoint;
    return ownCommand('gate', '--endpoint', target.url, ...options, '--case', id, '--seed', String(seed));
  }
  if (id.startsWith('pact/')) return undefined;
  return ownCommand('gate', '--case', id, '--', ...(gate?.adapter?.command ?? []));
}
