import type { Call, RouteName } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { isError } from './edits.ts';
import type { Fault, FaultHooks } from './fault.ts';

/** Faults of messages as such: request-id, media type, length (Endpoints, Wire conventions). */
export const RESPONSE_FAULTS: readonly Fault[] = [
  {
    name: 'enquiry-succeeds-with-201',
    requirement: 'enquiry.ok-body',
    summary: 'A name enquiry that resolves is answered 201.',
    hooks: succeeding('enquiry', 201),
  },
  {
    name: 'onramp-succeeds-with-202',
    requirement: 'onramp.ok-body',
    summary: 'An onramp order that is read is answered 202.',
    hooks: succeeding('onramp', 202),
  },
  {
    name: 'request-id-missing-on-errors',
    requirement: 'response.request-id',
    summary: 'Error responses carry no request-id.',
    hooks: unidentified(isError),
    listedIntermittent: true,
  },
  {
    name: 'request-id-missing-on-success',
    requirement: 'response.request-id',
    summary: 'Responses that are no errors carry no request-id.',
    hooks: unidentified(reply => !isError(reply)),
    listedIntermittent: true,
  },
  {
    name: 'request-id-missing-on-post',
    requirement: 'response.request-id',
    summary: 'Responses to POST carry no request-id.',
    hooks: unidentified((_, { method }) => method === 'POST'),
  },
  {
    name: 'request-id-missing-on-get',
    requirement: 'response.request-id',
    summary: 'Responses to GET carry no request-id.',
    hooks: unidentified((_, { method }) => method === 'GET'),
  },
  {
    name: 'request-id-empty',
    requirement: 'response.request-id',
    summary: 'The request-id of every response is empty.',
    hooks: {
      replied: reply => ({ ...reply, headers: { ...withoutRequestId(reply), 'request-id': '' } }),
    },
  },
  {
    name: 'enquiry-as-html',
    requirement: 'wire.json',
    summary: 'A resolved enquiry says that it is HTML.',
    hooks: labelled('enquiry', 'text/html; charset=utf-8'),
  },
  {
    name: 'onramp-as-plain-text',
    requirement: 'wire.json',
    summary: 'An onramp order says that it is plain text.',
    hooks: labelled('onramp', 'text/plain'),
  },
  {
    name: 'webhook-as-plain-text',
    requirement: 'wire.json',
    summary: 'Webhooks say that they are plain text.',
    hooks: {
      dispatched: attempt => ({ ...attempt, headers: { ...attempt.headers, 'Content-Type': 'text/plain' } }),
    },
  },
  {
    name: 'onramp-connection-cut',
    requirement: 'onramp.ok-body',
    summary: 'The connection is cut in the middle of an onramp order.',
    hooks: {
      sent: (wire, { call, status }) =>
        call.route === 'onramp' && status === 200
          ? { ...wire, bytes: wire.bytes.subarray(0, Math.floor(wire.length / 2)) }
          : undefined,
    },
  },
  {
    name: 'onramp-json-cut',
    requirement: 'wire.json',
    summary: 'The JSON of an onramp order ends too early.',
    hooks: cut('onramp'),
    listedIntermittent: true,
  },
  {
    name: 'enquiry-json-cut',
    requirement: 'wire.json',
    summary: 'The JSON of a resolved enquiry ends too early.',
    hooks: cut('enquiry'),
  },
  {
    name: 'webhook-json-cut',
    requirement: 'wire.json',
    summary: 'The JSON of webhooks ends too early.',
    hooks: { encoded: body => body.subarray(0, body.length - 2) },
  },
  {
    name: 'webhook-not-json',
    requirement: 'wire.json',
    summary: 'Webhooks are form-encoded.',
    hooks: {
      encoded: (_, { id, type, orderId }) =>
        Buffer.from(new URLSearchParams({ id, type, order_id: `${orderId}` }).toString()),
    },
  },
];

function succeeding(route: RouteName, status: number): FaultHooks {
  return {
    replied: (reply, call) => (call.route === route && reply.status === 200 ? { ...reply, status } : undefined),
  };
}

function unidentified(fits: (reply: Reply, call: Call) => boolean): FaultHooks {
  return {
    replied: (reply, call) => (fits(reply, call) ? { ...reply, headers: withoutRequestId(reply) } : undefined),
  };
}

// The dialect decides the case of the name.
function withoutRequestId({ headers }: Reply): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'request-id'));
}

function labelled(route: RouteName, mediaType: string): FaultHooks {
  return {
    replied: (reply, call) =>
      call.route === route && !isError(reply)
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': mediaType } }
        : undefined,
  };
}

function cut(route: RouteName): FaultHooks {
  return {
    written: (bytes, { call, status }) =>
      call.route === route && status === 200 ? bytes.subarray(0, Math.floor(bytes.length * 0.8)) : undefined,
  };
}
