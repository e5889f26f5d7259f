import type { Finding } from '../checks/judge.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Verdict } from '../core/exit-codes.ts';
import { plural } from '../core/plural.ts';
import type { RunKind, Shortfall } from './kinds/run-kind.ts';
import { NOT_THE_SERVICE } from './recognition.ts';

/** A verdict, whose fault it is, and what to do first. */
export interface VerdictReached {
  readonly verdict: Verdict;
  /**
   * In one word, what decided: none, service, sdk, network, tunnel, configuration, harness, deadline, person,
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
    return {
      verdict: 'interrupted',
      cause: 'person',
      message: `The ${kind.noun} was stopped; what was recorded until then is kept.`,
    };
  const breach = findings.find(({ severity }) => severity === 'breach');
  if (breach) {
    const bug = kind.judged === 'sdk' && breach.likely !== undefined ? ` (likely cause: ${breach.likely})` : '';
    return {
      verdict: 'nonconformant',
      cause: kind.judged,
      message: `${kind.subject} breaks the specification: ${breach.message}${bug}. See the first finding.`,
    };
  }
  if (end.reason === 'unreachable') return unreachable(end);
  const failed = scenarios.find(({ outcome }) => outcome === 'failed');
  if (end.reason === 'broken' || failed) {
    const what = end.reason === 'broken' ? end.message : `${failed?.reason}, in ${failed?.id}`;
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed: ${what}. Please report it with the run folder.`,
    };
  }
  if (end.reason === 'deadline')
    return {
      verdict: 'incomplete',
      cause: 'deadline',
      message: 'The deadline came before the end. Give more time with --deadline, or raise MAX_IN_FLIGHT.',
    };
  const [shortfall] = shortfalls;
  if (shortfall) {
    const setting = shortfalls.find(({ setting: named }) => named !== undefined)?.setting;
    const next = setting === undefined ? '' : ` Set ${setting}.`;
    return {
      verdict: 'incomplete',
      cause: kind.incomplete,
      message: `No breach, but not everything was shown: ${shortfall.what}.${next}`,
    };
  }
  const known = new Set(run.known?.map(({ requirement }) => requirement));
  const excused = findings.filter(({ requirement }) => known.has(requirement)).length;
  const message = kind.conformant(excused === 0 ? '' : ` other than ${plural(excused, 'known failure')}`);
  return { verdict: 'conformant', cause: 'none', message };
}

/** Nothing that is unreachable says anything about the contract. */
function unreachable({ code, message, received, next }: NonNullable<Evidence['end']>): VerdictReached {
  if (code === undefined)
    return {
      verdict: 'unreachable',
      cause: 'network',
      message:
        `The target could not be reached (${message}); this says nothing about the contract. ` +
        'Check SANDBOX_URL, and that the target is up.',
    };
  const what = message ?? code;
  const got = received === undefined ? '' : ` (${received.replace(/\s+/g, ' ')})`;
  return {
    verdict: 'unreachable',
    cause: causeOf(code),
    message:
      `${what.charAt(0).toUpperCase()}${what.slice(1)}${got}; this says nothing about the contract.` +
      (next === undefined ? '' : ` Next: ${next}.`),
  };
}

/** What an error of this side is about, by its code. */
function causeOf(code: string): string {
  if (code === NOT_THE_SERVICE) return code;
  return code.startsWith('tunnel-') ? 'tunnel' : 'configuration';
}
