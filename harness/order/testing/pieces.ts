import type { Json } from '../../base/json.ts';
import { setAtPointer } from '../../base/set-at-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Condition } from '../../evidence/condition.ts';
import type { Answer } from '../../evidence/delivery.ts';
import type { Trouble, Wait } from '../../evidence/evidence.ts';
import { contractExample } from '../../testing/contract-examples.ts';
import { type RunBuilder, START, signed } from '../../testing/evidence.ts';
import type { DeliveryOptions, ExchangeOptions } from '../../testing/evidence-options.ts';

/** A call: its operation, address, condition, body, the status and body of its answer, and more of its exchange. */
const CALL = /^(\w+|-)(?: at (\S+))?(?: \[([^\]]+)\])?(?: (\S.*?))? → (\d+)(?: (?!\+ )(.*?))?(?: \+ (\{.*\}))?$/;

/** A webhook: the delivery it repeats or its type, its refusal, its order, its body, and more of its delivery. */
const WEBHOOK = /^← (?:again (d\d+)|([^\s/]+))(?:\/(\w+))?(?: of (\w+))?(?: (\{.*?\}))??(?: \+ (\{.*\}))?$/;

const parse = <T = Json>(text: string) => JSON.parse(text) as T;

type Parts = readonly (string | undefined)[];

/** The lines of each kind, and how one is added to a run. */
const PIECES: readonly (readonly [RegExp, (run: RunBuilder, parts: Parts) => void])[] = [
  [CALL, addCall],
  [WEBHOOK, addWebhook],
  [
    /^wait (j\d+) (\w+) (\w+) (\w+)$/,
    (run, [, journey = '', kind, since = '', outcome]) =>
      run.wait(journey, kind as Wait['kind'], since, run.now, outcome as Wait['outcome']),
  ],
  [
    /^trouble (\S+) (\d+) (\d+)$/,
    (run, [, kind, from, to]) => run.trouble(START + Number(from), START + Number(to), kind as Trouble['kind']),
  ],
];

/**
 * Adds a call, a webhook, a wait or trouble to a run, from a line.
 *
 * - `resolveBankAccount [known] {"bank_code":"044"} → 200 {"status":true}`: a call. One without an operation is `-`.
 *   `at URL` is its address, `[…]` its condition, and `+ {…}` other members of its exchange. The answer `example
 *   /status=3 /id=` is the contract's example of a success, with another status and without an id.
 * - `← order.held {"id":1} + {"headers":[]}`: a webhook, by default about the last order. `of co_1b` names another
 *   one, `← again d1` sends a delivery again, and `← order.held/503` is refused.
 * - `wait j1 redelivery d1 missed`: a wait of a journey.
 * - `trouble service-paused 10 20`: in milliseconds after the start of the run.
 *
 * @returns whether the line is one of these
 */
export function addPiece(run: RunBuilder, line: string): boolean {
  for (const [pattern, add] of PIECES) {
    const parts = pattern.exec(line);
    if (parts) add(run, parts);
    if (parts) return true;
  }
  return false;
}

function addCall(run: RunBuilder, [, operation = '', url, condition, asks, status, answers, more]: Parts): void {
  run.exchange(operation === '-' ? undefined : operation, {
    ...{ method: /^(resolve|simulate)/.test(operation) ? 'POST' : 'GET', status: Number(status) },
    ...(url !== undefined && { url }),
    ...(condition !== undefined && { condition: condition as Condition }),
    ...(asks !== undefined && { asks: parse(asks) }),
    ...(answers !== undefined && { answers: answerOf(operation, answers) }),
    ...(more !== undefined && parse<ExchangeOptions>(more)),
  });
}

function answerOf(operation: string, text: string): Json {
  const [example, ...changes] = text.split(' ');
  if (example !== 'example') return parse(text);
  const body = structuredClone(contractExample(operation as OperationId, 200));
  for (const change of changes) {
    const [pointer = '', value = ''] = change.split(/=(.*)/);
    setAtPointer(body, pointer, value === '' ? undefined : parse(value));
  }
  return body;
}

function addWebhook(run: RunBuilder, [, first, type = '', refused, named, body, more = '{}']: Parts): void {
  const { signatures, ...options } = parse<DeliveryOptions>(more);
  const at = options.at ?? run.tick();
  const { deliveries, journeys } = run.evidence;
  const order = named ?? journeys.at(-1)?.order;
  const written: DeliveryOptions = {
    ...{ at, ...(refused !== undefined && { answer: { kind: 'status', refused: true, ...refusalOf(refused) } }) },
    ...{ ...options, ...(body !== undefined && { json: parse(body) }) },
    ...(signatures && { signatures: signatures.map(own => signed(at, own)) }),
  };
  const again = deliveries.find(({ id }) => id === first);
  if (again) run.redeliver(again, written);
  else run.deliver(type, { ...(order !== undefined && { order }), ...written });
}

/** The answer that refuses a webhook: a status, `drop` or `slow`. @param afterMs when it was given */
export function refusalOf(word: string, afterMs?: string): Partial<Answer> {
  if (word === 'drop' || word === 'slow') return { kind: word };
  return { status: Number(word), ...(afterMs !== undefined && { afterMs: Number(afterMs) }) };
}
