import type { RouteName } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { onReply, succeeded, withMediaType } from './reply-hooks.ts';

/** Faults of whole messages: status, request-id, media type, length (Endpoints, Wire conventions). */
export const RESPONSE_FAULTS: Faults = {
  'enquiry.ok-body': {
    'enquiry-succeeds-with-201': ['A name enquiry that resolves is answered 201.', withStatus('enquiry', 201)],
  },
  'onramp.ok-body': {
    'onramp-succeeds-with-202': ['A read of an onramp order is answered 202.', withStatus('onramp', 202)],
    'onramp-connection-cut': [
      'The connection closes in the middle of an onramp order.',
      {
        encodedReply: (reply, { call, status }) =>
          succeeded('onramp')({ status }, call)
            ? { ...reply, bytes: reply.bytes.subarray(0, Math.floor(reply.length / 2)) }
            : undefined,
      },
    ],
  },
  'response.request-id': {
    'request-id-missing-on-errors': [
      'Error responses carry no request-id.',
      withoutRequestId(({ status }) => status >= 400),
      { alsoIntermittent: true },
    ],
    'request-id-missing-on-success': [
      'Successful responses carry no request-id.',
      withoutRequestId(({ status }) => status < 400),
      { alsoIntermittent: true },
    ],
    'request-id-missing-on-post': [
      'Responses to POST carry no request-id.',
      withoutRequestId((_, { method }) => method === 'POST'),
    ],
    'request-id-missing-on-get': [
      'Responses to GET carry no request-id.',
      withoutRequestId((_, { method }) => method === 'GET'),
    ],
    'request-id-missing-on-unknown-paths': [
      'Responses to paths that do not exist carry no request-id.',
      withoutRequestId((_, { route }) => route === 'none'),
    ],
    'request-id-missing-on-wrong-methods': [
      'Responses to a documented path with another method carry no request-id.',
      withoutRequestId(({ status }) => status === 405),
    ],
    'request-id-missing-on-unreadable-bodies': [
      'Responses to bodies that are not JSON carry no request-id.',
      withoutRequestId(({ body }) => /not valid JSON/.test(JSON.stringify(body) ?? '')),
    ],
    'request-id-missing-without-key': [
      'Responses to calls whose key is not accepted carry no request-id.',
      withoutRequestId(({ status }) => status === 401),
    ],
    'request-id-as-trailer': [
      'The request-id follows the body, as a trailer.',
      {
        encodedReply: reply => {
          const trailers = Object.entries(reply.headers).filter(([name]) => name.toLowerCase() === 'request-id');
          return reply.bytes.length === 0
            ? undefined
            : { ...reply, headers: otherHeaders(reply), trailers: Object.fromEntries(trailers) };
        },
      },
    ],
    'request-id-empty': [
      'The request-id of every response is empty.',
      onReply(
        () => true,
        reply => ({ headers: { ...otherHeaders(reply), 'request-id': '' } }),
      ),
    ],
  },
  'wire.json': {
    'enquiry-as-html': [
      'The media type of a resolved enquiry is HTML.',
      withMediaType(succeeded('enquiry'), 'text/html; charset=utf-8'),
    ],
    'onramp-as-plain-text': [
      'The media type of an onramp order is plain text.',
      withMediaType(succeeded('onramp'), 'text/plain'),
    ],
    'webhook-as-plain-text': [
      'The media type of webhooks is plain text.',
      {
        signedAttempt: attempt => ({ ...attempt, headers: { ...attempt.headers, 'Content-Type': 'text/plain' } }),
      },
    ],
    'onramp-json-cut': ['The JSON of an onramp order is truncated.', cuttingJson('onramp'), { alsoIntermittent: true }],
    'enquiry-json-cut': ['The JSON of a resolved enquiry is truncated.', cuttingJson('enquiry')],
    'webhook-json-cut': [
      'The JSON of webhooks is truncated.',
      { eventBytes: body => body.subarray(0, body.length - 2) },
    ],
    'webhook-not-json': [
      'Webhooks are form-encoded.',
      {
        eventBytes: (_, { id, type, orderId }) =>
          Buffer.from(new URLSearchParams({ id, type, order_id: `${orderId}` }).toString()),
      },
    ],
  },
};

function withStatus(route: RouteName, status: number): FaultHooks {
  return onReply(succeeded(route), () => ({ status }));
}

function withoutRequestId(condition: Parameters<typeof onReply>[0]): FaultHooks {
  return onReply(condition, reply => ({ headers: otherHeaders(reply) }));
}

/** The headers but request-id, whose case the dialect decides. */
function otherHeaders({ headers }: Pick<Reply, 'headers'>): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'request-id'));
}

function cuttingJson(route: RouteName): FaultHooks {
  return {
    replyBytes: (bytes, { call, status }) =>
      succeeded(route)({ status }, call) ? bytes.subarray(0, Math.floor(bytes.length * 0.8)) : undefined,
  };
}
