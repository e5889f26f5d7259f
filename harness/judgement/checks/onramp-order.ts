import { briefly, header, isObject, type JsonObject, objectIn } from '../../base/json.ts';
import { timestampNanoseconds } from '../../base/timestamp.ts';
import { type Answered, answersOfService, isErrorBody, isOk } from '../../evidence/answered.ts';
import { type Condition, isKeyless, readCondition } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';
import { answered, OF_ANSWER, quoted } from './answers.ts';
import { breach, type Check, hidden, type Judgement, pass, passIf } from './check.ts';

/**
 * The subject of an order: "an order converts a source amount in a source currency into … a destination currency …, for
 * a destination address". These fields must not be empty. The specification does not say so of other strings.
 */
const ABOUT = ['source_currency', 'destination_currency', 'destination_address'];

const TIMES = ['created_at', 'expires_at', 'updated_at'];

/** Clocks of one service differ by less, in nanoseconds. */
const CLOCKS = 60_000_000_000n;

/** 4.2: an order is read by its id; an id without an order is answered with an error. */
export const onrampOrder: Check = {
  id: 'onramp-order',
  title: 'A read by id returns the requested onramp order and no other',
  kind: 'safety',
  requirements: [
    'onramp.route',
    'onramp.readable-by-id',
    'onramp.error-responses',
    'onramp.account-optional',
    'onramp.converts',
    'onramp.types',
    'account.types',
  ],
  *judge(view) {
    // A proxy may refuse a NUL, but it must not return an order for it.
    const withNul = answersOfService(view, 'getOnrampOrder').filter(
      ({ condition, response }) => condition === 'nul-in-id' && isOk(response.status),
    );
    for (const { id, condition, request, response } of [...answered(view, 'getOnrampOrder'), ...withNul]) {
      const { status } = response;
      yield pass('onramp.route', id);
      if (isRedirectedError(condition, response))
        yield breach({
          requirement: 'onramp.error-responses',
          cause: 'redirect',
          message: 'a read of an onramp order that is refused is answered with a redirect in place of an error',
          expected: 'an error response with the body { code, message }',
          received: `${status}, Location: ${header(response.headers, 'location') ?? 'none'}`,
          likely: 'a guard for browsers answers; a client follows the redirect and takes a login page for the order',
          evidence: [id],
        });
      if (isKeyless(condition)) continue;
      const asked = decodeURIComponent(request.url.slice(request.url.lastIndexOf('/') + 1));
      const order = objectIn(response.body);
      if (condition === 'known' && !isOk(status) && status !== 401 && status !== 403) {
        const atTimes = isReturned(view, request.url);
        yield breach({
          requirement: 'onramp.readable-by-id',
          consequence: 'shape',
          also: [
            ...(nothingFound(view) ? ['onramp.route'] : []),
            ...(onlyWithAccount(view) && !atTimes ? ['onramp.account-optional'] : []),
          ],
          cause: `known ${status}${atTimes ? ' at times' : ''}`,
          message: atTimes
            ? 'an onramp order is returned in some reads and not in others'
            : 'a configured onramp order is not returned',
          expected: '200 with the order',
          received: quoted(response),
          ...(!atTimes && { next: 'if the order no longer exists, change ONRAMP_ORDER_IDS' }),
          evidence: [id],
        });
      } else if (condition === 'unknown') {
        yield passIf(!isOk(status), 'onramp.error-responses', id, () => ({
          cause: 'unknown id',
          message: 'a read of an order that does not exist succeeds',
          expected: 'one of the error responses',
          received: quoted(response),
        }));
      } else if (isOk(status) && order !== undefined && typeof order.id === 'string') {
        const blank = ABOUT.filter(field => order[field] === '');
        if (blank.length > 0)
          yield breach({
            requirement: 'onramp.converts',
            cause: 'blank',
            message: `an onramp order has an empty ${blank.join(' and ')}`,
            expected: 'the currencies and the customer',
            received: '""',
            differences: blank.map(field => ({ at: `/${field}`, expected: 'a value', received: '""' })),
            evidence: [id],
          });
        yield* oddTimes('onramp.types', '', order, id);
        if (isObject(order.account)) yield* oddTimes('account.types', '/account', order.account, id);
        yield passIf(order.id === asked || isOddly(order.id, asked, condition), 'onramp.readable-by-id', id, () => ({
          cause: 'other id',
          message: 'the returned order is not the requested one',
          expected: briefly(asked),
          received: briefly(order.id),
          differences: [differenceAt('/id', asked, order.id)],
          ...likelyOther(asked, order.id, view),
        }));
      } else if (isOk(status) || condition === 'known') yield hidden('onramp.readable-by-id', OF_ANSWER, id);
    }
  },
};

/** Why another order than the requested one is returned. */
function likelyOther(asked: string, returned: unknown, { evidence }: View): { readonly likely?: string } {
  if (typeof returned !== 'string' || asked === '') return {};
  const isPart = asked.includes(returned);
  const how = isPart ? 'is in' : 'contains';
  if (returned !== '' && (isPart || returned.includes(asked)))
    return { likely: `the id is compared in part only: the id of the returned order ${how} the requested one` };
  const isAsked = evidence.exchanges.some(
    ({ operation, request }) =>
      operation === 'getOnrampOrder' && request.url.endsWith(`/${encodeURIComponent(returned)}`),
  );
  const likely =
    'an answer is kept across ids, or concurrent reads share a variable: another read asked for this order';
  return isAsked ? { likely } : {};
}

/**
 * Times that are empty, and an update before the creation. No format of timestamps is specified, nor what stands for a
 * time that is not known, so this is advice.
 */
function* oddTimes(requirement: string, at: string, record: JsonObject, id: string): Generator<Judgement> {
  const advice = { requirement, severity: 'advice', evidence: [id] } as const;
  for (const field of TIMES.filter(name => record[name] === ''))
    yield breach({
      ...advice,
      cause: `blank ${at}/${field}`,
      message: `an onramp order has an empty ${at}/${field}`,
      expected: 'a timestamp',
      received: '""',
      differences: [{ at: `${at}/${field}`, expected: 'a timestamp', received: '""' }],
      likely: 'a missing time is written as an empty string; a client that parses timestamps fails on it',
    });
  const [created, updated] = [record.created_at, record.updated_at].map(value =>
    typeof value === 'string' ? timestampNanoseconds(value, 'iso') : undefined,
  );
  if (created !== undefined && updated !== undefined && created > updated + CLOCKS)
    yield breach({
      ...advice,
      cause: `${at}/created_at late`,
      message: `${at}/created_at of an onramp order is later than ${at}/updated_at`,
      expected: `${String(record.updated_at)} or earlier`,
      received: String(record.created_at),
      likely: 'one of them is the time of the response, or of another order',
    });
}

/**
 * Whether a read that must fail is redirected, without an error in the body. A proxy may redirect an oddly written id
 * or key to another spelling.
 */
function isRedirectedError(condition: Condition | undefined, { status, body }: Answered['response']): boolean {
  if (condition !== 'unknown' && readCondition(condition)?.key !== 'refused') return false;
  return status >= 300 && status < 400 && !isErrorBody(body);
}

/** Whether any read of an order returns it. */
function isReturned(view: View, url: string): boolean {
  return answered(view, 'getOnrampOrder').some(({ request, response }) => request.url === url && isOk(response.status));
}

/** Whether every read is answered as if the route did not exist. */
function nothingFound(view: View): boolean {
  return answered(view, 'getOnrampOrder').every(({ response }) => response.status === 404 || response.status === 405);
}

/** Whether only orders with a nested account are returned. */
function onlyWithAccount(view: View): boolean {
  const orders = answered(view, 'getOnrampOrder')
    .filter(({ response }) => isOk(response.status))
    .map(({ response }) => objectIn(response.body));
  return orders.length > 0 && orders.every(order => isObject(order?.account));
}

/** Whether an id is the requested one, which was deliberately written in another way. */
function isOddly(id: string, asked: string, condition: Condition | undefined): boolean {
  const meant = asked.trim().replace(/\.json$/, '');
  return readCondition(condition)?.name === 'odd-value' && id.toLowerCase() === meant.toLowerCase();
}
