import { createHash } from 'node:crypto';
import type { Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { View } from '../core/view.ts';
import { type Breach, type Check, type Hidden, isPass, type Judgement, type Pass, type Severity } from './check.ts';
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

/**
 * Judges evidence: every check under every interpretation. A requirement is violated only if it is violated under each;
 * the reported breaches are those of the first. A live, replayed, merged or mutated record is judged in the same way.
 */
export function judge(
  evidence: Evidence,
  interpretations: readonly [Interpretation, ...Interpretation[]],
  checks: readonly Check[] = CHECKS,
): Judged {
  const views = interpretations.map(interpretation => View.of(evidence, interpretation)) as [View, ...View[]];
  const findings = new Map<string, Sightings>();
  const tallies: Tallies = new Map();
  for (const check of checks) {
    const outcomes = views.map(view => sortOut(check.judge(view))) as [Outcome, ...Outcome[]];
    const failing = failingIn(outcomes);
    const advised = inAll(outcomes.map(({ broken, advised }) => broken.union(advised)));
    for (const requirement of passesIn(outcomes, failing)) tallyOf(tallies, requirement, check.id).passed++;
    for (const { requirement, also = [], ...found } of outcomes[0].breaches) {
      const advice = found.severity === 'advice';
      const [first, ...more] = [requirement, ...also].filter(id => (advice ? advised : failing).has(id));
      if (first === undefined) continue;
      merge(findings, check.id, { requirement: first, also: more, ...found });
      if (!advice) for (const id of [first, ...more]) tallyOf(tallies, id, check.id).broken++;
    }
    for (const { requirement, by, evidence: ids } of outcomes[0].hidden)
      tallyOf(tallies, requirement, check.id).hidden.push({ by, evidence: ids });
  }
  return {
    findings: [...findings.values()].map(findingOf),
    tallies: new Map([...tallies].map(([id, tally]) => [id, tallied(tally)])),
  };
}

/** A tally that is being made. */
interface TallyMade {
  passed: number;
  broken: number;
  readonly hidden: HiddenPlace[];
  readonly checks: Set<string>;
}

type Tallies = Map<string, TallyMade>;

function tallied({ passed, broken, hidden, checks }: TallyMade): Tally {
  return { passed, broken, checks: [...checks], ...(hidden.length > 0 && { hidden }) };
}

function tallyOf(tallies: Tallies, requirement: string, check: string): TallyMade {
  const tally = tallies.get(requirement) ?? { passed: 0, broken: 0, hidden: [], checks: new Set<string>() };
  tallies.set(requirement, tally);
  tally.checks.add(check);
  return tally;
}

/** What one check found under one interpretation. */
interface Outcome {
  readonly breaches: readonly Breach[];
  readonly passes: readonly Pass[];
  readonly hidden: readonly Hidden[];
  /** Requirements that are broken, as the first of a breach or beside it. */
  readonly broken: Set<string>;
  /** Requirements with advice. */
  readonly advised: Set<string>;
}

function sortOut(judgements: Iterable<Judgement>): Outcome {
  const outcome = {
    breaches: [] as Breach[],
    passes: [] as Pass[],
    hidden: [] as Hidden[],
    broken: new Set<string>(),
    advised: new Set<string>(),
  };
  for (const judgement of judgements) {
    if (isPass(judgement)) outcome.passes.push(judgement);
    else if ('hidden' in judgement) outcome.hidden.push(judgement);
    else {
      outcome.breaches.push(judgement);
      const { requirement, also = [], severity } = judgement;
      if (severity === 'advice') outcome.advised.add(requirement);
      else for (const id of [requirement, ...also]) outcome.broken.add(id);
    }
  }
  return outcome;
}

/**
 * Violated requirements: those broken under every interpretation. Where each interpretation breaks something but no two
 * the same, none explains the evidence, and what the first one breaks stands.
 */
function failingIn(outcomes: readonly [Outcome, ...Outcome[]]): ReadonlySet<string> {
  const failing = inAll(outcomes.map(({ broken }) => broken));
  return failing.size === 0 && outcomes.every(({ broken }) => broken.size > 0) ? outcomes[0].broken : failing;
}

/** Requirements that hold, once for each pass; what the first interpretation breaks is taken from one that does not. */
function passesIn(outcomes: readonly [Outcome, ...Outcome[]], failing: ReadonlySet<string>): readonly string[] {
  const sourceOf = (requirement: string) =>
    failing.has(requirement) ? outcomes[0] : outcomes.find(({ broken }) => !broken.has(requirement));
  return outcomes.flatMap(own =>
    own.passes.map(({ requirement }) => requirement).filter(requirement => sourceOf(requirement) === own),
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

/** The sightings of one cause. They are added one at a time: sightings may be many. */
interface Sightings {
  readonly id: string;
  readonly check: string;
  readonly severity: Severity;
  /** The first sighting, whose words the finding takes. */
  readonly first: Omit<Breach, 'cause' | 'severity' | 'evidence' | 'also'>;
  /** Not every sighting of a cause shows all that it breaks. */
  readonly also: Set<string>;
  readonly evidence: Set<string>;
  count: number;
}

function merge(findings: Map<string, Sightings>, check: string, breach: Breach): void {
  const { cause, severity = 'breach', evidence, also = [], ...first } = breach;
  const key = JSON.stringify([check, first.requirement, cause, severity]);
  const known = findings.get(key) ?? newSightings(findings, key, { check, severity, first });
  known.count++;
  for (const id of also) known.also.add(id);
  for (const id of evidence) known.evidence.add(id);
}

function newSightings(
  findings: Map<string, Sightings>,
  key: string,
  of: Pick<Sightings, 'check' | 'severity' | 'first'>,
): Sightings {
  const sightings = { id: findingId(key), ...of, also: new Set<string>(), evidence: new Set<string>(), count: 0 };
  findings.set(key, sightings);
  return sightings;
}

function findingOf({ id, check, severity, first, also, evidence, count }: Sightings): Finding {
  return {
    id,
    check,
    severity,
    ...first,
    ...(also.size > 0 && { also: [...also] }),
    count,
    evidence: [...evidence],
  };
}
