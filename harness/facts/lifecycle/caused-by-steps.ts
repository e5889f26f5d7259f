import { causality } from '../../core/causality.ts';
import type { Cause } from '../../core/causes-of-events.ts';
import type { Step } from '../../core/evidence.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import { mentions } from '../../core/mentions.ts';
import type { EventSeen, View } from '../../core/view.ts';
import { arrivalOf } from '../../core/windows.ts';
import { isOfProbe } from '../cause-in-words.ts';

/** What the steps of a run caused, as far as it is known. */
export interface CausedBySteps {
  /** By step: the types of its events. */
  readonly types: ReadonlyMap<Step, ReadonlySet<string>>;
  /** The events of those types that no other step of the same kind can have caused: they are surely of their step. */
  readonly sure: ReadonlySet<EventSeen>;
  /** Steps of which it is not known what they caused, since an event may be of one of them or of another. */
  readonly unsure: ReadonlySet<Step>;
  /** Events that cause webhooks of which it cannot be said whose they are: such a step is never surely silent. */
  readonly veiled: ReadonlySet<SimulateEvent>;
}

/** An event with the step that most likely caused it. */
interface Effect {
  readonly event: EventSeen;
  readonly type: string;
  readonly step: Step;
}

/** Stands for an event type that cannot be read. */
const UNREADABLE = '(unreadable)';
/** A type of which a larger share comes otherwise than after a step, or names no order, says nothing of its step. */
const MOST_STRAY = 0.1;

/** Says which types of events each step of a run caused. */
export function causedBySteps(view: View): CausedBySteps {
  const { effects, veiled } = effectsIn(view);
  const types = new Map(
    [...Map.groupBy(effects, ({ step }) => step)].map(([step, own]) => [step, new Set(own.map(({ type }) => type))]),
  );
  const rivals = new Map(effects.map(effect => [effect, rivalsOf(view, effect)]));
  const delay = ({ event, step }: Effect) => arrivalOf(event) - step.at;
  const isEarlier = ({ at }: Step, { step }: Effect) => at < step.at;
  const isFirst = (one: Effect) => !rivals.get(one)?.some(rival => isEarlier(rival, one));
  const longest = effects.reduce((most, one) => (isFirst(one) ? Math.max(most, delay(one)) : most), 0);
  const mayCause = (rival: Step, { event }: Effect) => arrivalOf(event) - rival.at <= longest;
  const unsure = effects.flatMap(effect => {
    const { type, step } = effect;
    const possible = (rivals.get(effect) ?? []).filter(
      rival => isEarlier(rival, effect) && mayCause(rival, effect) && !types.get(rival)?.has(type),
    );
    return possible.length > 0 ? [...possible, step] : [];
  });
  const late = effects.flatMap(effect => stepsOfLate(effect, effects, types));
  const sure = effects.filter(effect => !rivals.get(effect)?.some(rival => mayCause(rival, effect)));
  return { types, sure: new Set(sure.map(({ event }) => event)), unsure: new Set([...unsure, ...late]), veiled };
}

/** The events that steps caused, but for types that say nothing of a step: they come unasked, or may be any order's. */
function effectsIn(view: View): { readonly effects: readonly Effect[]; readonly veiled: ReadonlySet<SimulateEvent> } {
  const causes = causality(view).causes.filter(cause => !isOfProbe(cause));
  const named = new Map(causes.map(cause => [cause, isNamed(cause)]));
  const areNamed = [...named.values()].some(isOne => isOne);
  const veiled = new Set<SimulateEvent>();
  const byType = [...Map.groupBy(causes, ({ event }) => event.type ?? UNREADABLE)];
  const effects = byType.flatMap(([type, own]) => {
    const unasked = own.filter(({ moment }) => moment === undefined);
    const nameless = areNamed ? own.filter(cause => !named.get(cause)) : [];
    if (nameless.length > MOST_STRAY * own.length) {
      for (const { moment } of own) if (moment?.event) veiled.add(moment.event);
      return [];
    }
    if (unasked.length > MOST_STRAY * own.length) return [];
    return own.flatMap(({ event, moment }) => (moment?.step ? [{ event, type, step: moment.step }] : []));
  });
  return { effects, veiled };
}

/** Whether an event names its order. */
function isNamed({ event: { journey, deliveries } }: Cause): boolean {
  return mentions(deliveries[0], new Set([journey.order])).length > 0;
}

/**
 * The step that an event was taken for, and earlier ones that its type mostly belongs to and that lack it: it may be
 * theirs, and late. Empty where there are none.
 */
function stepsOfLate(
  { type, step, event }: Effect,
  effects: readonly Effect[],
  types: CausedBySteps['types'],
): readonly Step[] {
  const own = effects.filter(other => other.type === type);
  const isUsual = (kind: SimulateEvent) => own.filter(other => other.step.event === kind).length * 2 > own.length;
  if (isUsual(step.event)) return [];
  const lacking = event.journey.steps.filter(
    other => other.at < step.at && isUsual(other.event) && !types.get(other)?.has(type),
  );
  return lacking.length > 0 ? [step, ...lacking] : [];
}

/** The other steps of the same kind before an event: each may have caused it, too. */
function rivalsOf(view: View, { event, step }: Effect): readonly Step[] {
  return event.journey.steps.filter(
    other =>
      other !== step &&
      other.event === step.event &&
      other.at <= arrivalOf(event) &&
      view.outcomeOf(other) !== 'refused',
  );
}
