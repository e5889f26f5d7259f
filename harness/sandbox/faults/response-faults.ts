import type { RouteName } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { onReply, succeeded, withMediaType } from './reply-hooks.ts';

/** Faults of whole messages: status, request-id, media type, length (Endpoints, Wire conventions). */
export const RESPONSE_FAULTS: Faults = {
  'enquiry-succeeds-with-201': {
    requirement: 'enquiry.ok-body',
    summary: 'A name enquiry that resolves is answered 201.',
    hooks: withStatus('enquiry', 201),
  },
  'onramp-succeeds-with-202': {
    requirement: 'onramp.ok-body',
    summary: 'A read of an onramp order is answered 202.',
    hooks: withStatus('onramp', 202),
  },
  'request-id-missing-on-errors': {
    requirement: 'response.request-id',
    summary: 'Error responses carry no request-id.',
    hooks: withoutRequestId(({ status }) => status >= 400),
    alsoIntermittent: true,
  },
  'request-id-missing-on-success': {
    requirement: 'response.request-id',
    summary: 'Successful responses carry no request-id.',
    hooks: withoutRequestId(({ status }) => status < 400),
    alsoIntermittent: true,
  },
  'request-id-missing-on-post': {
    requirement: 'response.request-id',
    summary: 'Responses to POST carry no request-id.',
    hooks: withoutRequestId((_, { method }) => method === 'POST'),
  },
  'request-id-missing-on-get': {
    requirement: 'response.request-id',
    summary: 'Responses to GET carry no request-id.',
    hooks: withoutRequestId((_, { method }) => method === 'GET'),
  },
  'request-id-empty': {
    requirement: 'response.request-id',
    summary: 'The request-id of every response is empty.',
    hooks: onReply(
      () => true,
      reply => ({ headers: { ...otherHeaders(reply), 'request-id': '' } }),
    ),
  },
  'enquiry-as-html': {
    requirement: 'wire.json',
    summary: 'The media type of a resolved enquiry is HTML.',
    hooks: withMediaType(succeeded('enquiry'), 'text/html; charset=utf-8'),
  },
  'onramp-as-plain-text': {
    requirement: 'wire.json',
    summary: 'The media type of an onramp order is plain text.',
    hooks: withMediaType(succeeded('onramp'), 'text/plain'),
  },
  'webhook-as-plain-text': {
    requirement: 'wire.json',
    summary: 'The media type of webhooks is plain text.',
    hooks: {
      signedAttempt: attempt => ({ ...attempt, headers: { ...attempt.headers, 'Content-Type': 'text/plain' } }),
    },
  },
  'onramp-connection-cut': {
    requirement: 'onramp.ok-body',
    summary: 'The connection closes in the middle of an onramp order.',
    hooks: {
      encodedReply: (reply, { call, status }) =>
        succeeded('onramp')({ status }, call)
          ? { ...reply, bytes: reply.bytes.subarray(0, Math.floor(reply.length / 2)) }
          : undefined,
    },
  },
  'onramp-json-cut': {
    requirement: 'wire.json',
    summary: 'The JSON of an onramp order is truncated.',
    hooks: cuttingJson('onramp'),
    alsoIntermittent: true,
  },
  'enquiry-json-cut': {
    requirement: 'wire.json',
    summary: 'The JSON of a resolved enquiry is truncated.',
    hooks: cuttingJson('enquiry'),
  },
  'webhook-json-cut': {
    requirement: 'wire.json',
    summary: 'The JSON of webhooks is truncated.',
    hooks: { eventBytes: body => body.subarray(0, body.length - 2) },
  },
  'webhook-not-json': {
    requirement: 'wire.json',
    summary: 'Webhooks are form-encoded.',
    hooks: {
      eventBytes: (_, { id, type, orderId }) =>
        Buffer.from(new URLSearchParams({ id, type, order_id: `${orderId}` }).toString()),
    },
  },
};

function withStatus(route: RouteName, status: number): FaultHooks {
  return onReply(succeeded(route), () => ({ status }));
}

function withoutRequestId(condition: Parameters<typeof onReply>[0]): FaultHooks {
  return onReply(condition, reply => ({ headers: otherHeaders(reply) }));
}

/** The headers but request-id, whose case the dialect decides. */
function otherHeaders({ headers }: Reply): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'request-id'));
}

function cuttingJson(route: RouteName): FaultHooks {
  return {
    replyBytes: (bytes, { call, status }) =>
      succeeded(route)({ status }, call) ? bytes.subarray(0, Math.floor(bytes.length * 0.8)) : undefined,
  };
}
