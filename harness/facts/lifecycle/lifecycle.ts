import { countsOf } from '../../base/counts.ts';
import { HarnessError } from '../../base/errors.ts';
import { oncePerObject } from '../../base/once.ts';
import { parseJson } from '../../base/parse-json.ts';
import { Lifecycle as validate } from '../../contract/generated/file-validators.js';
import { EVENT_FIELDS, HAPPY_PATH, isSimulateEvent, SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import { isOk } from '../../evidence/answered.ts';
import { classify, mayAct } from '../../evidence/classify.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Journey, Step } from '../../evidence/evidence.ts';
import { isFromService } from '../../evidence/from-service.ts';
import type { View } from '../../evidence/view.ts';
import { type StepInput, writeStep } from '../../evidence/write-step.ts';
import { type LearnedMachine, learnMachine } from '../../order/automata/learn-machine.ts';
import { waysFrom } from '../../order/automata/machine.ts';
import { type Node, type Observed, observationTree } from '../../order/automata/observation-tree.ts';
import { effectsOf } from '../../order/causes.ts';
import { saidIn } from '../about/states.ts';

/** How the service answered a step: it accepted it, or refused it with a status. */
type StepAnswered = 'accepted' | number;

/** What came of a step: the output of a machine. */
export interface StepOutput {
  readonly answer: StepAnswered;
  /** The types of the events that the step caused, sorted, each once. */
  readonly webhooks: readonly string[];
}

/** The step that `writeStep` wrote; undefined for anything else. */
export function readInput(words: string): StepInput | undefined {
  const [event, wire, ...rest] = words.split(' ');
  if (!isSimulateEvent(event)) return undefined;
  const field = EVENT_FIELDS.find(own => own.wire === wire);
  return { event, ...(field && { [field.step]: rest.join(' ') }) };
}

/** An output as the word of a machine. */
export function writeOutput({ answer, webhooks }: StepOutput): string {
  return JSON.stringify([answer, ...webhooks]);
}

/** The output that {@link writeOutput} wrote. */
export function readOutput(word: string): StepOutput {
  const [answer, ...webhooks] = JSON.parse(word) as [StepAnswered, ...string[]];
  return { answer, webhooks };
}

/** What one event does to an order in one state. */
export interface LifecycleTransition extends StepOutput {
  /** The state that it is simulated in. */
  readonly from: string;
  /** The simulate event; with the amount or network that it named, where it named one. */
  readonly event: string;
  /** The state that it leads to. */
  readonly to: string;
  /** How often it was seen. */
  readonly count: number;
  /** Exchanges that show it, at most three. */
  readonly evidence: readonly string[];
  /** What was seen instead, less often: it contradicts the rest. Absent: nothing. */
  readonly contradicted?: readonly (StepOutput & Pick<LifecycleTransition, 'count' | 'evidence'>)[];
}

/** `lifecycle.json`: the state machine of a collection order, as it was learned (INTERFACE, the run folder). */
export interface Lifecycle {
  /** The names of the states, each once; the first is that of a new order. */
  readonly states: readonly string[];
  readonly transitions: readonly LifecycleTransition[];
  /** Events that were not tried in a state that was reached. */
  readonly unexplored: readonly Pick<LifecycleTransition, 'from' | 'event'>[];
}

/** What tells states apart: each event, and what may lead from there to a credit, which matters most to a consumer. */
export const DECISIVE = [
  ...SIMULATE_EVENTS.map(event => [event]),
  ...HAPPY_PATH.slice(1).map((_, nth) => HAPPY_PATH.slice(nth)),
];

/** Learns the lifecycle from everything that a run drove. */
export const lifecycleIn = oncePerObject((view: View): Lifecycle => {
  return lifecycleOf(learnMachine(observationTree(walksIn(view)), DECISIVE));
});

/** A learned machine as a lifecycle, with names for its states. */
export function lifecycleOf(machine: LearnedMachine): Lifecycle {
  const names = namesOf(machine);
  const nameOf = (state: Node) => names.get(state) ?? '';
  const inputs = [...SIMULATE_EVENTS, ...machine.inputs.filter(input => !isSimulateEvent(input))];
  const transitions = machine.states.flatMap(state =>
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
  const unexplored = machine.states.flatMap(state =>
    SIMULATE_EVENTS.filter(event => machine.step(state, event) === undefined).map(event => ({
      from: nameOf(state),
      event,
    })),
  );
  return { states: machine.states.map(nameOf), transitions, unexplored };
}

/** What the first state is called where the service does not say. */
const FIRST = 'new order';

/** A name for each state: what the service calls it; where that is said of several or of none, how it is reached. */
function namesOf(machine: LearnedMachine): ReadonlyMap<Node, string> {
  const ways = waysFrom(machine, machine.initial);
  const said = countsOf(machine.states.flatMap(({ name }) => name ?? []));
  const given = new Set<string>();
  return new Map(
    machine.states.map(state => {
      const { name } = state;
      const way = state === machine.initial ? FIRST : `after ${ways.get(state)?.join(', ')}`;
      let own = name === undefined ? way : said.get(name) === 1 ? name : `${name} (${way})`;
      // A service may call a state as another is called here.
      while (given.has(own)) own = `${own}'`;
      given.add(own);
      return [state, own];
    }),
  );
}

/** The walks of all journeys through the states of their orders, each as far as it is known where the order is. */
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
    const status = statusOf(view, step) ?? 0;
    return writeOutput({ answer: isOk(status) ? 'accepted' : status, webhooks });
  };
  const isIdle = (step: Step) =>
    !mayAct(view.answerTo(step)) || (!unsure.has(step) && !veiled.has(step.event) && !types.has(step));
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
      mayAct(classify(response?.status)),
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

/**
 * Reads a lifecycle as `lifecycle.schema.json` describes it.
 * @param name of the file, for errors
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
