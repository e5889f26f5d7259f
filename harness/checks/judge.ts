import { createHash } from 'node:crypto';
import type { Evidence } from '../core/evidence.ts';
import type { Reading } from '../core/reading.ts';
import { View } from '../core/view.ts';
import { type Breach, type Check, isBreach, type Judgement, type Severity } from './check.ts';
import { CHECKS } from './index.ts';

/** One thing that is wrong, however often it was seen. */
export interface Finding extends Omit<Breach, 'cause' | 'severity' | 'evidence'> {
  /** The same for the same check, requirement and cause, in every run. */
  readonly id: string;
  /** The check that found it. */
  readonly check: string;
  readonly severity: Severity;
  /** How often it was seen. */
  readonly count: number;
  /** Ids of the exchanges, deliveries and journeys that show it, at most {@link MOST_EVIDENCE}. */
  readonly evidence: readonly string[];
}

/** What the checks said about a requirement. */
export interface Tally {
  /** How often it was seen to hold. */
  readonly passed: number;
  /** How often it was seen broken. */
  readonly broken: number;
  /** The checks that looked at it. */
  readonly checks: readonly string[];
}

/** The outcome of all checks over one body of evidence. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly tallies: ReadonlyMap<string, Tally>;
  /** By delivery id: the journey that it belongs to, under the first reading. */
  readonly owners: ReadonlyMap<string, string>;
  /** Deliveries about no order of ours. */
  readonly strays: number;
}

/** How many pieces of evidence a finding names. */
export const MOST_EVIDENCE = 20;

/**
 * Judges evidence: every check under every reading. A check fails a requirement only if it does so under all of them;
 * the breaches reported are those of the first reading. A live run, a replayed one, and one that was tampered with to
 * see whether it shows all go through here.
 */
export function judge(
  evidence: Evidence,
  readings: readonly [Reading, ...Reading[]],
  checks: readonly Check[] = CHECKS,
): Judged {
  const views = readings.map(reading => new View(evidence, reading)) as [View, ...View[]];
  const findings = new Map<string, Finding>();
  const tallies: Tallies = new Map();
  for (const check of checks) {
    const [first, ...others] = views.map(view => [...check.judge(view)]) as [Judgement[], ...Judgement[][]];
    const excused = excusedBy(others);
    for (const judgement of first) {
      if (!isBreach(judgement)) {
        tallyOf(tallies, judgement.requirement, check.id).passed++;
      } else if (!excused.has(judgement.requirement)) {
        merge(findings, check.id, judgement);
        if (judgement.severity === 'advice') continue;
        for (const requirement of [judgement.requirement, ...(judgement.also ?? [])])
          tallyOf(tallies, requirement, check.id).broken++;
      }
    }
  }
  return {
    findings: [...findings.values()],
    owners: new Map(views[0].deliveries.map(delivery => [delivery.id, views[0].journeyOf(delivery)?.id ?? ''])),
    strays: evidence.deliveries.length - views[0].deliveries.length,
    tallies: new Map([...tallies].map(([id, tally]) => [id, { ...tally, checks: [...tally.checks] }])),
  };
}

type Tallies = Map<string, { passed: number; broken: number; readonly checks: Set<string> }>;

function tallyOf(tallies: Tallies, requirement: string, check: string): { passed: number; broken: number } {
  const tally = tallies.get(requirement) ?? { passed: 0, broken: 0, checks: new Set<string>() };
  tallies.set(requirement, tally);
  tally.checks.add(check);
  return tally;
}

/** Requirements that some other reading finds no fault with. */
function excusedBy(others: readonly (readonly Judgement[])[]): { has(requirement: string): boolean } {
  const broken = others.map(judgements => new Set(judgements.filter(isBreach).map(({ requirement }) => requirement)));
  return { has: requirement => broken.some(set => !set.has(requirement)) };
}

/** Short enough to be typed after `explain`; that two causes of one run share one is very unlikely. */
function idOf(key: string): string {
  return `f-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}

function merge(findings: Map<string, Finding>, check: string, breach: Breach): void {
  const { cause, severity = 'breach', evidence, ...rest } = breach;
  const key = JSON.stringify([check, rest.requirement, cause]);
  const known = findings.get(key);
  if (known === undefined)
    findings.set(key, {
      id: idOf(key),
      check,
      severity,
      count: 1,
      ...rest,
      evidence: evidence.slice(0, MOST_EVIDENCE),
    });
  else
    findings.set(key, {
      ...known,
      count: known.count + 1,
      evidence: [...new Set([...known.evidence, ...evidence])].slice(0, MOST_EVIDENCE),
    });
}
