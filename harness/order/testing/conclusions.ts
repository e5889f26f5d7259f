import type { JsonObject } from '../../base/json.ts';
import { leadsToCredit } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Interpretation } from '../../evidence/interpretation.ts';
import { View } from '../../evidence/view.ts';
import { aRun, aSoundRun, INTERPRETATION, START } from '../../testing/evidence.ts';
import type { Write } from '../../testing/evidence-options.ts';
import { causesIn, effectsOf, owedTypes } from '../causes.ts';
import { insteadInWords, movesInWords } from '../moves-in-words.ts';
import { explainRun } from '../run.ts';
import type { Call } from '../trace.ts';
import { addOrders } from './orders.ts';

/** Lines that add no order. */
const OF_SERVICE = /^(# .*|sound|embedded|configured|no ids|networks given|one type|(nameless|run|reads): .*)$/;

/**
 * A run of orders, each a line of `addOrders`. A line with `#` is its title. Other lines describe the service: `sound`
 * adds the orders of a sound run first, `nameless: a, b` writes the webhooks of these types without an order, and
 * `one type` writes all webhooks but the credit under one type, with the state of the order beside it. `data: {…}` adds
 * members to the data of the webhooks that follow. The target is `embedded`, has `configured` orders, or is said to
 * know its networks (`networks given`); `run: {…}` says more of the run. With `no ids`, the place of event ids is
 * unknown; `reads: {…}` says more of how webhooks are read, where `null` is unknown.
 */
export function runOf(lines: readonly string[]): View {
  const nameless = lines.flatMap(line => /^nameless: (.*)/.exec(line)?.[1]?.split(', ') ?? []);
  const hasOneType = lines.includes('one type');
  const given = (name: string) => {
    const line = lines.find(one => one.startsWith(`${name}: `)) ?? `${name}: {}`;
    return JSON.parse(line.slice(name.length + 2)) as JsonObject;
  };
  let more: JsonObject = {};
  const write: Write = ({ id, type, order }) => {
    const data = { ...(!nameless.includes(type) && { order_id: order }), ...more };
    if (!hasOneType || type === COMPLETED) return { body: { id, type, data } };
    return { body: { id, type: 'order.changed', data: { ...data, state: type } } };
  };
  const { settings, ...about } = given('run');
  const info = {
    ...about,
    ...(lines.includes('embedded') && { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } as const }),
    settings: {
      ...(lines.includes('configured') && { orderSetting: 'ORDER_IDS' }),
      ...(lines.includes('networks given') && { networksGiven: true as const }),
      ...(settings as object | undefined),
    },
  };
  const run = lines.includes('sound') ? aSoundRun(write, info) : aRun(write, info);
  for (const line of lines) {
    if (line.startsWith('data: ')) more = JSON.parse(line.slice(6)) as JsonObject;
    else if (!OF_SERVICE.test(line)) addOrders(run, line);
  }
  const reads = { ...INTERPRETATION, ...(lines.includes('no ids') && { eventId: null }), ...given('reads') };
  const known = Object.entries(reads).filter(([, value]) => value !== null);
  return new View(run.evidence, Object.fromEntries(known) as unknown as Interpretation);
}

/**
 * What the model concludes of a run, one thing a line. `order 2: fail, none` lists the causes of the events of an
 * order. What is usual is left out: a step sends the type of its name, and each event of an order belongs to the next
 * step. Times are milliseconds after the start of the run.
 */
export function conclusionOf(lines: readonly string[]): readonly string[] {
  const view = runOf(lines);
  const { model, explanations, defects, endedAt, listenUntil } = explainRun(view);
  const { types, sure, unsure, veiled } = effectsOf(view);
  const ends = explanations.map(({ trace }) => endedAt(trace) - START);
  return [
    ...defects.flatMap(({ move, explanation, requirements, isAdvice, again, elsewhere }) => [
      [move.defect, nameOf(move.call), move.event?.type, again && `again ${again}`, elsewhere && 'elsewhere']
        .filter(Boolean)
        .join(' '),
      ...requirements.map(requirement => `  ${isAdvice ? 'advice on' : 'breaks'} ${requirement}`),
      ...movesInWords(explanation)
        .split(' → ')
        .map(move => `  - ${move}`),
      `  a correct service ${insteadInWords(move, explanation, model)}`,
    ]),
    ...[...owedTypes(view)].flatMap(([event, owed]) => {
      const usual = leadsToCredit(event) ? COMPLETED : `collection.${event}`;
      const isUsual = owed.length === 1 && owed[0]?.startsWith(usual);
      return owed.length === 0 || isUsual ? [] : [`${event} sends ${owed.join(', ')}`];
    }),
    ...explanations.flatMap(({ trace }, nth) => {
      const causes = causesIn(view).causes.flatMap(({ trace: own, call }) =>
        own === trace ? [nameOf(call) ?? 'none'] : [],
      );
      const steps = trace.calls.flatMap(({ role, asks }) => (role === 'step' && asks ? [asks] : []));
      return causes.join() === steps.join() ? [] : [`order ${nth + 1}: ${causes.join(', ') || 'no events'}`];
    }),
    `effects: ${types.size} known, ${sure.size} sure, ${unsure.size} unsure`,
    ...(veiled.size > 0 ? [`effects that other steps may hide: ${[...veiled].join(', ')}`] : []),
    ...ends.flatMap((at, nth) => (Number.isFinite(at) ? [`order ${nth + 1} ends by itself at ${at}`] : [])),
    ...(listenUntil > 0 ? [`listens until ${listenUntil - START}`] : []),
  ];
}

function nameOf(call: Call | undefined): string | undefined {
  return call?.asks ?? call?.exchange.condition;
}
