import { oncePerObject } from '../base/once.ts';
import { CONSEQUENCE_WORDS, CONSEQUENCES, type Consequence, requirements } from '../contract/requirements.ts';
import type { View } from '../evidence/view.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { startSentence } from './wording.ts';

/** The consequence of a finding. A finding about a gap, which has none, concerns the shape of messages. */
export function consequenceOf(finding: Pick<Finding, 'requirement' | 'consequence'>): Consequence {
  return consequenceIn(finding) ?? 'shape';
}

/**
 * The consequence of a breach as a sentence; `undefined` for advice, and if no requirement states one. A requirement's
 * sentence applies only to its own consequence, and to the party it binds: the service, or an SDK or a backend.
 */
export function leadsTo(finding: Pick<Finding, 'severity' | 'requirement' | 'consequence' | 'leadsTo' | 'check'>) {
  const consequence = consequenceIn(finding);
  if (finding.severity !== 'breach' || consequence === undefined) return undefined;
  if (finding.leadsTo !== undefined) return finding.leadsTo;
  const { leadsTo: sentence, binds, consequence: usual } = requirements().get(finding.requirement) ?? {};
  const isOfConsumer = /^(gate|endpoint)-|^pact$/.test(finding.check);
  if (isOfConsumer === (binds === 'consumer') && consequence === usual && sentence !== undefined) return sentence;
  return `${startSentence(CONSEQUENCE_WORDS[consequence])}.`;
}

function consequenceIn({ requirement, consequence }: Pick<Finding, 'requirement' | 'consequence'>) {
  return consequence ?? requirements().get(requirement)?.consequence;
}

/**
 * Orders the findings of a summary: breaches before advice, then by consequence, check and frequency. A finding that
 * another explains follows it and says so (`below`), so that causes precede their effects.
 *
 * @param findings in the order of the checks
 */
export function rankFindings(view: View, findings: readonly Finding[]): readonly Finding[] {
  const { gate } = view.evidence.run;
  const only = gate?.only ?? '';
  // In a gate, a breach without a known cause may follow from one with a cause.
  const isUnexplained = (finding: Finding) => gate !== undefined && finding.severity === 'breach' && !finding.likely;
  const place = (finding: Finding) => rankOf(finding) + (isUnexplained(finding) ? CONSEQUENCES.length : 0);
  // If one case was repeated, its findings come first.
  const isAsked = (finding: Finding) => (finding.evidence.includes(only) ? 0 : 1);
  // All checks of a gate judge one program, so the most frequent finding comes first, whichever check found it.
  const checks = gate === undefined ? [...new Set(findings.map(({ check }) => check))] : [];
  const nth = ({ check }: Finding) => checks.indexOf(check);
  const ranked = findings.toSorted(
    (a, b) => isAsked(a) - isAsked(b) || place(a) - place(b) || nth(a) - nth(b) || b.count - a.count,
  );
  const placed = ranked.map((finding, rank) => ({ finding, rank, places: placesOf(view, finding) }));
  const parents = new Map(placed.map(own => [own, parentOf(own, placed, view)]));
  const rootOf = (own: Placed): Placed => {
    const parent = parents.get(own)?.of;
    return parent === undefined ? own : rootOf(parent);
  };
  // A group has the rank of its worst finding.
  const roots = new Set(placed.map(rootOf));
  const familyOf = (own: Placed): readonly Placed[] => [
    own,
    ...placed.filter(other => parents.get(other)?.of === own).flatMap(familyOf),
  ];
  const order = [...roots].flatMap(familyOf);
  const positions = new Map(order.map((own, position) => [own, position]));
  return order.map(own => {
    const parent = parents.get(own);
    if (parent === undefined) return own.finding;
    return { ...own.finding, below: { finding: positions.get(parent.of) ?? 0, why: parent.why } };
  });
}

/** The number of findings of a severity. A finding below another does not count. */
export function countAmong(
  findings: readonly Pick<Finding, 'severity' | 'below'>[],
  severity: Finding['severity'],
): number {
  return findings.filter(own => own.severity === severity && own.below === undefined).length;
}

function rankOf(finding: Finding): number {
  return CONSEQUENCES.indexOf(consequenceOf(finding)) + (finding.severity === 'advice' ? 2 * CONSEQUENCES.length : 0);
}

/** A finding with its rank and its places. */
interface Placed {
  readonly finding: Finding;
  readonly rank: number;
  /** Its exchanges, deliveries and cases, by journey, or by exchange or case outside of journeys. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
}

function placesOf(view: View, { evidence }: Finding): Placed['places'] {
  const owners = ownersIn(view);
  const shown = evidence.filter(id => owners.has(id));
  return new Map([...Map.groupBy(shown, id => owners.get(id) ?? id)].map(([place, ids]) => [place, new Set(ids)]));
}

/** The journey or case of an exchange, delivery or case by its id, or the id itself. */
const ownersIn = oncePerObject((view: View): ReadonlyMap<string, string> => {
  const { exchanges, cases = [] } = view.evidence;
  const isCase = new Set(cases.map(({ id }) => id));
  return new Map([
    ...cases.map(({ id }) => [id, id] as const),
    ...exchanges.map(
      ({ id, journey, scenario = '' }) => [id, journey ?? (isCase.has(scenario) ? scenario : id)] as const,
    ),
    ...view.deliveries.map(delivery => [delivery.id, view.journeyOf(delivery)?.id ?? delivery.id] as const),
  ]);
});

/** Checks of gates whose breaches have distinct causes. */
const CAUSES_OF_GATE: ReadonlySet<string> = new Set([
  ...['gate-adapter', 'gate-verify', 'gate-receive'],
  ...['endpoint-credit', 'endpoint-signature', 'endpoint-http'],
]);

/**
 * The finding below which one is listed: the one that its check names; otherwise the most frequent one seen on all of
 * its exchanges or deliveries; otherwise the most frequent one on its requirement. A finding that was seen everywhere
 * explains no other, because that may be chance.
 */
function parentOf(
  own: Placed,
  all: readonly Placed[],
  view: View,
): { readonly of: Placed; readonly why: 'requirement' | 'evidence' } | undefined {
  // A gate already knows which breaches follow from which.
  const { severity, check } = own.finding;
  if (severity === 'breach' && CAUSES_OF_GATE.has(check) && own.finding.likely) return undefined;
  const alike = all.filter(({ finding }) => finding.severity === severity);
  const firstOn = (requirement?: string) => alike.find(({ finding }) => finding.requirement === requirement);
  const explaining = firstOn(own.finding.follows);
  if (explaining) return { of: explaining, why: 'evidence' };
  // A finding that explains others is not itself explained by coincidence.
  if (alike.some(({ finding }) => firstOn(finding.follows) === own)) return undefined;
  const precedes = (other: Placed) =>
    other.places.size > own.places.size || (other.places.size === own.places.size && other.rank < own.rank);
  const candidates = alike.filter(precedes).sort((a, b) => b.places.size - a.places.size || a.rank - b.rank);
  const seen = candidates.find(other => isSeenWith(own, other) && !isEverywhere(other, view));
  if (seen !== undefined && severity === 'breach') return { of: seen, why: 'evidence' };
  const same = candidates.find(({ finding }) => finding.requirement === own.finding.requirement);
  return same && { of: same, why: 'requirement' };
}

function isSeenWith({ places }: Placed, other: Placed): boolean {
  return places.size > 0 && [...places].every(([place, ids]) => other.places.get(place)?.isDisjointFrom(ids) === false);
}

/** Whether a finding was seen on every delivery, every exchange of its operations, or every case of its methods. */
function isEverywhere({ finding }: Placed, view: View): boolean {
  const ids = new Set(finding.evidence);
  const { exchanges, cases = [] } = view.evidence;
  const operations = new Set(exchanges.flatMap(({ id, operation }) => (ids.has(id) ? [operation] : [])));
  const methods = new Set(cases.flatMap(({ id, method }) => (ids.has(id) ? [method] : [])));
  const kinds = [
    view.deliveries,
    exchanges.filter(({ operation }) => operations.has(operation)),
    cases.filter(({ method }) => methods.has(method)),
  ];
  return kinds.some(kind => kind.length > 0 && kind.every(({ id }) => ids.has(id)));
}
