import { countsOf } from '../../base/counts.ts';
import { HarnessError } from '../../base/errors.ts';
import { oncePerObject } from '../../base/once.ts';
import { parseJson } from '../../base/parse-json.ts';
import { Lifecycle as validate } from '../../contract/generated/file-validators.js';
import { EVENT_FIELDS, isSimulateEvent, SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import { classify, isFromService, isOk, mayAct } from '../../evidence/answered.ts';
import { type StepInput, writeStep } from '../../evidence/asked-event.ts';
import type { Journey, Step } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { effectsOf } from '../../order/causes.ts';
import { saidIn } from '../about/states.ts';
import { waysFrom } from './machine.ts';
import { type Observed, type ObservedMachine, type OrderState, observedMachine } from './states.ts';

/** How the service answered a step: it accepted it, or refused it with a status. */
type StepAnswered = 'accepted' | number;

/** The effect of a step: the output of a machine. */
export interface StepOutput {
  readonly answer: StepAnswered;
  /** The types of the events that the step caused, sorted, without duplicates. */
  readonly webhooks: readonly string[];
}

/** Parses a step that `writeStep` wrote; `undefined` for anything else. */
export function readInput(words: string): StepInput | undefined {
  const [event, wire, ...rest] = words.split(' ');
  if (!isSimulateEvent(event)) return undefined;
  const field = EVENT_FIELDS.find(own => own.wire === wire);
  return { event, ...(field && { [field.step]: rest.join(' ') }) };
}

/** Writes an output as a word of a machine. */
export function writeOutput({ answer, webhooks }: StepOutput): string {
  return JSON.stringify([answer, ...webhooks]);
}

/** Parses a word of {@link writeOutput}. */
export function readOutput(word: string): StepOutput {
  const [answer, ...webhooks] = JSON.parse(word) as [StepAnswered, ...string[]];
  return { answer, webhooks };
}

/** The effect of an event on an order in one state. */
export interface LifecycleTransition extends StepOutput {
  /** The state that it is simulated in. */
  readonly from: string;
  /** The simulate event, with its amount or network, if any. */
  readonly event: string;
  /** The state that it leads to. */
  readonly to: string;
  /** How often it was seen. */
  readonly count: number;
  /** Exchanges that show it, at most three. */
  readonly evidence: readonly string[];
  /** Less frequent effects, which contradict this one; absent if there are none. */
  readonly contradicted?: readonly (StepOutput & Pick<LifecycleTransition, 'count' | 'evidence'>)[];
}

/** `lifecycle.json`: the learned state machine of a collection order (INTERFACE, the run folder). */
export interface Lifecycle {
  /** The distinct names of the states. The first is that of a new order. */
  readonly states: readonly string[];
  readonly transitions: readonly LifecycleTransition[];
  /** Events that were not tried in a reached state. */
  readonly unexplored: readonly Pick<LifecycleTransition, 'from' | 'event'>[];
}

/** Learns the lifecycle from all orders of a run. */
export const lifecycleIn = oncePerObject((view: View): Lifecycle => {
  return lifecycleOf(walksIn(view));
});

/**
 * The lifecycle that walks of orders show, with names for its states. If orders contradict each other, the usual
 * effects may lead to some states no more; these are left out.
 */
export function lifecycleOf(walks: readonly (readonly Observed[])[]): Lifecycle {
  const machine = observedMachine(walks);
  const names = namesOf(machine);
  const states = [...names.keys()];
  const nameOf = (state: OrderState) => names.get(state) ?? '';
  const inputs = [...SIMULATE_EVENTS, ...machine.inputs.filter(input => !isSimulateEvent(input))];
  const transitions = states.flatMap(state =>
    inputs.flatMap((event): readonly LifecycleTransition[] => {
      const move = machine.step(state, event);
      if (move === undefined) return [];
      const { to, output, count, evidence, others } = move;
      const contradicted = others.map(({ output: other, ...seen }) => ({ ...readOutput(other), ...seen }));
      return [
        {
          ...{ from: nameOf(state), event, to: nameOf(to), ...readOutput(output), count, evidence },
          ...(contradicted.length > 0 && { contradicted }),
        },
      ];
    }),
  );
  const unexplored = states.flatMap(state =>
    SIMULATE_EVENTS.filter(event => machine.step(state, event) === undefined).map(event => ({
      from: nameOf(state),
      event,
    })),
  );
  return { states: states.map(nameOf), transitions, unexplored };
}

/** The name of the first state, if the service gives none. */
const FIRST = 'new order';

/** A name for each reached state: the name that the service gives only to it, or else the steps that lead there. */
function namesOf(machine: ObservedMachine): ReadonlyMap<OrderState, string> {
  const ways = waysFrom(machine, machine.initial);
  const states = [...ways.keys()];
  const said = countsOf(states.flatMap(({ name }) => name ?? []));
  const given = new Set<string>();
  return new Map(
    states.map(state => {
      const { name } = state;
      const way = state === machine.initial ? FIRST : `after ${(ways.get(state) ?? []).join(', ')}`;
      let own = name === undefined ? way : said.get(name) === 1 ? name : `${name} (${way})`;
      // The service may use this name for another state.
      while (given.has(own)) own = `${own}'`;
      given.add(own);
      return [state, own];
    }),
  );
}

/** The walks of all journeys through the states of their orders, as far as the states are known. */
function walksIn(view: View): readonly (readonly Observed[])[] {
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
    const status = view.statusOf(step) ?? 0;
    return writeOutput({ answer: isOk(status) ? 'accepted' : status, webhooks });
  };
  const effectOf = (step: Step) => {
    if (types.has(step)) return 'webhook';
    return mayAct(view.answerTo(step)) && (unsure.has(step) || veiled.has(step.event)) ? 'unknown' : 'none';
  };
  return view.evidence.journeys.map(journey =>
    sureSteps(view, journey).map(step => {
      const [output, name] = [outputOf(step), names.get(step)];
      return {
        ...{
          input: writeStep(step),
          id: step.exchange,
          isAccepted: mayAct(view.answerTo(step)),
          effect: effectOf(step),
        },
        ...(output !== undefined && { output }),
        ...(name !== undefined && { name }),
      };
    }),
  );
}

/** The steps of a journey up to the first step whose effect is unknown, or the first probe that may have acted. */
function sureSteps(view: View, journey: Journey): readonly Step[] {
  const probe = view.evidence.exchanges.find(
    ({ journey: of, operation, condition, response }) =>
      of === journey.id &&
      operation === 'simulateCollectionOrder' &&
      condition !== undefined &&
      mayAct(classify(response?.status)),
  );
  const end = journey.steps.findIndex(step => {
    const status = view.statusOf(step);
    const isAnswered = status !== undefined && status < 500 && isFromService(status);
    return !isAnswered || view.isContested(journey, step) || (probe !== undefined && step.at >= probe.sentAt);
  });
  return end < 0 ? journey.steps : journey.steps.slice(0, end);
}

/**
 * Parses a lifecycle according to `lifecycle.schema.json`.
 *
 * @param name the name of the file, for errors
 * @throws HarnessError `lifecycle-invalid` (usage)
 */
export function parseLifecycle(text: string, name: string): Lifecycle {
  return parseJson(
    text,
    validate,
    problem =>
      new HarnessError('lifecycle-invalid', 'usage', `${name}: ${problem}`, {
        expected: 'what harness/contract/generated/lifecycle.schema.json describes',
        next: 'name a run folder, or remove the file',
      }),
  );
}
