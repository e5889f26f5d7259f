import type { Json } from '../../base/json.ts';
import { isSimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { View } from '../../evidence/view.ts';
import { INTERPRETATION, type JourneyBuilder, type RunBuilder } from '../../testing/evidence.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { explainRun } from '../run.ts';
import { addPiece, refusalOf } from './pieces.ts';

/** Calls of probes, by their names in a line. */
const PROBES: { readonly [name: string]: Pick<ExchangeOptions, 'condition' | 'asks'> } = {
  mistake: { condition: 'without-event', asks: {} },
  keyless: { condition: 'without-key', asks: { event: 'fail' } },
  odd: { condition: 'odd-amount', asks: { event: 'deposit_detected', received_amount: '0' } },
  replay_fail: { condition: 'replay: fail', asks: { event: 'fail' } },
  replay_disburse: { condition: 'replay: disburse', asks: { event: 'disburse' } },
};

/** A call: its name, field, status, named state or answer, refused webhook, webhooks, and wait. */
const CALL =
  /^([a-z_]+)(?:@([\w.]+))?(?:!(\w+))?(?:>(\w+|\{[^ ]*\}))?(?:\/(\w+)(?:~(\d+))?(\/again)?)?(=[^?]*)?(?:\?(\w+))?$/;

/**
 * Drives one order along a line, word by word:
 *
 * - `fail` a step that sends its webhook · `fail=` no webhook · `fail=expired,order.held` these webhooks
 * - `fail!409` a step with that status · `fail!timeout` without an answer · `path` the happy path
 * - `fail>FAILED` a step whose answer names this state · `fail>{"id":1}` a step with this answer
 * - `deposit_detected@0.01` a step with an amount · `wrong_chain@tron` with a network
 * - `fail=?none` a step without a wait for its webhook; the waits `missed` and `came` are written likewise
 * - `disburse/503` a step whose webhook is refused and does not come again · `disburse/503~900` refused after 900 ms
 * - `disburse/drop`, `disburse/slow` cut off, or not answered · `disburse/503/again` it comes again
 * - `+failed` a spontaneous webhook · `+failed/503,drop` refused twice · `order` nothing · `~5000` a pause in ms
 * - `mistake!400`, `keyless!401`, `odd!202` a call without an event, without a key, or with an odd amount
 * - `replay_fail`, `replay_disburse` the step again under its Idempotency-Key
 *
 * A type without a dot gets the prefix `collection.`; `credit` is `disbursement.completed`.
 */
export function drive(run: RunBuilder, journey: JourneyBuilder, line: string): Exchange | undefined {
  let last: Exchange | undefined;
  for (const word of line.split(' ').filter(Boolean)) {
    if (word.startsWith('~')) run.tick(Number(word.slice(1)));
    else if (word.startsWith('+')) addSpontaneous(journey, word.slice(1));
    else if (word === 'order') continue;
    else if (word === 'path') journey.happyPath();
    else last = call(run, journey, word);
  }
  return last;
}

/** Delivers a webhook that no step caused, which may be refused several times. */
function addSpontaneous(journey: JourneyBuilder, word: string): void {
  const [type = '', refused, again] = word.split('/');
  const answers = refused?.split(',').map(one => refusalOf(...(one.split('~') as [string])));
  if (answers) journey.refused(typeOf(type), answers, again !== undefined);
  else journey.deliver(typeOf(type));
}

/** Drives several orders in turn: `a:fail=?none b:path a:missed`. `missed` ends the wait for a webhook. */
function driveInTurn(run: RunBuilder, line: string): void {
  const journeys = new Map<string, JourneyBuilder>();
  const last = new Map<string, Exchange>();
  for (const word of line.split(' ')) {
    const [name = '', step = ''] = word.split(':');
    const journey = journeys.get(name) ?? run.journey();
    journeys.set(name, journey);
    const exchange = step === 'missed' ? last.get(name) : drive(run, journey, step);
    if (exchange) last.set(name, exchange);
    if (step === 'missed' && exchange) run.wait(journey.id, 'event', exchange.id, exchange.sentAt, 'missed');
  }
}

function typeOf(word: string): string {
  return word === 'credit' ? COMPLETED : word.includes('.') ? word : `collection.${word}`;
}

function call(run: RunBuilder, journey: JourneyBuilder, word: string): Exchange {
  const [, name = '', field, end = '202', state, refused, afterMs, again, sends, wait] = CALL.exec(word) ?? [];
  const status = Number(end);
  const kind = end as 'timeout';
  const probe = PROBES[name];
  if (probe)
    return run.exchange('simulateCollectionOrder', {
      ...{ journey: journey.id, ...probe },
      ...(Number.isNaN(status) ? { failure: { kind, message: end } } : { status }),
    });
  if (!isSimulateEvent(name)) throw new Error(`${word} is no word of an order`);
  const { exchange } = journey.step(name, {
    ...(Number.isNaN(status) ? { failure: kind } : { status }),
    ...(field !== undefined && { [name === 'wrong_chain' ? 'network' : 'amount']: field }),
    ...(state !== undefined && { answers: state.startsWith('{') ? (JSON.parse(state) as Json) : { status: state } }),
    ...(sends !== undefined && { sends: sends.slice(1).split(',').filter(Boolean).map(typeOf) }),
    ...(refused !== undefined && { refuse: refusalOf(refused, afterMs), again: again !== undefined }),
    ...(wait !== undefined && { wait: wait as 'came' }),
  });
  return exchange;
}

/**
 * Adds orders to a run, one after another; each is a line of {@link drive} or of {@link addPiece}. `3 * path` adds
 * three equal orders, `alone: fail` one that is alone until it ends, `alone: order fail` one that does not end, and
 * `a:fail b:fail` two simultaneous orders. `~5000` lets time pass, `clock` sets the clock of this machine, and `stall`
 * says that the harness stood still.
 */
export function addOrders(run: RunBuilder, ...lines: readonly string[]): RunBuilder {
  for (const line of lines) {
    const [, times = '1', alone, steps = ''] = /^(?:(\d+) \* )?(alone: )?(.*)$/.exec(line) ?? [];
    for (let nth = 0; nth < Number(times); nth++) {
      if (/^~\d+$/.test(steps)) run.tick(Number(steps.slice(1)));
      else if (addPiece(run, steps)) continue;
      else if (steps === 'clock' || steps === 'stall') run.trouble(run.now, run.now, steps);
      else if (/^[a-z]:/.test(steps)) driveInTurn(run, steps);
      else {
        const journey = run.journey(alone ? { alone: true } : {});
        drive(run, journey, steps);
        if (alone && !steps.startsWith('order')) journey.end();
      }
    }
  }
  return run;
}

/** Explains a run with the interpretation of the default deployment. */
export function explained(run: RunBuilder) {
  return explainRun(new View(run.evidence, INTERPRETATION));
}

/** The defects of a run in words, each with its call and its event: `lost fail, stray order.closed`. */
export function defectsOf(run: RunBuilder): string {
  return explained(run)
    .defects.map(({ move: { defect, call, event } }) =>
      [defect, call?.asks ?? call?.exchange.condition, event?.type].filter(word => word !== undefined).join(' '),
    )
    .join(', ');
}
