import { header, jsonOf } from '../base/json.ts';
import { plural } from '../base/plural.ts';
import { EVENT_FIELDS } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import { stepInWords, writeStep } from '../evidence/asked-event.ts';
import { readCondition } from '../evidence/condition.ts';
import type { Delivery, Exchange, Journey, Step } from '../evidence/evidence.ts';
import { placesOf } from '../evidence/interpretation.ts';
import type { View } from '../evidence/view.ts';
import { causesIn } from '../order/causes.ts';
import { explainRun } from '../order/run.ts';
import { refusalTraits } from './checks/attempts.ts';
import type { Compared, Finding, JudgedUnder } from './checks/judge.ts';
import { type SharedTrait, valuesBySighting, valuesInCommon } from './values-in-common.ts';

/**
 * A trait is a condition if chance rarely gives it to all wrong sightings; more rarely if right ones have it, too, or
 * if it is a time since something else.
 */
const RARELY = 0.05;
const HARDLY_EVER = 0.001;

/**
 * Adds to each finding the condition under which alone it was seen, if there is one: a trait that all its sightings
 * share, and few or no correct ones.
 */
export function nameConditions(view: View, { findings, shownBy }: JudgedUnder): readonly Finding[] {
  if (findings.length === 0) return findings;
  const seen = traitsOfSighting(view);
  const ids = new Set<unknown>(view.deliveries.map(one => placesOf(one, view.interpretation).eventId));
  const valuesOf = valuesBySighting(view);
  const read = (some: readonly string[]) => some.map(valuesOf).filter(({ size }) => size > 0);
  return findings.map(finding => {
    const { wrong, right } = onOneLevel(seen, shownBy(finding));
    const own = (id: string) => seen.get(id)?.traits ?? [];
    const all = (id: string) => [...own(id), ...(seen.get(id)?.afterwards ?? [])];
    // How a delivery was answered decides only whether it comes again.
    const of = finding.requirement === 'webhook.at-least-once' ? all : own;
    const sharedBy = (traits: typeof own) =>
      traits(wrong[0] ?? '').filter(trait => wrong.every(id => traits(id).includes(trait)));
    // What the message says already applies to everything that can be compared.
    const told = sharedBy(all).filter(trait => says(finding.message, trait));
    const others = right.filter(id => told.every(trait => all(id).includes(trait)));
    if (wrong.length === 0 || others.length === 0) return finding;
    const isTelling = ({ same, isOfTime }: SharedTrait) =>
      same <= wrong.length &&
      chanceOf(wrong.length, same, others.length) <= (same > 0 || isOfTime ? HARDLY_EVER : RARELY);
    const shared = sharedBy(of).filter(trait => !told.includes(trait) && !repeats(finding.received, trait));
    const sharing = (traits: readonly string[]) => others.filter(id => traits.every(trait => of(id).includes(trait)));
    const pairs = shared.flatMap((one, nth) => shared.slice(nth + 1).map(other => [one, other]));
    // One trait says more than two that few right ones have together.
    const [best] = [...shared.map(trait => [trait]), ...pairs]
      .map(traits => ({ trait: traits.join(', '), same: sharing(traits).length }))
      .filter(isTelling)
      .sort((a, b) => a.same - b.same);
    // The success of an answer is not a useful condition.
    if (best && /^(status 2\d\d|successful responses)$/.test(best.trait)) return finding;
    const { since, spread } = inTime(seen, wrong, others);
    const differing = new Set(finding.differences?.map(({ at }) => at));
    const areRead = best?.same !== 0 && read(wrong).length === wrong.length;
    const values = areRead ? valuesInCommon(read(wrong), read(others), ids, differing).filter(isTelling) : [];
    // What was asked says more than how it was answered.
    const kinds =
      best === undefined || /^(status|error) /.test(best.trait) ? kindsOf(wrong, others, id => seen.get(id)?.kind) : [];
    const [named] = [...kinds, ...(best ? [best] : []), ...values, ...since].sort((a, b) => a.same - b.same);
    const only = named && inWords(named.trait, wrong.length, named.same, others.length - named.same);
    if (only !== undefined) return { ...finding, only };
    // Advice on a requirement may concern exactly the sightings for which it holds.
    if (spread === undefined || finding.severity !== 'breach') return finding;
    return { ...finding, only: `some: ${share(wrong.length, others.length)}, ${spread}` };
  });
}

/** The most kinds of calls that a condition lists. */
const MOST_KINDS = 4;

/** The few kinds of calls that all wrong sightings are of, each more than once, and no other. */
function kindsOf(wrong: readonly string[], others: readonly string[], kindOf: (id: string) => string | undefined) {
  const kinds = new Set(wrong.map(kindOf));
  const isFew = kinds.size > 1 && kinds.size <= MOST_KINDS && wrong.length >= 2 * kinds.size;
  if (!isFew || kinds.has(undefined) || others.some(id => kinds.has(kindOf(id)))) return [];
  return [{ trait: `calls of the kinds ${[...kinds].join(', ')}`, same: 0 }];
}

/** From how many wrong sightings on an even spread tells, and how much gaps may vary, as a share of their mean. */
const EVEN = { least: 10, spread: 0.6 };

/** From how many wrong sightings on bursts tell, and how many of them a burst has on average. */
const BURSTS = { least: 6, size: 2 };

/**
 * How wrong sightings lie in time: `since` names the first, if all others came before, and hardly by chance: something
 * happened then. They are even if about as many others lie in each gap, as with a fault of every n-th call, and come in
 * bursts if far fewer have right ones between them than by chance.
 */
function inTime(seen: ReadonlyMap<string, SightingTraits>, wrong: readonly string[], others: readonly string[]) {
  const all = [...wrong, ...others].toSorted((a, b) => (seen.get(a)?.at ?? 0) - (seen.get(b)?.at ?? 0));
  const places = wrong.map(id => all.indexOf(id)).toSorted((a, b) => a - b);
  const isLater = places[0] === others.length && chanceOf(wrong.length, 0, others.length) <= HARDLY_EVER;
  const [begun = 0, first = 0] = [all[0], all[others.length]].map(id => seen.get(id ?? '')?.at);
  const after = `${((first - begun) / 1000).toFixed(1)} s after the first (${all[0]})`;
  const from = `later ones, from ${all[others.length]} on, ${after}`;
  const since: readonly SharedTrait[] = isLater ? [{ trait: from, same: 0 }] : [];
  const gaps = places.slice(1).map((place, nth) => place - (places[nth] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  // The gaps between chance sightings vary as much as their mean.
  const isEven = wrong.length >= EVEN.least && mean >= 2 && Math.sqrt(variance) < EVEN.spread * mean;
  const bursts: number[][] = [];
  for (const place of places) {
    const last = bursts.at(-1);
    if (last?.at(-1) === place - 1) last.push(place);
    else bursts.push([place]);
  }
  const byChance = (wrong.length * (others.length + 1)) / all.length;
  // The webhooks of one order come close together anyway.
  const areCalls = (seen.get(wrong[0] ?? '')?.level ?? 0) > 0;
  const areBursts =
    areCalls && wrong.length >= BURSTS.least && Math.min(wrong.length, byChance) >= BURSTS.size * bursts.length;
  const [longest = []] = bursts.toSorted((a, b) => b.length - a.length);
  const example = [longest[0], longest.at(-1)].map(place => all[place ?? 0]).join(' to ');
  const suchAs = bursts.length > 1 ? 'such as ' : '';
  const inBursts = areBursts ? `in ${plural(bursts.length, 'burst')}, ${suchAs}${example}` : undefined;
  return { since, spread: isEven ? 'spread evenly over the run' : inBursts };
}

/** Whether a message mentions a trait. */
function says(message: string, trait: string): boolean {
  if (/^status 5/.test(trait) && /server error/.test(message)) return true;
  if (trait === 'error responses' && /error response/.test(message)) return true;
  const words = trait === 'redeliveries' ? 'a redelivery' : trait.replace(/^(status|calls of|deliveries) /, '');
  return ` ${message.replace(/[,:]/g, '')} `.includes(` ${words} `);
}

/** Whether a trait only repeats the answer that a finding received: `400 object {…}`. */
function repeats(received: string, trait: string): boolean {
  const [status] = /^[45]\d\d\b/.exec(received) ?? [];
  return status !== undefined && [`status ${status}`, 'error responses'].includes(trait);
}

/** The probability that sightings drawn by chance share a trait as often as these do. */
function chanceOf(wrong: number, same: number, others: number): number {
  let chance = 1;
  for (let nth = 1; nth <= wrong; nth++) chance *= (same + nth) / (others + nth);
  return chance;
}

function inWords(trait: string, wrong: number, same: number, rest: number): string {
  return `${trait}: ${share(wrong, same)}, and ${rest === 1 ? 'not the other one' : `none of the other ${rest}`}`;
}

function share(wrong: number, right: number): string {
  if (right === 0) return wrong === 1 ? 'this one is wrong' : `all ${wrong} of these are wrong`;
  return `${wrong} of these ${wrong + right} ${wrong === 1 ? 'is' : 'are'} wrong`;
}

/**
 * Sightings that can be compared. If they have several levels, the call stands for its delivery, and the order for its
 * call.
 */
function onOneLevel(seen: ReadonlyMap<string, SightingTraits>, { wrong, right }: Compared): Compared {
  const [own, others] = [wrong, right].map(ids => ids.flatMap(id => seen.get(id)?.level ?? []));
  // Webhooks are compared with webhooks, or with orders without any. Correct calls say nothing about webhooks.
  const level = Math.max(...(own ?? []), others?.every(one => one === 2) ? 2 : 0);
  const lift = (id: string | undefined): string | undefined =>
    id === undefined || seen.get(id)?.level === level ? id : lift(seen.get(id)?.owner);
  const all = (ids: readonly string[]) => new Set(ids.flatMap(id => lift(id) ?? []));
  return { wrong: [...all(wrong)], right: [...all(right).difference(all(wrong))] };
}

/** What may distinguish a delivery, a call or an order from others of its level. */
interface SightingTraits {
  /** Each is the end of "only …"; the most informative come first. */
  readonly traits: readonly string[];
  /** The kind of a call that its traits have no words for. */
  readonly kind?: string;
  /** What happened to a delivery. A message may mention it, but it is a condition only of a redelivery. */
  readonly afterwards?: readonly string[];
  /** 0 for a delivery, 1 for a call, 2 for an order. */
  readonly level: number;
  /** When it was sent, received or begun, in milliseconds since the epoch. */
  readonly at: number;
  /** The call that caused a delivery, or the order of a call. */
  readonly owner?: string | undefined;
}

function traitsOfSighting(view: View): ReadonlyMap<string, SightingTraits> {
  const { exchanges, journeys } = view.evidence;
  const ofSteps = new Map(journeys.flatMap(journey => traitsOfSteps(view, journey)));
  const answers = new Set<string>();
  return new Map<string, SightingTraits>([
    ...traitsOfDeliveries(view),
    ...exchanges.map(call => {
      const kinds = kindsOfCall(call);
      const traits = [...traitsOfCall(call, answers), ...kinds.map(kind => `calls of the kind ${kind}`)];
      const all = [...traits, ...(ofSteps.get(call.id) ?? [])];
      const [kind] = kinds;
      return [call.id, { traits: all, ...(kind && { kind }), level: 1, at: call.sentAt, owner: call.journey }] as const;
    }),
    ...journeys.map(({ id, from, steps }) => {
      const taken = steps.filter(step => mayAct(view.answerTo(step)));
      const traits = taken
        .flatMap(step => [writeStep(step), ...withField(step)])
        .map(took => `orders that took ${took}`);
      return [id, { traits, level: 2, at: from }] as const;
    }),
  ]);
}

/** @param answers the answers to each Idempotency-Key so far; the answer of the call is added */
function traitsOfCall({ operation, condition, request, response }: Exchange, answers: Set<string>): readonly string[] {
  const { words, omits } = readCondition(condition) ?? {};
  const key = header(request.headers, 'idempotency-key');
  const answer = JSON.stringify([key, response?.status, response?.body.sha256]);
  const isAgain = key !== undefined && response !== undefined && answers.has(answer);
  answers.add(answer);
  const isReadOfKnown = operation === 'getOnrampOrder' && condition === 'known';
  return [
    words,
    omits && `without a ${omits === 'key' ? 'key' : `valid ${omits}`}`,
    isAgain ? 'answers that an Idempotency-Key had before' : undefined,
    isReadOfKnown ? `reads of ${request.url.slice(request.url.lastIndexOf('/') + 1)}` : undefined,
    request.body && jsonOf(request.body) === undefined ? 'calls whose body is not JSON' : undefined,
    response && `status ${response.status}`,
    response && `${response.status >= 400 ? 'error' : 'successful'} responses`,
    operation ? `calls of ${operation}` : 'calls of unknown routes or methods',
    `${request.method} requests`,
  ].filter(trait => trait !== undefined);
}

/** The kinds of a call that has no words for its condition, most precise first. */
function kindsOfCall({ condition }: Exchange): readonly string[] {
  const { name, detail, words } = readCondition(condition) ?? {};
  if (words !== undefined || name === 'known') return [];
  return [condition, name, detail].flatMap(kind => (kind === undefined ? [] : `“${kind}”`));
}

/** For the exchange of each step: its event, the field of that event with its value, and the previous step. */
function traitsOfSteps(view: View, journey: Journey): readonly (readonly [string, readonly string[]])[] {
  const { steps } = journey;
  return steps.map((step, nth) => {
    const taken = steps.slice(0, nth).filter(one => mayAct(view.answerTo(one)));
    const before = taken.at(-1);
    const field = EVENT_FIELDS.find(({ event }) => event === step.event);
    const value = field && step[field.step];
    const given = field && value === undefined ? [`without ${field.wire}`] : [];
    const having = value === undefined ? [] : [`with ${field?.wire}`, `with ${field?.wire} ${value}`];
    const where = before ? `after ${stepInWords(before)}` : 'as the first step of an order';
    const fields = taken.flatMap(withField).map(took => `steps of an order that took ${took}`);
    const hasRefused = steps.slice(0, nth).some(one => view.answerTo(one) === 'refused');
    const refused = hasRefused ? ['steps of an order that refused an earlier step'] : [];
    const isBehind = view.deliveriesOf(journey).some(({ answer, at }) => answer.refused && at < step.at);
    const behind = isBehind ? ['steps of an order of which a webhook was refused before'] : [];
    return [step.exchange, [step.event, ...given, ...having, where, ...fields, ...refused, ...behind]];
  });
}

/** A step with the field of its event, whatever its value: `deposit_detected with received_amount`. */
function withField(step: Step): readonly string[] {
  const { step: member, wire } = EVENT_FIELDS.find(({ event }) => event === step.event) ?? {};
  return member !== undefined && step[member] !== undefined ? [`${step.event} with ${wire}`] : [];
}

function traitsOfDeliveries(view: View): readonly (readonly [string, SightingTraits])[] {
  const moves = explainRun(view).explanations.flatMap(explanation => explanation.moves);
  // An event that comes again under another id is the same event.
  const renamed = new Map(moves.flatMap(({ event, of }) => (event && of ? [[event.seen, of.seen] as const] : [])));
  const limits = [...new Set(view.deliveries.flatMap(({ answer }) => answer.afterMs ?? []))].sort((a, b) => b - a);
  return causesIn(view).causes.flatMap(({ event, call }) => {
    const attempts = [...(renamed.get(event)?.deliveries ?? []), ...event.deliveries].sort((a, b) => a.at - b.at);
    return event.deliveries.map(delivery => {
      const before = attempts.slice(0, attempts.indexOf(delivery));
      const traits = [
        view.typeOf(delivery),
        ...(call?.step ? withField(call.step) : []).map(took => `webhooks of ${took}`),
        ...before.map((_, nth) => (nth === 0 ? 'redeliveries' : `deliveries from attempt ${nth + 2} on`)),
        ...unansweredWithin(before.at(-1), limits),
        ...specialIn(delivery),
      ].filter(trait => trait !== undefined);
      const afterwards = delivery.answer.refused ? refusalTraits(view, delivery) : [];
      return [delivery.id, { traits, afterwards, level: 0, at: delivery.at, owner: call?.exchange.id }] as const;
    });
  });
}

/** The characters of a body that writers of JSON, or parsers of forms and pages, may treat in a special way. */
function specialIn({ body: { text = '' } }: Delivery): readonly string[] {
  const special = [...new Set(text.match(/[&<>'+%=/\\]/g))].map(character => `bodies that contain ${character}`);
  return /[^\x00-\x7f]/.test(text) ? [...special, 'bodies with non-ASCII characters'] : special;
}

/**
 * How long the previous attempt was not answered: its sender may not have waited for a late answer.
 *
 * @param limits times after which deliveries of this run were answered, longest first
 */
function unansweredWithin(attempt: Delivery | undefined, limits: readonly number[]): readonly string[] {
  if (attempt === undefined) return [];
  const { kind, afterMs = 0 } = attempt.answer;
  const words = 'deliveries after an attempt without an answer';
  const within = limits.filter(limit => kind !== 'status' || limit <= afterMs);
  return [...(kind === 'status' ? [] : [words]), ...within.map(limit => `${words} within ${limit / 1000} s`)];
}
