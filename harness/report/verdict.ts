import type { Judged } from '../checks/judge.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Verdict } from '../core/exit-codes.ts';
import { NOT_THE_SERVICE } from './recognition.ts';
import type { Shortfall } from './shortfalls.ts';

/** A verdict, whose fault it is, and what to do first. */
export interface VerdictReached {
  readonly verdict: Verdict;
  /** In one word, which of ours or theirs it was: none, service, sdk, network, tunnel, configuration, harness, deadline, person, not-the-service. */
  readonly cause: string;
  /** The verdict in one sentence, with the first thing to do. */
  readonly message: string;
}

/** The verdict on a judged run: what a person ended, then breaches, then what is ours, then what is missing. */
export function verdictOf(evidence: Evidence, judged: Judged, shortfalls: readonly Shortfall[]): VerdictReached {
  const { end, scenarios } = evidence;
  const breaches = judged.findings.filter(({ severity }) => severity === 'breach');
  const broke = scenarios.find(({ outcome }) => outcome === 'failed');
  if (end?.reason === 'interrupted' || end === undefined) {
    return {
      verdict: 'interrupted',
      cause: 'person',
      message: 'The run was stopped; what was recorded until then is kept.',
    };
  }
  if (breaches.length > 0) {
    const [first] = breaches;
    return {
      verdict: 'nonconformant',
      cause: 'service',
      message: `The service breaks its specification: ${first?.message}. Look at the first finding.`,
    };
  }
  if (end.reason === 'unreachable' && end.code !== undefined) {
    const received = end.received === undefined ? '' : ` (${end.received.replace(/\s+/g, ' ')})`;
    return {
      verdict: 'unreachable',
      cause: causeOf(end.code),
      message: `${sentence(end.message ?? end.code)}${received}; this says nothing about the contract.${end.next === undefined ? '' : ` Next: ${end.next}.`}`,
    };
  }
  if (end.reason === 'unreachable') {
    return {
      verdict: 'unreachable',
      cause: 'network',
      message: `The target could not be reached (${end.message}); this says nothing about the contract. Check SANDBOX_URL, and that the target is up.`,
    };
  }
  if (end.reason === 'broken') {
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed: ${end.message}. Please report it with the run folder.`,
    };
  }
  if (broke) {
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed in ${broke.id}: ${broke.reason}. Please report it with the run folder.`,
    };
  }
  if (end.reason === 'deadline') {
    return {
      verdict: 'incomplete',
      cause: 'deadline',
      message: 'The deadline came before the end. Give more time with --deadline, or raise MAX_IN_FLIGHT.',
    };
  }
  const [shortfall] = shortfalls;
  if (shortfall) {
    const named = shortfalls.find(({ setting }) => setting !== undefined)?.setting;
    return {
      verdict: 'incomplete',
      cause: 'configuration',
      message: `No breach, but not everything was shown: ${shortfall.what}.${named === undefined ? '' : ` Set ${named}.`}`,
    };
  }
  const { suites, shards } = evidence.run.settings;
  const known = new Set(evidence.run.known?.map(({ requirement }) => requirement));
  const borne = judged.findings.filter(({ requirement }) => known.has(requirement)).length;
  const but = borne === 0 ? '' : ` but what is known and borne with (${borne})`;
  if (shards && !evidence.run.merged) {
    return {
      verdict: 'conformant',
      cause: 'none',
      message: `No breach${but} in shard ${shards.have.join()} of ${shards.of}; \`merge\` judges all shards together.`,
    };
  }
  return {
    verdict: 'conformant',
    cause: 'none',
    message:
      suites.length === 0
        ? `No breach${but}, and nothing that this target could have shown went unproved.`
        : `No breach${but} in what was asked for: ${suites.join(', ')} alone.`,
  };
}

/** What an error of this side is about, by its code. */
function causeOf(code: string): string {
  if (code === NOT_THE_SERVICE) return code;
  return code.startsWith('tunnel-') ? 'tunnel' : 'configuration';
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
