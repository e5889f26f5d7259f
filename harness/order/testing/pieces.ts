import type { Json } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import type { Trouble, Wait } from '../../evidence/evidence.ts';
import { type RunBuilder, START, signed } from '../../testing/evidence.ts';
import type { DeliveryOptions, ExchangeOptions } from '../../testing/evidence-options.ts';

/** A call: its operation, address, condition, body, the status and body of its answer, and more of its exchange. */
const CALL = /^(\w+|-)(?: at (\S+))?(?: \[([^\]]+)\])?(?: (\S.*?))? → (\d+)(?: (?!\+ )(.*?))?(?: \+ (\{.*\}))?$/;

/** A webhook: the delivery it repeats or its type, the order it names, its body, and more of its delivery. */
const WEBHOOK = /^← (?:again (d\d+)|(\S+))(?: of (\w+))?(?: (\{.*?\}))??(?: \+ (\{.*\}))?$/;

const parse = <T = Json>(text: string) => JSON.parse(text) as T;

type Parts = readonly (string | undefined)[];

/** The lines of each kind, and how one is added to a run. */
const PIECES: readonly (readonly [RegExp, (run: RunBuilder, parts: Parts) => void])[] = [
  [CALL, addCall],
  [WEBHOOK, addWebhook],
  [
    /^wait (\w+) (\w+) (\w+)$/,
    (run, [, kind, since = '', outcome]) =>
      run.wait(run.evidence.journeys.at(-1)?.id ?? '', kind as Wait['kind'], since, run.now, outcome as 'missed'),
  ],
  [
    /^trouble (\S+) (\d+) (\d+)$/,
    (run, [, kind, from, to]) => run.trouble(START + Number(from), START + Number(to), kind as Trouble['kind']),
  ],
];

/**
 * Adds a call, a webhook, a wait or trouble to a run, from a line.
 *
 * - `resolveBankAccount [known] {"bank_code":"044"} → 200 {"status":true}`: a call. One without an operation is `-`. `at
 *   URL` is its address, `[…]` its condition, and `+ {…}` other members of its exchange.
 * - `← order.held {"id":1} + {"headers":[]}`: a webhook, by default about the last order. `of co_1b` names another
 *   one, and `← again d1` sends a delivery again.
 * - `wait redelivery d1 missed`: a wait of the last order.
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
    ...(answers !== undefined && { answers: parse(answers) }),
    ...(more !== undefined && parse<ExchangeOptions>(more)),
  });
}

function addWebhook(run: RunBuilder, [, first, type = '', named, body, more = '{}']: Parts): void {
  const { signatures, ...options } = parse<DeliveryOptions>(more);
  const at = options.at ?? run.tick();
  const { deliveries, journeys } = run.evidence;
  const order = named ?? journeys.at(-1)?.order;
  const written: DeliveryOptions = {
    ...{ at, ...options, ...(body !== undefined && { json: parse(body) }) },
    ...(signatures && { signatures: signatures.map(own => signed(at, own)) }),
  };
  const again = deliveries.find(({ id }) => id === first);
  if (again) run.redeliver(again, written);
  else run.deliver(type, { ...(order !== undefined && { order }), ...written });
}
