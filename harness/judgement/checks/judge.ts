import { createHash } from 'node:crypto';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Interpretation } from '../../evidence/interpretation.ts';
import { View } from '../../evidence/view.ts';
import { type Breach, type Check, type Hidden, isPass, type Pass, type Severity } from './check.ts';
import { CHECKS } from './index.ts';

/** All sightings of one cause: one breach or one piece of advice, with its evidence. */
export interface Finding extends Omit<Breach, 'cause' | 'severity' | 'evidence'> {
  /** Equal in all runs for the same check, requirement and cause. */
  readonly id: string;
  /** The check that found it. */
  readonly check: string;
  readonly severity: Severity;
  /** The number of sightings. */
  readonly count: number;
  /** The condition that all its sightings share and no others, with their number; or only the number. */
  readonly only?: string;
  /**
   * The finding under which this one is listed, by its position in the summary, and why: both break the same
   * `requirement`, or the `evidence` of this one is always near that of the other.
   */
  readonly below?: { readonly finding: number; readonly why: 'requirement' | 'evidence' };
  /** When an earlier run first had it (ISO 8601); absent if there is no earlier run or the finding is new. */
  readonly since?: string;
  /** Ids of all exchanges, deliveries, journeys and cases that show it, most telling first. */
  readonly evidence: readonly string[];
}

/** Evidence in which a requirement could not be judged, and the breaches that may be the reason. */
export type HiddenPlace = Pick<Hidden, 'by' | 'evidence'>;

/** The results of all checks for one requirement. */
interface Tally {
  /** The number of sightings that it holds. */
  readonly passed: number;
  /** The number of sightings that it is broken. */
  readonly broken: number;
  /** Where it was due but could not be judged. */
  readonly hidden: readonly HiddenPlace[];
}

/** The outcome of all checks for one body of evidence. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly tallies: ReadonlyMap<string, Tally>;
}

/** The outcome under the interpretation with the fewest findings; among equals, the first. */
export interface JudgedUnder extends Judged {
  readonly interpretation: Interpretation;
  shownBy(finding: Pick<Finding, 'id' | 'check' | 'requirement'>): Compared;
}

/** The evidence of a finding, one id per sighting, and the evidence of the same check that its requirement holds. */
export interface Compared {
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

/**
 * Judges evidence. Every interpretation is a hypothesis about the service, and all checks judge it as a whole. The run
 * is conformant if and only if one hypothesis breaks nothing. Otherwise the hypotheses with the fewest findings count:
 * a requirement is violated if all of them break it, and the reported breaches are those of the first. Live, replayed,
 * merged and mutated records are judged alike.
 */
export function judge(
  evidence: Evidence,
  interpretations: readonly [Interpretation, ...Interpretation[]],
  checks: readonly Check[] = CHECKS,
): JudgedUnder {
  const [least, ...others] = leastOf(interpretations.map(one => hypothesisOf(View.of(evidence, one), checks)));
  const all = [least, ...others];
  const failing = least.cost === 0 ? NONE : failingIn([least, ...others]);
  const advised = inAll(all.map(({ broken, advised }) => broken.union(advised)));
  const findings = new Map<string, Sightings>();
  const tallies = new Map<string, { passed: number; broken: number; hidden: HiddenPlace[] }>();
  const tallyOf = (requirement: string) => {
    const tally = tallies.get(requirement) ?? { passed: 0, broken: 0, hidden: [] };
    tallies.set(requirement, tally);
    return tally;
  };
  for (const { check, breaches, passes, hidden } of least.outcomes) {
    for (const { requirement } of passes) tallyOf(requirement).passed++;
    for (const { requirement, also = [], ...found } of breaches) {
      const advice = found.severity === 'advice';
      const [first, ...more] = [requirement, ...also].filter(id => (advice ? advised : failing).has(id));
      if (first === undefined) continue;
      merge(findings, check, { requirement: first, also: more, ...found });
      if (!advice) for (const id of [first, ...more]) tallyOf(id).broken++;
    }
    for (const { requirement, by, evidence: ids } of hidden) tallyOf(requirement).hidden.push({ by, evidence: ids });
  }
  return {
    interpretation: least.interpretation,
    findings: [...findings.values()].map(findingOf),
    tallies,
    shownBy: ({ id, check, requirement }) => {
      const sightings = [...findings.values()].filter(finding => idOf(finding) === id);
      const { passes = [] } = least.outcomes.find(outcome => outcome.check === check) ?? {};
      return {
        wrong: sightings.flatMap(({ shownBy }) => [...shownBy]),
        right: passes.flatMap(pass => (pass.requirement === requirement ? [pass.evidence] : [])),
      };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** What all checks found under one interpretation. */
type Hypothesis = ReturnType<typeof hypothesisOf>;

/** `broken` and `advised` include requirements under `also`; `cost` counts causes of breaches, each once. */
function hypothesisOf(view: View, checks: readonly Check[]) {
  const outcomes = checks.map(check => sortOut(check, view));
  const broken = new Set<string>();
  const advised = new Set<string>();
  const causes = new Set<string>();
  for (const { check, breaches } of outcomes)
    for (const { requirement, also = [], cause, severity } of breaches) {
      if (severity === 'advice') {
        advised.add(requirement);
        continue;
      }
      causes.add(JSON.stringify([check, requirement, cause]));
      for (const id of [requirement, ...also]) broken.add(id);
    }
  return { interpretation: view.interpretation, outcomes, broken, advised, cost: causes.size };
}

function sortOut(check: Check, view: View) {
  const outcome = { check: check.id, breaches: [] as Breach[], passes: [] as Pass[], hidden: [] as Hidden[] };
  for (const judgement of check.judge(view)) {
    if (isPass(judgement)) outcome.passes.push(judgement);
    else if ('hidden' in judgement) outcome.hidden.push(judgement);
    else outcome.breaches.push(judgement);
  }
  return outcome;
}

/** The hypotheses with the lowest cost, best first. */
function leastOf(hypotheses: readonly Hypothesis[]): readonly [Hypothesis, ...Hypothesis[]] {
  const cost = Math.min(...hypotheses.map(own => own.cost));
  return hypotheses.filter(own => own.cost === cost) as [Hypothesis, ...Hypothesis[]];
}

/** The requirements that every hypothesis breaks. If there is none, those that the first one breaks. */
function failingIn(hypotheses: readonly [Hypothesis, ...Hypothesis[]]): ReadonlySet<string> {
  const failing = inAll(hypotheses.map(({ broken }) => broken));
  return failing.size === 0 ? hypotheses[0].broken : failing;
}

function inAll(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return sets.reduce<ReadonlySet<string>>((common, set) => common.intersection(set), sets[0] ?? NONE);
}

/**
 * The id of a finding, from what identifies its cause. It is short enough to type after `explain`; a collision of two
 * causes in one run is very unlikely.
 */
export function findingId(key: string): string {
  return `f-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}

/** The sightings of one cause. There may be many, so they are added one at a time. */
interface Sightings {
  readonly check: string;
  readonly cause: string;
  /** A breach if any sighting is one; then only the breaches count. */
  readonly severity: Severity;
  /** The first sighting, which provides the words of the finding. */
  readonly first: Omit<Breach, 'cause' | 'severity' | 'evidence' | 'also'>;
  /** A sighting need not show everything that its cause breaks. */
  readonly also: Set<string>;
  readonly evidence: Set<string>;
  /** The most telling evidence of each sighting. */
  readonly shownBy: Set<string>;
  count: number;
}

function merge(findings: Map<string, Sightings>, check: string, breach: Breach): void {
  const { cause, severity = 'breach', evidence, also = [], ...first } = breach;
  const key = JSON.stringify([check, first.requirement, cause]);
  const sets = () => ({ also: new Set<string>(), evidence: new Set<string>(), shownBy: new Set<string>() });
  const earlier = findings.get(key);
  // If a cause breaks the contract, advice on it adds nothing.
  if (earlier?.severity === 'breach' && severity === 'advice') return;
  const isFirst = earlier === undefined || earlier.severity !== severity;
  const known = isFirst ? { check, cause, severity, first, ...sets(), count: 0 } : earlier;
  findings.set(key, known);
  known.count++;
  for (const id of also) known.also.add(id);
  for (const id of evidence) known.evidence.add(id);
  for (const id of evidence.slice(0, 1)) known.shownBy.add(id);
}

function idOf({ check, cause, severity, first }: Sightings): string {
  return findingId(JSON.stringify([check, first.requirement, cause, severity]));
}

function findingOf(sightings: Sightings): Finding {
  const { check, severity, first, also, evidence, count } = sightings;
  return {
    id: idOf(sightings),
    check,
    severity,
    ...first,
    ...(also.size > 0 && { also: [...also] }),
    count,
    evidence: [...evidence],
  };
}
