import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { addEvents } from '../events/add-events.ts';
import { EXTRA_FIELDS, fillExample, TIMESTAMP_FORMS } from '../formats/bodies.ts';
import { isAmount, oddityOf } from '../formats/decimal.ts';
import type { JsonObject } from '../json.ts';
import { EVENTS, isEvent, LIFECYCLE, type ReceivedFields } from '../lifecycle/lifecycle.ts';
import { newOrder } from '../lifecycle/make-order.ts';
import { orderFields, viewOnrampOrder } from '../lifecycle/order-fields.ts';
import { answerWithoutEffect, type StepResult, takeStep } from '../lifecycle/take-step.ts';
import type { Step } from '../lifecycle/transition.ts';
import { FIXTURES } from '../sandbox-options.ts';
import type { Service } from '../service.ts';
import { ApiError, invalidRequest, optionalText, requiredText } from './api-error.ts';
import { type Call, type Problem, type Reply, type RouteName, reply } from './call.ts';

/** One route of the service. */
export interface Route {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  /** In hono's syntax: `/v1/onramp/orders/:id`. */
  readonly path: string;
  /** Whether it requires the API key. */
  readonly needsKey: boolean;
  /** Replies to a call; to a POST inside a transaction. @throws ApiError */
  readonly handle: (service: Service, call: Call) => Reply;
  /** Called when an earlier reply is sent again. It has no effect, unless a fault adds one. */
  readonly replayed?: (service: Service, call: Call) => void;
}

/** The routes of the service. Each has its own shape of errors. */
export function routesOf(dialect: SandboxDialect): readonly Route[] {
  return [enquiry, onramp, simulate(dialect), ...previewRoutes(dialect)];
}

/** The name enquiry (4.1). The fixtures decide the result. All other accounts are unknown. */
const enquiry: Route = {
  name: 'enquiry',
  method: 'POST',
  path: '/v1/banks/resolve',
  needsKey: true,
  handle: resolve,
};

function resolve({ dialect }: Service, { body }: Call): Reply {
  refuseUnknownFields(body, ['account_number', 'bank_code'], 'enquiry', dialect);
  const account_number = requiredText(body, 'account_number', 'account_number');
  const bank_code = requiredText(body, 'bank_code', 'bank_code');
  const isRequested = ({ accountNumber, bankCode }: { accountNumber: string; bankCode: string }) =>
    accountNumber === account_number && bankCode === bank_code;

  if (isRequested(FIXTURES.enquiry401)) {
    throw new ApiError('unauthorized', 'The API key may not resolve this account.');
  }
  if (isRequested(FIXTURES.enquiry500)) throw new ApiError('internal_error', 'The bank did not answer.');
  const account = FIXTURES.accounts.find(isRequested);
  if (account === undefined) {
    const message = 'No account has this number at this bank.';
    throw new ApiError('account_not_found', message, undefined, malformed(account_number, bank_code));
  }
  const extra = dialect.extraFields ? EXTRA_FIELDS : {};
  const data = { account_name: account.accountName, account_number, bank_code, bank_name: account.bankName, ...extra };
  return reply(200, { status: dialect.values.enquiryResolved, data, ...extra });
}

/** Why no account can have a number at a bank. A dialect may have an error for it. */
function malformed(accountNumber: string, bankCode: string): Problem | undefined {
  if (!/^\d+$/.test(accountNumber)) return 'account_letters';
  if (accountNumber.length !== 10) return 'account_length';
  return /^\d+$/.test(bankCode) ? undefined : 'bank_letters';
}

/** Reading an onramp order (4.2). */
const onramp: Route = {
  name: 'onramp',
  method: 'GET',
  path: '/v1/onramp/orders/:id',
  needsKey: true,
  handle: read,
};

function read({ store, dialect }: Service, { params: { id = '' } }: Call): Reply {
  if (!/^[\w-]{1,64}$/.test(id)) throw new ApiError('invalid_request', 'The order id is malformed.');
  if (id === FIXTURES.onrampFailingId) throw new ApiError('internal_error', 'The order could not be read.');
  const order = store.onrampOrders.get(id);
  if (order === undefined) throw new ApiError('not_found', 'No onramp order has this id.');
  return reply(200, viewOnrampOrder(order, dialect));
}

const QUOTE_MS = 900_000;

/** The preview surface (4.4): fixed replies, without state. */
function previewRoutes({ preview }: SandboxDialect): Route[] {
  const route = (method: 'GET' | 'POST', path: string, handle: Route['handle']): Route => ({
    name: 'preview',
    method,
    path,
    needsKey: preview.needKey,
    handle,
  });
  return [
    route('GET', '/v1/client/session', service => reply(200, session(service))),
    route('POST', '/v1/client/session/refresh_quote', service => reply(200, { quote: quote(service) })),
    route('POST', '/v1/client/session/select', service => reply(200, session(service))),
    route('POST', '/v1/client/telemetry', () => reply(202, { accepted: true })),
  ];
}

function session(service: Service): JsonObject {
  return { id: 'ses_sandbox', status: 'open', networks: ['polygon', 'tron'], quote: quote(service) };
}

function quote(service: Service): JsonObject {
  return {
    source_currency: 'USDC',
    source_amount: '100.00',
    destination_currency: 'NGN',
    destination_amount: '153525.00',
    rate: '1535.25',
    expires_at: TIMESTAMP_FORMS[service.dialect.formats.timestamps](service.world.now() + QUOTE_MS),
  };
}

/** The optional fields, each with the only event that allows it. */
const OPTIONAL_FIELDS = EVENTS.flatMap(event => {
  const { field } = LIFECYCLE[event];
  return field === undefined ? [] : [{ field, event }];
});

const MISPLACED = { received_amount: 'misplaced_amount', received_network: 'misplaced_network' } as const;

/** Simulating a step of a collection order (4.3). */
function simulate(dialect: SandboxDialect): Route {
  return {
    name: 'simulate',
    method: 'POST',
    path: '/sandbox/collection-orders/:order_id/simulate',
    needsKey: dialect.simulateNeedsKey,
    handle: (service, call) => view(service, take(service, call), call.body),
    replayed: (service, { params, body: { event } }) => {
      const order = service.store.collectionOrders.get(params.order_id ?? '');
      if (order && isEvent(event)) addEvents(service, order, [], { step: event, from: order.state });
    },
  };
}

function take(service: Service, { body, params }: Call): StepResult {
  const { dialect, store } = service;
  refuseUnknownFields(body, ['event', ...OPTIONAL_FIELDS.map(({ field }) => field)], 'simulate', dialect);
  const event = readEvent(body, dialect);
  const step: Step = { event, received: readReceived({ ...body, event }, dialect) };
  const { received_amount: amount = '1' } = step.received;
  if (!isAmount(amount))
    refuse(dialect, oddityOf(amount) ?? 'received_amount', 'received_amount must be a positive decimal string.');
  const id = params.order_id ?? '';
  const order = store.collectionOrders.get(id);
  if (order !== undefined) return takeStep(service, order, step);

  const answer = dialect.statuses.unknownOrder;
  const unknown = newOrder(service, { id });
  if (typeof answer !== 'number') return answerWithoutEffect(service, unknown, step, answer);
  // It causes no events, unless a fault adds one.
  addEvents(service, unknown, [], { step: step.event });
  throw new ApiError('not_found', 'No collection order has this id.', answer);
}

function readEvent({ event: written }: JsonObject, dialect: SandboxDialect): SimulateEvent {
  if (isEvent(written)) return written;
  const message = `event must be one of ${EVENTS.join(', ')}.`;
  const event = String(written).trim().toLowerCase();
  if (typeof written !== 'string' || !isEvent(event)) throw invalidRequest('event', message);
  refuse(dialect, written === written.toLowerCase() ? 'padded_event' : 'recased_event', message);
  return event;
}

/** Refuses a simulate call with a problem, unless the dialect accepts it. @throws ApiError `invalid_request` */
function refuse({ errors }: SandboxDialect, problem: Problem, message: string): void {
  if (!errors[`simulate.invalid_request.${problem}`]?.accepted) throw invalidRequest(problem, message);
}

function readReceived(body: JsonObject, dialect: SandboxDialect): ReceivedFields {
  const values = OPTIONAL_FIELDS.flatMap(({ field, event }) => {
    if (body[field] === undefined) return [];
    if (body.event === event) return [[field, optionalText(body, field)]];
    refuse(dialect, MISPLACED[field], `${field} is allowed with ${event} only.`);
    return [];
  });
  return Object.fromEntries(values);
}

function view({ dialect, world }: Service, { order, status }: StepResult, body: JsonObject): Reply {
  const { simulateBody } = dialect;
  if (status === 204 || simulateBody === 'empty') return reply(status, undefined);
  if (simulateBody === 'acknowledgement') return reply(status, { accepted: true, event: body.event });
  if (simulateBody !== 'order')
    return reply(
      status,
      fillExample(simulateBody, {
        order: order.id,
        fields: orderFields(order, dialect),
        at: world.now(),
      }),
    );
  return reply(status, { id: order.id, ...orderFields(order, dialect) });
}

/** Refuses undocumented fields if the dialect does. @throws ApiError `invalid_request` */
function refuseUnknownFields(body: JsonObject, known: readonly string[], route: RouteName, { errors }: SandboxDialect) {
  const isRefused = errors[`${route}.invalid_request.unknown_field`]?.accepted === false;
  const unknown = Object.keys(body).find(name => !known.includes(name));
  if (unknown !== undefined && isRefused)
    throw invalidRequest('unknown_field', `${unknown} is not a field of this request.`);
}
