import { createHash } from 'node:crypto';
import type { Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { View } from '../core/view.ts';
import { type Breach, type Check, isBreach, type Judgement, type Pass, type Severity } from './check.ts';
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
  /** When an earlier run first had it, ISO 8601; absent where there is none to compare with, or it is new. */
  readonly since?: string;
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
  readonly unattributed: number;
}

/** How many pieces of evidence a finding names. */
export const MOST_EVIDENCE = 20;

/**
 * Judges evidence: every check under every reading. A requirement fails only if it does so under all of them; the
 * breaches reported are those of the first reading. A live run, a replayed one, and one that was tampered with to see
 * whether it shows all go through here.
 */
export function judge(
  evidence: Evidence,
  interpretations: readonly [Interpretation, ...Interpretation[]],
  checks: readonly Check[] = CHECKS,
): Judged {
  const views = interpretations.map(interpretation => new View(evidence, interpretation)) as [View, ...View[]];
  const findings = new Map<string, Finding>();
  const tallies: Tallies = new Map();
  for (const check of checks) {
    const heard = views.map(view => hear(check.judge(view))) as [Heard, ...Heard[]];
    const failing = failingIn(heard);
    const advised = inAll(heard.map(({ broken, advised }) => broken.union(advised)));
    for (const requirement of passesIn(heard, failing)) tallyOf(tallies, requirement, check.id).passed++;
    for (const { requirement, also = [], ...found } of heard[0].breaches) {
      const advice = found.severity === 'advice';
      const [first, ...more] = [requirement, ...also].filter(id => (advice ? advised : failing).has(id));
      if (first === undefined) continue;
      merge(findings, check.id, { requirement: first, ...(more.length > 0 && { also: more }), ...found });
      if (!advice) for (const id of [first, ...more]) tallyOf(tallies, id, check.id).broken++;
    }
  }
  return {
    findings: [...findings.values()],
    owners: new Map(views[0].deliveries.map(delivery => [delivery.id, views[0].journeyOf(delivery)?.id ?? ''])),
    unattributed: evidence.deliveries.length - views[0].deliveries.length,
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

/** What one check said under one reading. */
interface Heard {
  readonly breaches: readonly Breach[];
  readonly passes: readonly Pass[];
  /** Requirements that are broken, as the first of a breach or beside it. */
  readonly broken: Set<string>;
  /** Requirements that there is advice on. */
  readonly advised: Set<string>;
}

function hear(judgements: Iterable<Judgement>): Heard {
  const heard = {
    breaches: [] as Breach[],
    passes: [] as Pass[],
    broken: new Set<string>(),
    advised: new Set<string>(),
  };
  for (const judgement of judgements) {
    if (!isBreach(judgement)) heard.passes.push(judgement);
    else {
      heard.breaches.push(judgement);
      const { requirement, also = [], severity } = judgement;
      if (severity === 'advice') heard.advised.add(requirement);
      else for (const id of [requirement, ...also]) heard.broken.add(id);
    }
  }
  return heard;
}

/**
 * Requirements that fail: those broken under every reading. Where every reading breaks something but no two of them the
 * same, none of them explains the evidence, and what the best of them breaks stands.
 */
function failingIn(heard: readonly [Heard, ...Heard[]]): ReadonlySet<string> {
  const failing = inAll(heard.map(({ broken }) => broken));
  return failing.size === 0 && heard.every(({ broken }) => broken.size > 0) ? heard[0].broken : failing;
}

/** Requirements that were seen to hold: what holds under another reading only is taken from there. */
function passesIn(heard: readonly [Heard, ...Heard[]], failing: ReadonlySet<string>): readonly string[] {
  const readingOf = (requirement: string) =>
    failing.has(requirement) ? heard[0] : heard.find(({ broken }) => !broken.has(requirement));
  return heard.flatMap(own =>
    own.passes.map(({ requirement }) => requirement).filter(requirement => readingOf(requirement) === own),
  );
}

function inAll(sets: readonly Set<string>[]): Set<string> {
  return sets.reduce((common, set) => common.intersection(set));
}

/**
 * The id of a finding, from what makes two sightings the same. Short enough to be typed after `explain`; that two
 * causes of one run share one is very unlikely.
 */
export function findingId(key: string): string {
  return `f-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}

function merge(findings: Map<string, Finding>, check: string, breach: Breach): void {
  const { cause, severity = 'breach', evidence, ...rest } = breach;
  const key = JSON.stringify([check, rest.requirement, cause, severity]);
  const known = findings.get(key);
  // Not every sighting of a cause shows all that it breaks.
  const also = new Set([...(known?.also ?? []), ...(rest.also ?? [])]);
  findings.set(key, {
    id: findingId(key),
    check,
    severity,
    ...rest,
    ...known,
    ...(also.size > 0 && { also: [...also] }),
    count: (known?.count ?? 0) + 1,
    evidence: [...new Set([...(known?.evidence ?? []), ...evidence])].slice(0, MOST_EVIDENCE),
  });
}
