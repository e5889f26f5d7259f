import { briefly, isObject, type JsonObject, jsonOf, objectIn, walk } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { isPreview } from '../../contract/operations.ts';
import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { isOwnAnswer } from '../../evidence/from-service.ts';
import type { View } from '../../evidence/view.ts';
import { isBreach, type Judgement } from './check.ts';

/** The requirements on what an answer says, whose breach hides what else it would show. */
export const OF_ANSWER: readonly string[] = ['enquiry.', 'onramp.', 'account.', 'wire.', 'auth.'];

/** Whole answers of the service itself, on routes that may be judged: to one operation or to any. */
export function answered(view: View, operation?: string): readonly Answered[] {
  return answersOfService(view, operation).filter(isJudged);
}

/**
 * Whole answers of the preview surface (4.4). It may change, so that what is said of every response is advice there.
 */
export function previewAnswers(view: View): readonly Answered[] {
  return answersOfService(view).filter(({ operation }) => isPreview(operation));
}

/** What is found in previews: advice, where it would be a breach elsewhere. */
export function* asAdvice(judgements: Iterable<Judgement>): Generator<Judgement> {
  for (const judgement of judgements)
    if (isBreach(judgement))
      yield {
        ...judgement,
        severity: 'advice',
        message: `${judgement.message}, on preview routes`,
        next: 'do not rely on preview routes yet: the specification says that they may change',
      };
}

/**
 * Whether an exchange may be judged: not on a preview route (4.4), nor on a path that is none of the service's, nor
 * with the answer of a gateway. Computed once for each exchange: injected
 * breaches leave nearly all of them unchanged.
 */
export const isJudged = oncePerObject((exchange: Exchange): boolean => {
  if (isPreview(exchange.operation) || readCondition(exchange.condition)?.aside) return false;
  return exchange.response === undefined || isOwnAnswer(exchange);
});

/** A response as a finding quotes it: its status and how its body begins. */
export function quoted({ status, body }: Answered['response']): string {
  return `${status} ${briefly(jsonOf(body)?.value)}`;
}

/** Whether a response names the holder of an account, whatever its status and shape: then an account is resolved. */
export function namesHolder({ body }: Answered['response']): boolean {
  const json = jsonOf(body);
  return json !== undefined && walk(json.value).some(({ key, value }) => key === 'account_name' && isText(value));
}

/** Each read of an onramp order that succeeded, with the order. */
export function ordersRead(view: View): readonly { readonly exchange: Answered; readonly order: JsonObject }[] {
  return answered(view, 'getOnrampOrder').flatMap(exchange => {
    const order = isOk(exchange.response.status) ? objectIn(exchange.response.body) : undefined;
    return order ? [{ exchange, order }] : [];
  });
}

/** Fields of which an onramp order has all, and nothing else has two. */
const OF_ORDER = ['customer_id', 'source_amount', 'destination_amount', 'destination_address', 'quoted_rate'];

/** Whether a response holds an onramp order, whatever its status and shape. */
export function holdsOrder({ body }: Answered['response']): boolean {
  const json = jsonOf(body);
  if (json === undefined) return false;
  return walk(json.value).some(({ value }) => isObject(value) && OF_ORDER.filter(name => value[name]).length > 1);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** A value that must stay the same, and the exchange that it was read in. */
export interface ObservedConstant {
  readonly exchange: string;
  readonly value: string;
}

/** A sighting of another value than most have. */
interface OddSighting<S extends ObservedConstant> {
  readonly odd: S;
  /** The first sighting of the usual value. */
  readonly usual: S;
  /** How often the usual value was seen, in words: `2 other reads`. */
  readonly times: string;
}

/**
 * Sightings that differ from the value that is seen most often: the rarer value counts as the wrong one.
 * @param noun what a sighting is, such as `read`
 */
export function oddSightings<S extends ObservedConstant>(
  sightings: readonly S[],
  noun: string,
): readonly OddSighting<S>[] {
  const values = [...Map.groupBy(sightings, ({ value }) => value).values()].sort((a, b) => b.length - a.length);
  const [same = [], ...others] = values;
  const [usual] = same;
  if (usual === undefined) return [];
  return others.flat().map(odd => ({ odd, usual, times: plural(same.length, `other ${noun}`) }));
}
