import { header, jsonOf, walk } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { type Answered, answersOfService, classify, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { View } from '../../evidence/view.ts';
import { typesAfter } from '../../order/causes.ts';
import { areDoubled } from '../../order/requirements.ts';
import { tracesOf } from '../../order/trace.ts';
import { answered, quoted } from './answers.ts';
import { breach, type Check, isBreach, type Judgement, pass, SEVERAL } from './check.ts';

/**
 * Steps that are repeated with their Idempotency-Key. The effect of the key is not specified, so all findings are
 * advice. How long a service keeps a key is not specified either, so only the first repetition counts.
 */
export const idempotency: Check = {
  id: 'idempotency',
  title: 'A step that is sent again with its Idempotency-Key is answered as before, and takes effect once',
  kind: 'safety',
  requirements: ['request.idempotency-key'],
  *judge(view) {
    const isDoubled = areDoubled(tracesOf(view));
    for (const calls of Map.groupBy(answersOfService(view, 'simulateCollectionOrder'), sameCall).values()) {
      const [first, again] = calls;
      if (again === undefined || readCondition(again.condition)?.name !== 'replay') continue;
      if (first === undefined || !isOk(first.response.status)) continue;
      const advice = { requirement: 'request.idempotency-key', severity: 'advice' } as const;
      // If each disburse is credited twice, the second credit does not belong to the repeated call.
      const ofAgain = typesAfter(view, again);
      const [before, after] = [typesAfter(view, first), isDoubled ? ofAgain.difference(CREDIT) : ofAgain];
      if (classify(again.response.status) === 'refused')
        yield breach({
          ...advice,
          cause: 'refused',
          message: 'a step is refused when it is sent again with its Idempotency-Key, though it was taken',
          expected: `the first answer: ${first.response.status}`,
          received: quoted(again.response),
          likely: 'the service does not look up the key, or refuses one that it knows',
          next: 'store the answer under its key; a client that lost the first answer takes this step for refused',
          evidence: [again.id, first.id],
        });
      else if (!before.isDisjointFrom(after))
        yield breach({
          ...advice,
          cause: 'takes effect again',
          message: 'a step takes effect again when it is sent again with its Idempotency-Key',
          expected: 'the first answer, and no further webhook',
          received: `${again.response.status}, and ${[...after].join(' and ')} once more`,
          likely: 'the service does not look up the key, or stores it only after the work',
          next: 'store the key in the transaction that takes the step',
          evidence: [again.id, first.id],
        });
      else if (isOk(again.response.status)) yield pass('request.idempotency-key', again.id);
    }
  },
};

const CREDIT: ReadonlySet<string | undefined> = new Set([COMPLETED]);

/** A key for calls that are repetitions of one call; the exchange id for calls without an Idempotency-Key. */
function sameCall({ id, request }: Answered): string {
  const key = header(request.headers, 'idempotency-key');
  return key === undefined ? id : `${key} ${request.url} ${request.body?.sha256}`;
}

/**
 * The earlier call whose answer a call received, byte for byte, although each has a different Idempotency-Key;
 * `undefined` if the evidence shows none. Equal answers alone prove nothing: they must share a request-id, or name the
 * order, event or account of the earlier call and not that of the later one.
 */
export function replayedFrom(view: View, exchange: string): string | undefined {
  return replays(view).get(exchange);
}

/** The likely cause of a finding about a replayed answer. @param from the earlier call */
function causeOfReplay(view: View, from: string): string {
  const length = sharedBeginning(view);
  const other = `another Idempotency-Key${length < LEAST_SHARED ? '' : ` with the same first ${length} characters`}`;
  return `the answer is that of ${from}, which had ${other}: a stored answer is given to a new call`;
}

/** Random keys seldom begin with so many equal characters. */
const LEAST_SHARED = 2;

/** With how many equal characters the keys of all replays begin as those of the calls that were answered first. */
const sharedBeginning = oncePerObject((view: View): number => {
  const keyIn = (id: string) => header(view.exchange(id)?.request.headers ?? [], 'idempotency-key') ?? '';
  const lengths = [...replays(view)].map(([id, from]) => {
    const [own, first] = [keyIn(id), keyIn(from)];
    const differs = [...own].findIndex((character, nth) => character !== first[nth]);
    return differs < 0 ? own.length : differs;
  });
  return lengths.length < SEVERAL ? 0 : Math.min(...lengths);
});

/** A judgement of an answer. If the answer is a replay, a breach gets this as its cause. */
export function blamedOnReplay<J extends Judgement>(view: View, judgement: J): J {
  if (!isBreach(judgement)) return judgement;
  const { cause, evidence } = judgement;
  const [answer = '', ...others] = evidence;
  const from = replayedFrom(view, answer);
  if (from === undefined) return judgement;
  const likely = causeOfReplay(view, from);
  return { ...judgement, cause: `${cause} replayed`, likely, evidence: [answer, from, ...others] };
}

const replays = oncePerObject((view: View): ReadonlyMap<string, string> => {
  const calls = answered(view).filter(call => keyOf(call) !== undefined);
  // A request-id that all calls share identifies none of them.
  const areTold = new Set(calls.map(requestIdOf)).size > 1;
  const orders = new Set(view.evidence.journeys.map(({ order }) => order));
  const groups = Map.groupBy(calls, ({ response }) => response.body.sha256);
  // Answers to simultaneous calls may be mixed up without being stored.
  const mayBeOf = (call: Answered, value: string) =>
    calls.some(one => one.sentAt <= call.endedAt && one.endedAt >= call.sentAt && isAbout(one, value));
  return new Map(
    [...groups.values()].flatMap(alike => {
      const [first, ...later] = alike;
      if (first === undefined || later.length === 0) return [];
      const named = namedIn(first, orders).map(value => ({ value, about: alike.find(call => isAbout(call, value)) }));
      const byId = new Map(alike.toReversed().map(call => [requestIdOf(call), call]));
      return later.flatMap(call => {
        const id = requestIdOf(call);
        const sameId = areTold && id !== undefined ? byId.get(id) : undefined;
        const others = [sameId, ...named.flatMap(({ value, about }) => (mayBeOf(call, value) ? [] : about))];
        const from = others.find(other => other && other.sentAt < call.sentAt && keyOf(other) !== keyOf(call));
        return from ? [[call.id, from.id] as const] : [];
      });
    }),
  );
});

function keyOf({ request }: Answered): string | undefined {
  return header(request.headers, 'idempotency-key');
}

function requestIdOf({ response }: Answered): string | undefined {
  return header(response.headers, 'request-id');
}

/** The values in an answer that identify a call: orders of the run, the event and the account. */
function namedIn({ response }: Answered, orders: ReadonlySet<string>): readonly string[] {
  const json = jsonOf(response.body);
  if (json === undefined) return [];
  return [...walk(json.value)].flatMap(({ pointer, value }) =>
    typeof value === 'string' && (orders.has(value) || /(event|account_number)$/i.test(pointer)) ? [value] : [],
  );
}

/** Whether a call names a value: as the order in its address, or as its event or account. */
function isAbout({ request }: Answered, value: string): boolean {
  return request.url.split('/').includes(value) || request.body?.text?.includes(JSON.stringify(value)) === true;
}
