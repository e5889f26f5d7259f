import { isOk } from '../../evidence/answered.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Journey, Step } from '../../evidence/evidence.ts';
import { isFromService } from '../../evidence/from-service.ts';
import { outcomeOfStatus, type View } from '../../evidence/view.ts';
import { writeStep } from '../../evidence/write-step.ts';
import type { Observed } from '../../order/automata/observation-tree.ts';
import { effectsOf } from '../../order/effects.ts';
import { saidIn } from '../about/states.ts';
import { writeOutput } from './words.ts';

/** The walks of all journeys through the states of their orders, each as far as it is known where the order is. */
export function walksIn(view: View): readonly (readonly Observed[])[] {
  const { types, sure, unsure, veiled } = effectsOf(view);
  const { inAnswers, inEvents } = saidIn(view);
  const said = inAnswers.length > 0 ? inAnswers : inEvents.filter(({ event }) => event && sure.has(event));
  const names = new Map(said.map(({ call, state }) => [call, state]));
  const waits = new Map(view.evidence.waits.map(wait => [wait.since, wait]));
  const isLost = (step: Step) => {
    const wait = waits.get(step.exchange);
    return wait?.outcome === 'abandoned' || view.troubled(step.at, wait?.to ?? step.at, step.exchange);
  };
  const outputOf = (step: Step) => {
    const webhooks = [...(types.get(step) ?? [])].sort();
    if (unsure.has(step) || (webhooks.length === 0 && isLost(step))) return undefined;
    const status = statusOf(view, step) ?? 0;
    return writeOutput({ answer: isOk(status) ? 'accepted' : status, webhooks });
  };
  const isIdle = (step: Step) =>
    view.outcomeOf(step) === 'refused' || (!unsure.has(step) && !veiled.has(step.event) && !types.has(step));
  return view.evidence.journeys.map(journey => {
    let mark: Mark | undefined = 'not credited';
    return sureSteps(view, journey).map(step => {
      const [output, name] = [outputOf(step), names.get(step)];
      if (types.get(step)?.has(COMPLETED)) mark = 'credited';
      else if (output === undefined && mark === 'not credited') mark = undefined;
      return {
        ...{ input: writeStep(step), id: step.exchange, isIdle: isIdle(step) },
        ...(output !== undefined && { output }),
        ...(name !== undefined && { name }),
        ...(mark !== undefined && { mark }),
      };
    });
  });
}

/** An order that was credited is in no state of one that was not, though both may refuse every step. */
type Mark = 'credited' | 'not credited';

/** The steps of a journey until one of which it is not known whether it acted, or a call that is none and may have. */
function sureSteps(view: View, journey: Journey): readonly Step[] {
  const probe = view.evidence.exchanges.find(
    ({ journey: of, operation, condition, response }) =>
      of === journey.id &&
      operation === 'simulateCollectionOrder' &&
      condition !== undefined &&
      outcomeOfStatus(response?.status) !== 'refused',
  );
  const end = journey.steps.findIndex(step => {
    const status = statusOf(view, step);
    const isAnswered = status !== undefined && status < 500 && isFromService(status);
    return !isAnswered || view.isContested(journey, step) || (probe !== undefined && step.at >= probe.sentAt);
  });
  return end < 0 ? journey.steps : journey.steps.slice(0, end);
}

function statusOf(view: View, step: Step): number | undefined {
  return view.exchange(step.exchange)?.response?.status;
}
