import { mayAct } from '../evidence/answered.ts';
import { unusualInWords, writeStep } from '../evidence/asked-event.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Journey, Step } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { DefectKind } from './costs.ts';
import { type Model, owedTo } from './estimate.ts';
import type { Explanation, Move } from './explanation.ts';
import { type Call, isTaken } from './trace.ts';

/** Each defect in words, which follow the event or call that shows it. */
const IN_WORDS: { readonly [K in DefectKind]: string } = {
  stray: 'no call asked for it',
  contradicted: 'it contradicts the disbursement, and no call asked for it',
  misdirected: 'it names another order',
  mistake: 'sent by a call that simulates nothing',
  keyless: 'sent by a call whose key was refused',
  odd: 'sent by a refused call',
  copied: 'the same webhook once more, under another id',
  renamed: 'a redelivery under another id',
  wrongType: 'the webhook of another step, in place of its own',
  dropped: 'it is refused and not sent again',
  lost: 'its webhook does not arrive',
  refusedOnPath: 'the happy path is refused',
  thoughRefused: 'sent although the step was refused',
  creditThoughRefused: 'sent although the step was refused',
  credit: 'a credit that is not due',
};

/**
 * The moves of an explanation, in order of time: `fail (202) → collection.failed (for fail) → …`.
 *
 * @param mayBeDue whether each disburse of the order may be due a credit
 */
export function movesInWords({ trace: { calls, events }, moves }: Explanation, mayBeDue = false): string {
  const byEvent = new Map(moves.flatMap(move => (move.event ? [[move.event, move] as const] : [])));
  const missing = moves.filter(({ event, defect }) => event === undefined && defect !== undefined);
  const lacks = (each: Call) => missing.flatMap(({ call, defect = 'lost' }) => (call === each ? IN_WORDS[defect] : []));
  const told = [
    ...calls
      .filter(isTold(moves))
      .map(call => ({ at: call.at, words: [callInWords(call), ...lacks(call)].join(': ') })),
    ...events.map(event => ({
      at: event.at,
      words: `${event.type || 'an event'}${moveInWords(byEvent.get(event), mayBeDue)}`,
    })),
  ].sort((a, b) => a.at - b.at);
  return told.map(({ words }) => words).join(' → ');
}

/** Selects steps, and probes that take part in a move, because most probes do nothing. */
function isTold(moves: readonly Move[]): (call: Call) => boolean {
  const taking = new Set(moves.map(({ call }) => call));
  return call => call.role === 'step' || taking.has(call);
}

function callInWords({ asks, step, exchange }: Call): string {
  const words = [step ? writeStep(step) : (asks ?? 'a call'), unusualInWords(exchange)].filter(Boolean).join(' ');
  return `${words} (${exchange.response?.status ?? 'no answer'})`;
}

function moveInWords(move: Move | undefined, mayBeDue: boolean): string {
  if (move?.defect === 'credit' && mayBeDue) return ': another credit';
  if (move?.defect) return `: ${IN_WORDS[move.defect]}`;
  return move?.call ? ` (for ${move.call.asks ?? callInWords(move.call)})` : ' (unasked, as for other orders)';
}

/** What a sound service does instead of a defect, in words: `sends collection.failed`. */
export function insteadInWords(move: Move, { trace, moves }: Explanation, model: Model): string {
  const { defect, call, event, lacks } = move;
  const owed = (by: Call | undefined) => {
    const types = by ? [...owedTo(model, by)] : [];
    const isEither = types.some(type => types.some(other => model.synonyms(type).has(other)));
    return types.join(isEither ? ' or ' : ' and ') || 'a webhook';
  };
  switch (defect) {
    case 'lost':
    case 'wrongType':
      return `sends ${lacks === 'credit' || lacks === 'both' ? COMPLETED : owed(call)}`;
    case 'misdirected':
      return `names ${trace.journey.order}`;
    case 'refusedOnPath':
      return `accepts ${call?.asks}`;
    case 'mistake':
      return `refuses the call, and ${event ? 'sends nothing' : 'accepts the steps after it'}`;
    case 'keyless':
    case 'odd':
    case 'thoughRefused':
    case 'creditThoughRefused':
      return 'sends nothing for a call that it refuses';
    default: {
      const until = event?.at ?? 0;
      const paid = new Set(moves.flatMap(one => (one.event && one.event.at < until ? [one.call] : [])));
      const debts = trace.calls.filter(one => isTaken(one) && one.at <= until && !one.isRepeated && !paid.has(one));
      const owing = [...new Set(debts.map(owed))];
      return owing.length > 0 ? `sends ${owing.join(' or ')}, or nothing yet` : 'sends nothing here';
    }
  }
}

/** The steps of a journey up to one of them, in words: `deposit_detected, expire (409)`. */
export function stepsUntil(view: View, { steps }: Journey, last: Step): string {
  const words = steps.slice(0, steps.indexOf(last) + 1).map(step => {
    const status = view.statusOf(step);
    return !mayAct(view.answerTo(step)) ? `${writeStep(step)} (${status})` : writeStep(step);
  });
  return words.join(', ');
}
