import { isOk } from '../../../evidence/answered.ts';
import { cover } from '../../causes.ts';
import { isRuledOut, type Running } from '../../mistakes/handler.ts';
import { KNOWN_BUGS, type KnownBug } from '../bugs/known-bugs.ts';
import type { CaseFailure, TrialEffect, TriedCase } from '../judge-trial.ts';
import { acknowledges } from '../sender.ts';
import { type Done, explains, type Shows, showing } from './conduct.ts';
import { type Simulated, simulate, type Transcript, timelineOf } from './transcript.ts';

/**
 * Factors for the waits of a bug. With 0, waits take no time and nothing happens by chance: a bug that cases contradict
 * is ruled out. With the others, chance has the effects that the backend showed.
 */
const PACES = [0, 1, 1 / 8, 8];

/** A bug that strikes by chance has to explain at least this many cases. */
const LEAST_BY_CHANCE = 4;

/** A bug has to explain this many cases for each one that contradicts it. A handler may have other differences, too. */
const EXPLAINED_FOR_ONE = 5;

/** Effects that name a bug by themselves, whatever its cause. */
const BUG_OF_EFFECT: { readonly [effect in TrialEffect]?: string } = {
  down: 'dies-of-a-request',
  leak: 'tells-a-forger',
};

/** The behaviour that a known bug leads to, by case, for each pace. */
type BugPrediction = ReturnType<ReturnType<typeof predictorOf>>;

/**
 * The known bugs that explain the failures. Each is simulated with the same deliveries, and its credits and answers are
 * compared with those of the backend. Unexplained failures are in no diagnosis.
 * @param isOver whether time is over: no more bugs are simulated
 */
export function diagnoseBackend(judged: readonly TriedCase[], transcript: Transcript, isOver: () => boolean) {
  const sightings = judged.flatMap(({ failures }) => failures);
  const predict = predictorOf(judged, transcript);
  const failed = new Set(sightings.map(({ case: id }) => id));
  // If forgeries are acknowledged, answers show nothing.
  const { refusal, secret } = transcript;
  const isTelling = refusal === undefined || !isOk(refusal);
  const answered = transcript.sent.flatMap(({ scenario, isWebhook, isForged, received, at, reply }) => {
    if (!isWebhook) return [];
    const acknowledged = isTelling && reply.kind === 'answered' ? isOk(reply.status) : undefined;
    return { scenario, isForged, received, at, acknowledged };
  });
  // Genuine webhooks of a case that have the same answer show the same if only their letters and digits differ.
  const webhooks = new Map(
    answered.map(one => {
      const { signature, body } = one.received();
      const text = body.toString('latin1');
      const own = one.isForged ? `${signature} ${text}` : text.replace(/\w+/g, '');
      return [[one.scenario, one.acknowledged, one.isForged, own].join('\n'), one];
    }),
  );
  const byCase = [...Map.groupBy(webhooks.values(), ({ scenario }) => scenario)];
  const requestsOf = (areFailed: boolean) => byCase.flatMap(([id, all]) => (failed.has(id) === areFailed ? [all] : []));
  const [ofFailed, ofPassed] = [requestsOf(true), requestsOf(false)];
  /** Whether an order was credited late, though nothing was sent again about it. */
  const isLate = judged.some(({ tried: { trial, settled }, final }) => {
    if (settled === undefined) return false;
    const again = trial.steps.flatMap(step => (step.type === 'delivery' && step.at >= settled.at ? step.order : []));
    return trial.due().some(one => !settled.credits.has(one) && final?.credits.has(one) && !again.includes(one));
  });
  const caseOf = new Map(judged.map(({ tried: { case: each } }) => [each.id, each]));
  // Simulating verifiers that explain nothing would take long.
  const suspects = (sightings.length === 0 ? [] : KNOWN_BUGS)
    .filter(({ name }) => name !== 'credits-late' || isLate)
    .filter(({ parts }) => !isRuledOut(parts, ofFailed, ofPassed, secret))
    .flatMap(bug => (isOver() ? [] : suspectsOf(predict(bug), judged, sightings)))
    // What speaks of a crash needs a kill.
    .filter(
      ({ prediction: { bug }, explained }) =>
        !['acknowledges-before-it-stores', 'skips-what-is-pending'].includes(bug.name) ||
        explained.some(({ case: id }) => caseOf.get(id)?.needs === 'restart'),
    );
  const open = new Set(sightings);
  /** How special a case is. A failure that needs no kill tells more about its cause. */
  const needsOf = (one?: CaseFailure) => {
    const { needs, alone, timed } = caseOf.get(one?.case ?? '') ?? {};
    return needs === 'restart' ? 2 : alone || timed ? 1 : 0;
  };
  /** Whether deliveries of a case overlapped, or were cut. What fails without that needs no coincidence. */
  const isMixed = ({ case: id }: CaseFailure) => {
    const trial = judged.find(({ seen }) => seen.id === id)?.tried.trial;
    const steps = trial?.steps.filter(step => step.type === 'delivery') ?? [];
    return trial?.replies.has('cut') || steps.some(({ at }, nth) => steps.slice(0, nth).some(({ to }) => to > at));
  };
  /** The failures that each bug explains. The first one shows it most plainly. */
  const found = new Map<string, Pick<KnownBug, 'name' | 'bug'> & { readonly sightings: readonly CaseFailure[] }>();
  const add = ({ name, bug }: KnownBug, own: Iterable<CaseFailure>) =>
    found.set(name, { name, bug, sightings: [...(found.get(name)?.sightings ?? []), ...own] });
  for (const { prediction } of cover(sightings, suspects)) {
    const own = [...open].filter(one => prediction.courses.some(course => explains(course, one)));
    for (const one of own) open.delete(one);
    // A forbidden credit names a cause more precisely than a repeated or a lost one.
    const rank = (one: CaseFailure) => (one.effect === 'forbidden' ? 0 : 3) + needsOf(one) + (isMixed(one) ? 0.5 : 0);
    const told = own.toSorted((one, other) => rank(one) - rank(other));
    const plain = told.filter(one => needsOf(one) === needsOf(told[0]));
    const repeatable = plain.find(one => showsAlone(prediction.bug, one, judged, transcript));
    add(prediction.bug, new Set(repeatable ? [repeatable, ...told] : told));
  }
  for (const [effect, name] of Object.entries(BUG_OF_EFFECT)) {
    const own = [...open].filter(one => one.effect === effect);
    const bug = KNOWN_BUGS.find(one => one.name === name);
    if (bug !== undefined && own.length > 0) add(bug, own);
  }
  return [...found.values()];
}

/** The known bug of a verifier that refuses the genuine webhooks that were refused, and accepts the others. */
export function refuserOf({ sent, secret, refusal }: Transcript): KnownBug | undefined {
  const answered = sent.flatMap(({ isWebhook, isForged, received, at, reply }) =>
    isWebhook && !isForged && reply.kind === 'answered'
      ? { received, at, acknowledged: acknowledges(reply), isRefused: reply.status === refusal }
      : [],
  );
  const refused = answered.filter(({ isRefused }) => isRefused);
  const accepted = answered.filter(({ acknowledged }) => acknowledged).map(one => [one]);
  return KNOWN_BUGS.find(
    ({ parts }) => parts.verifier && refused.every(one => !isRuledOut(parts, [[one]], accepted, secret)),
  );
}

/** Simulates known bugs with the deliveries and kills of some cases. */
function predictorOf(judged: readonly TriedCase[], done: Done) {
  const readings = judged.flatMap(({ tried: { settled }, final }) => [settled, final].flatMap(one => one?.at ?? []));
  const timeline = timelineOf(done, new Set(readings));
  const odd = new Map(judged.flatMap(({ effects }) => [...effects]));
  const forms = printedForms(
    judged.flatMap(({ tried: { trial } }) => [...trial.expected.keys()]),
    judged.flatMap(({ final }) => [...(final?.credits.keys() ?? [])]),
  );
  const showsIn = showing(judged, done);
  return (bug: KnownBug) => {
    const courses: Simulated[] = [];
    for (const pace of PACES) {
      const chance: Running['chance'] = (order, ...effects) =>
        pace > 0 && effects.some(effect => effect === odd.get(order));
      const choices = { pace, chance, printed: (order: string) => forms.get(order) ?? order };
      const simulated = simulate(bug.parts, timeline, done.secret, choices);
      if (simulated === undefined) continue;
      courses.push(simulated);
      if (!simulated.isOpen) break;
    }
    return { bug, courses: courses.map(showsIn), isByChance: courses.some(({ isByChance }) => isByChance) };
  };
}

/** Shorter texts are part of many ids. */
const SHORTEST_FORM = 6;

/** The form in which `--credits` printed order ids, if it was a part of the id or had another letter case. */
function printedForms(orders: readonly string[], printed: Iterable<string>): ReadonlyMap<string, string> {
  const others = new Set(printed).difference(new Set(orders));
  const forms = [...others].filter(({ length }) => length >= SHORTEST_FORM);
  const formOf = (order: string) => forms.find(id => order.toLowerCase().includes(id.toLowerCase()));
  return new Map(orders.map(order => [order, formOf(order) ?? order]));
}

/** Whether the failure also shows if the case is repeated without the other cases. */
function showsAlone(bug: KnownBug, failure: CaseFailure, judged: readonly TriedCase[], done: Done): boolean {
  const own = judged.filter(({ seen: { id } }) => id === failure.case);
  const isKill = own.some(({ tried }) => tried.case.needs === 'restart');
  const sent = done.sent.filter(({ scenario }) => scenario === failure.case);
  const alone = { sent, kills: isKill ? done.kills : [], secret: done.secret, refusal: done.refusal };
  return predictorOf(own, alone)(bug).courses.some(course => explains(course, failure));
}

/** A bug for each pace at which it explains failures, unless too many cases contradict it. */
function suspectsOf(prediction: BugPrediction, judged: readonly TriedCase[], sightings: readonly CaseFailure[]) {
  const { courses, isByChance } = prediction;
  const ids = judged.map(({ seen }) => seen.id);
  // Failures with other effects contradict a bug like passed cases do.
  const isUnseen = (course: Shows, id: string) =>
    (course.get(id)?.effects.size ?? 0) > 0 && !sightings.some(one => one.case === id && explains(course, one));
  const against = ids.filter(id => courses.every(course => isUnseen(course, id))).length;
  return courses.flatMap(course => {
    if ([...course.values()].some(({ isImpossible }) => isImpossible)) return [];
    const explained = sightings.filter(one => explains(course, one));
    const misfits = explained.reduce((sum, { case: id }) => sum + (course.get(id)?.misfit ?? 0), 0);
    // Chance can explain anything. A bug that needs less of it is more likely, unless it explains much less.
    const unseen = isByChance ? explained.length / 2 : ids.filter(id => isUnseen(course, id)).length;
    const least = Math.max(isByChance ? LEAST_BY_CHANCE : 1, against * EXPLAINED_FOR_ONE);
    return explained.length < least ? [] : [{ prediction, explained, unseen: unseen + misfits, misfits }];
  });
}
