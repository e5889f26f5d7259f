import type { Verdict } from '../base/exit-codes.ts';
import { plural } from '../base/plural.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { statesCause } from '../gates/sdk/diagnosis/cause-first.ts';
import { whyNoAnswer } from '../journeys/no-answer.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { askForSetting } from '../settings/settings.ts';
import type { RunKind, Shortfall } from './kinds/run-kind.ts';
import { NOT_THE_SERVICE } from './recognition.ts';
import { startSentence } from './wording.ts';

/** A verdict, whose fault it is, and what to do first. */
export interface VerdictReached {
  readonly verdict: Verdict;
  /**
   * In one word, what decided: none, service, sdk, endpoint, network, tunnel, configuration, harness, deadline, person,
   * not-the-service.
   */
  readonly cause: string;
  /** The verdict in one sentence, with the first thing to do. */
  readonly message: string;
}

/** The verdict on a judged run: an interrupt, then breaches, then what failed on this side, then what is missing. */
export function verdictOf(
  { end, run, scenarios }: Evidence,
  kind: RunKind,
  findings: readonly Finding[],
  shortfalls: readonly Shortfall[],
): VerdictReached {
  if (end?.reason === 'interrupted' || end === undefined)
    return reached('interrupted', 'person', `The ${kind.noun} was stopped; the record until then is kept.`);
  const breach = findings.find(({ severity }) => severity === 'breach');
  if (breach) {
    const isUnsaid = kind.judged !== 'service' && breach.likely !== undefined && !statesCause(breach);
    const bug = isUnsaid ? ` (likely cause: ${breach.likely})` : '';
    const message = `${kind.subject} breaks the contract: ${breach.message}${bug}. See the first finding.`;
    return reached('nonconformant', kind.judged, message);
  }
  if (end.reason === 'unreachable') return unreachable(end);
  const failed = scenarios.find(({ outcome }) => outcome === 'failed');
  if (end.reason === 'broken' || failed) {
    const what = end.reason === 'broken' ? end.message : `${failed?.reason}, in ${failed?.id}`;
    const message = `The harness itself failed: ${what}. Please report it with the run folder.`;
    return reached('unreachable', 'harness', message);
  }
  if (end.reason === 'deadline') {
    const next = 'Give more time with --deadline, or raise MAX_IN_FLIGHT.';
    return reached('incomplete', 'deadline', `The run reached its deadline. ${next}`);
  }
  const [shortfall] = shortfalls;
  if (shortfall) {
    const named = shortfalls.find(({ setting }) => setting !== undefined)?.setting;
    const setting = shortfall.cause === undefined ? named : undefined;
    const next = setting === undefined ? '' : ` ${startSentence(askForSetting(setting, run))}.`;
    const message = `No breach, but the run is incomplete: ${shortfall.what}.${next}`;
    return reached('incomplete', shortfall.cause ?? kind.incomplete, message);
  }
  const known = new Set(run.known?.map(({ requirement }) => requirement));
  const excused = findings.filter(({ requirement }) => known.has(requirement)).length;
  const others = excused === 0 ? '' : ` other than ${plural(excused, 'known failure')}`;
  return reached('conformant', 'none', kind.conformant(others));
}

function reached(verdict: Verdict, cause: string, message: string): VerdictReached {
  return { verdict, cause, message };
}

/** Nothing that is unreachable says anything about the contract. */
function unreachable({ code, message, received, next }: NonNullable<Evidence['end']>): VerdictReached {
  const nothing = 'this says nothing about the contract.';
  if (code === undefined) {
    const { next: todo } = whyNoAnswer(message ?? '', 'SANDBOX_URL');
    return reached('unreachable', 'network', `The target could not be reached (${message}); ${nothing} Next: ${todo}.`);
  }
  const what = message ?? code;
  const got = received === undefined ? '' : ` (${received.replace(/\s+/g, ' ')})`;
  const then = next === undefined ? '' : ` Next: ${next}.`;
  const inWords = `${startSentence(what)}${got}; ${nothing}${then}`;
  return reached('unreachable', causeOf(code), inWords);
}

/** What an error of this side is about, by its code. */
function causeOf(code: string): string {
  if (code === NOT_THE_SERVICE) return code;
  if (code.endsWith('-unwritable')) return 'harness';
  if (code === 'service-paused') return 'service';
  return code.startsWith('tunnel-') ? 'tunnel' : 'configuration';
}
