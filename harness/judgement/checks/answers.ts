import { briefly, isObject, type JsonObject, jsonOf, objectIn, walk } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { isPreview } from '../../contract/operations.ts';
import { type Answered, answersOfService, isOk, isOwnAnswer } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { isBreach, type Judgement } from './check.ts';

/** Requirements on the content of an answer. A breach of one hides what else the answer would show. */
export const OF_ANSWER: readonly string[] = ['enquiry.', 'onramp.', 'account.', 'wire.', 'auth.'];

/** Complete answers of the service itself on routes that may be judged. @param operation only of this operation */
export function answered(view: View, operation?: string): readonly Answered[] {
  return answersOfService(view, operation).filter(isJudged);
}

/** Complete answers of the preview surface (4.4). It may change, so breaches there are only advice. */
export function previewAnswers(view: View): readonly Answered[] {
  return answersOfService(view).filter(({ operation }) => isPreview(operation));
}

/** Turns the breaches of previews into advice. */
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
 * Whether an exchange may be judged: not on a preview route (4.4), on a path outside the service, or if a gateway
 * answered. Computed once per exchange, because injected breaches leave nearly all exchanges unchanged.
 */
export const isJudged = oncePerObject((exchange: Exchange): boolean => {
  if (isPreview(exchange.operation) || readCondition(exchange.condition)?.aside) return false;
  return exchange.response === undefined || isOwnAnswer(exchange);
});

/** A response as findings quote it: its status and the start of its body. */
export function quoted({ status, body }: Answered['response']): string {
  return `${status} ${briefly(jsonOf(body)?.value)}`;
}

/** Whether a response names an account holder, whatever its status and shape. The account is then resolved. */
export function namesHolder({ body }: Answered['response']): boolean {
  const json = jsonOf(body);
  return json !== undefined && walk(json.value).some(({ key, value }) => key === 'account_name' && isText(value));
}

/** Every successful read of an onramp order, with the order. */
export function ordersRead(view: View): readonly { readonly exchange: Answered; readonly order: JsonObject }[] {
  return answered(view, 'getOnrampOrder').flatMap(exchange => {
    const order = isOk(exchange.response.status) ? objectIn(exchange.response.body) : undefined;
    return order ? [{ exchange, order }] : [];
  });
}

/** Every onramp order has these fields, and nothing else has two of them. */
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

/** A value that must not change, and the exchange in which it was read. */
export interface ObservedConstant {
  readonly exchange: string;
  readonly value: string;
}

/**
 * Sightings that differ from the most frequent value: the rarer value counts as wrong. Each comes with the first
 * sighting of the usual value, and how often that was seen, for example `2 other reads`. @param noun such as `read`
 */
export function oddSightings<S extends ObservedConstant>(sightings: readonly S[], noun: string) {
  const values = [...Map.groupBy(sightings, ({ value }) => value).values()].sort((a, b) => b.length - a.length);
  const [same = [], ...others] = values;
  const [usual] = same;
  if (usual === undefined) return [];
  return others.flat().map(odd => ({ odd, usual, times: plural(same.length, `other ${noun}`) }));
}

/** The other order of the run that the answer to a call about an order names. */
export function otherOrderIn(view: View, { journey, request, response }: Exchange): string | undefined {
  const named = new Set([...walk((response && jsonOf(response.body)?.value) ?? null)].map(({ value }) => value));
  return view.evidence.journeys.find(
    ({ id, order }) => id !== journey && named.has(order) && !request.url.includes(order),
  )?.order;
}
