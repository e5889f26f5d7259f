import { createHash } from 'node:crypto';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Interpretation } from '../../evidence/interpretation.ts';
import { View } from '../../evidence/view.ts';
import { type Breach, type Check, type Hidden, isPass, type Pass, type Severity } from './check.ts';
import { CHECKS } from './index.ts';

/** One cause, however often it was seen: one breach, or one piece of advice, with its evidence. */
export interface Finding extends Omit<Breach, 'cause' | 'severity' | 'evidence'> {
  /** The same for the same check, requirement and cause, in every run. */
  readonly id: string;
  /** The check that found it. */
  readonly check: string;
  readonly severity: Severity;
  /** How often it was seen. */
  readonly count: number;
  /** The condition under which alone it was seen, and how often then; or how often, where none is known. */
  readonly only?: string;
  /**
   * The finding that this one is told below, by its position in the summary, and why: it breaks the same `requirement`
   * in another way; or each exchange, delivery or case that shows this one is near one that shows that (`evidence`).
   */
  readonly below?: { readonly finding: number; readonly why: 'requirement' | 'evidence' };
  /** When an earlier run first had it, ISO 8601; absent where there is none to compare with, or it is new. */
  readonly since?: string;
  /** Ids of all exchanges, deliveries, journeys and cases that show it, the most telling first. */
  readonly evidence: readonly string[];
}

/** Where a requirement could not be judged, and the breaches that may be why. */
export type HiddenPlace = Pick<Hidden, 'by' | 'evidence'>;

/** What the checks said about a requirement. */
export interface Tally {
  /** Sightings that it holds. */
  readonly passed: number;
  /** Sightings that it is broken. */
  readonly broken: number;
  /** The checks that looked at it. */
  readonly checks: readonly string[];
  /** Each time that it was due and could not be judged. */
  readonly hidden?: readonly HiddenPlace[];
}

/** The outcome of all checks over one body of evidence. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly tallies: ReadonlyMap<string, Tally>;
}

/** The outcome, with the interpretation that explains the evidence best: the first that needs the fewest findings. */
export interface JudgedUnder extends Judged {
  readonly interpretation: Interpretation;
  shownBy(finding: Pick<Finding, 'id' | 'check' | 'requirement'>): Shown;
}

/** What shows a finding, one id for each sighting; and what shows that its requirement holds, by the same check. */
export interface Shown {
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

/**
 * Judges evidence: every interpretation is one hypothesis about the service, and is judged whole, by all checks. The
 * run is conformant if and only if one hypothesis breaks nothing. Otherwise the hypotheses with the fewest findings
 * explain it best; a requirement is violated if each of these breaks it, and the reported breaches are those of the
 * first. A live, replayed, merged or mutated record is judged in the same way.
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
  const tallies: Tallies = new Map();
  for (const { check, breaches, passes, hidden } of least.outcomes) {
    for (const { requirement } of passes) tallyOf(tallies, requirement, check).passed++;
    for (const { requirement, also = [], ...found } of breaches) {
      const advice = found.severity === 'advice';
      const [first, ...more] = [requirement, ...also].filter(id => (advice ? advised : failing).has(id));
      if (first === undefined) continue;
      merge(findings, check, { requirement: first, also: more, ...found });
      if (!advice) for (const id of [first, ...more]) tallyOf(tallies, id, check).broken++;
    }
    for (const { requirement, by, evidence: ids } of hidden)
      tallyOf(tallies, requirement, check).hidden.push({ by, evidence: ids });
  }
  return {
    interpretation: least.interpretation,
    findings: [...findings.values()].map(findingOf),
    tallies: new Map([...tallies].map(([id, tally]) => [id, tallied(tally)])),
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

/** A tally that is being made. */
interface OpenTally {
  passed: number;
  broken: number;
  readonly hidden: HiddenPlace[];
  readonly checks: Set<string>;
}

type Tallies = Map<string, OpenTally>;

function tallied({ passed, broken, hidden, checks }: OpenTally): Tally {
  return { passed, broken, checks: [...checks], ...(hidden.length > 0 && { hidden }) };
}

function tallyOf(tallies: Tallies, requirement: string, check: string): OpenTally {
  const tally = tallies.get(requirement) ?? { passed: 0, broken: 0, hidden: [], checks: new Set<string>() };
  tallies.set(requirement, tally);
  tally.checks.add(check);
  return tally;
}

/** What one check found under one interpretation. */
interface CheckOutcome {
  readonly check: string;
  readonly breaches: readonly Breach[];
  readonly passes: readonly Pass[];
  readonly hidden: readonly Hidden[];
}

/** What all checks found under one interpretation. */
interface Hypothesis {
  readonly interpretation: Interpretation;
  readonly outcomes: readonly CheckOutcome[];
  /** Requirements that are broken, as the first of a breach or beside it. */
  readonly broken: ReadonlySet<string>;
  /** Requirements with advice. */
  readonly advised: ReadonlySet<string>;
  /** How many causes of breaches it needs. A cause counts once, however often it was seen. */
  readonly cost: number;
}

function hypothesisOf(view: View, checks: readonly Check[]): Hypothesis {
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

function sortOut(check: Check, view: View): CheckOutcome {
  const outcome = { check: check.id, breaches: [] as Breach[], passes: [] as Pass[], hidden: [] as Hidden[] };
  for (const judgement of check.judge(view)) {
    if (isPass(judgement)) outcome.passes.push(judgement);
    else if ('hidden' in judgement) outcome.hidden.push(judgement);
    else outcome.breaches.push(judgement);
  }
  return outcome;
}

/** The hypotheses of least cost, best first. */
function leastOf(hypotheses: readonly Hypothesis[]): readonly [Hypothesis, ...Hypothesis[]] {
  const cost = Math.min(...hypotheses.map(own => own.cost));
  return hypotheses.filter(own => own.cost === cost) as [Hypothesis, ...Hypothesis[]];
}

/** The requirements that every hypothesis breaks. Where no two break the same, what the first one breaks stands. */
function failingIn(hypotheses: readonly [Hypothesis, ...Hypothesis[]]): ReadonlySet<string> {
  const failing = inAll(hypotheses.map(({ broken }) => broken));
  return failing.size === 0 ? hypotheses[0].broken : failing;
}

function inAll(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return sets.reduce<ReadonlySet<string>>((common, set) => common.intersection(set), sets[0] ?? NONE);
}

/**
 * The id of a finding, from what makes two sightings the same. Short enough to be typed after `explain`; that two
 * causes of one run share one is very unlikely.
 */
export function findingId(key: string): string {
  return `f-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}

/** The sightings of one cause. They are added one at a time: sightings may be many. */
interface Sightings {
  readonly check: string;
  readonly cause: string;
  /** A breach if any sighting is one; then only these count. */
  readonly severity: Severity;
  /** The first sighting, whose words the finding takes. */
  readonly first: Omit<Breach, 'cause' | 'severity' | 'evidence' | 'also'>;
  /** Not every sighting of a cause shows all that it breaks. */
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
  // Where a cause breaks the contract, advice on it adds nothing.
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
