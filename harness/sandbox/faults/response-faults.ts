import type { Reply, RouteName } from '../http/call.ts';
import { type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { failed, onReply, succeeded, withMediaType } from './hooks.ts';

type Condition = Parameters<typeof onReply>[0];
type Responses = readonly [words: string, condition: Condition, alsoIntermittent?: true];

/** Responses that may lack their request-id. */
const WITHOUT_REQUEST_ID: { readonly [words: string]: Responses } = {
  'on-errors': ['Error responses', ({ status }) => status >= 400, true],
  'on-success': ['Successful responses', ({ status }) => status < 400, true],
  'on-post': ['Responses to POST', (_, { method }) => method === 'POST'],
  'on-get': ['Responses to GET', (_, { method }) => method === 'GET'],
  'on-unknown-paths': ['Responses to paths that do not exist', (_, { route }) => route === 'none'],
  'on-wrong-methods': ['Responses to a documented path with another method', ({ status }) => status === 405],
  'on-unreadable-bodies': [
    'Responses to bodies that are not JSON',
    ({ body }) => /not valid JSON/.test(JSON.stringify(body) ?? ''),
  ],
  'on-large-bodies': [
    'Responses to bodies of over 20,000 bytes',
    (_, { headers }) => Number(headers['content-length']) > 20_000,
  ],
  'on-replays': ['Responses to a POST that is repeated with its Idempotency-Key', isReplay()],
  'on-options': ['Responses to OPTIONS', (_, { method }) => method === 'OPTIONS'],
  'without-key': ['Responses to calls whose key is not accepted', ({ status }) => status === 401],
};

/** Members in place of one decimal string that parsers read differently or refuse. */
const TWICE = {
  'number-then-text': (name: string, text: string) => `"${name}":${text},"${name}":"${text}"`,
  'null-then-text': (name: string, text: string) => `"${name}":null,"${name}":"${text}"`,
} as const;

/** Numbers that JSON does not have, by the words of a fault's name. */
const NOT_FINITE = { nan: 'NaN', infinity: 'Infinity', 'minus-infinity': '-Infinity' };

const unquoted = (word: string) => (name: string) => `"${name}":${word}`;

/**
 * Faults of whole messages: status, request-id, media type, length (Endpoints, Wire conventions), and JSON text that a
 * parser hides.
 */
export const RESPONSE_FAULTS: Faults = {
  'enquiry.route': {
    'enquiry-conflicts-with-its-replay': [
      'A refused name enquiry that is repeated with its Idempotency-Key is answered 409.',
      onReply(both(failed('enquiry', 400), isReplay()), () => ({ status: 409 })),
    ],
  },
  'enquiry.ok-body': {
    'enquiry-replayed-without-data': [
      'A name enquiry that is repeated with its Idempotency-Key is answered without the account.',
      onReply(both(succeeded('enquiry'), isReplay()), () => ({ body: { status: true } })),
    ],
    'enquiry-succeeds-with-201': ['A name enquiry that resolves is answered 201.', withStatus('enquiry', 201)],
  },
  'onramp.ok-body': {
    'onramp-succeeds-with-202': ['A read of an onramp order is answered 202.', withStatus('onramp', 202)],
    'onramp-connection-cut': [
      'The connection closes in the middle of an onramp order.',
      {
        encodedReply: (reply, call) =>
          succeeded('onramp')({ status: reply.status }, call)
            ? { ...reply, bytes: reply.bytes.subarray(0, Math.floor(reply.length / 2)) }
            : undefined,
      },
    ],
  },
  'response.request-id': {
    ...withoutRequestId(),
    'request-id-missing-on-preview': [
      'Responses of preview routes carry no request-id.',
      onReply(
        (_, { route }) => route === 'preview',
        reply => ({ headers: otherHeaders(reply) }),
      ),
      { advises: true },
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
    'preview-not-json': [
      'Preview routes are answered in plain words.',
      onOkBytes('preview', () => Buffer.from('done')),
      { advises: true },
    ],
    'webhook-as-html': ['The media type of webhooks is HTML.', labelledWebhooks({ 'Content-Type': 'text/html' })],
    ...faultsOf({ onramp: 'An onramp order', enquiry: 'A resolved enquiry' }, (route, what) => [
      `${route}-labelled-gzip`,
      [
        `${what} is labelled as gzip, and is not.`,
        labelledGzip(succeeded(route as RouteName)),
        { breaks: ({ responses }) => responses.compression === 'none' },
      ],
    ]),
    'webhook-labelled-gzip': [
      'Webhooks are labelled as gzip, and are not.',
      labelledWebhooks({ 'Content-Encoding': 'gzip' }),
      { breaks: ({ webhook }) => webhook.contentCodings.join() !== 'gzip' },
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
    ...faultsOf(NOT_FINITE, (name, word) => [
      `onramp-${name}`,
      [`The rate of an onramp order is ${word}.`, inReplies('onramp', 'quoted_rate', unquoted(word))],
    ]),
    ...faultsOf(NOT_FINITE, (name, word) => [
      `webhook-${name}`,
      [`An amount in webhooks is ${word}.`, { eventBytes: bytes => spelled(bytes, 'amount', unquoted(word)) }],
    ]),
  },
  'wire.decimal-strings': {
    'onramp-amount-twice': [
      'An onramp order has its source amount twice: as a number, then as a string.',
      inReplies('onramp', 'source_amount', TWICE['number-then-text']),
    ],
    'webhook-amount-twice': [
      'Webhooks have an amount twice: as a number, then as a string.',
      { eventBytes: bytes => spelled(bytes, 'amount', TWICE['number-then-text']) },
    ],
  },
  'onramp.fields': {
    'onramp-rate-twice': [
      'An onramp order has its rate twice: as null, then as a string.',
      inReplies('onramp', 'quoted_rate', TWICE['null-then-text']),
    ],
  },
  'enquiry.data': {
    'enquiry-name-twice': [
      'A verified account has its name twice: as null, then as a string.',
      inReplies('enquiry', 'account_name', TWICE['null-then-text']),
    ],
  },
};

function withStatus(route: RouteName, status: number): FaultHooks {
  return onReply(succeeded(route), () => ({ status }));
}

/** The faults of omitting the request-id from each kind of response. */
function withoutRequestId(): Faults[string] {
  return faultsOf(WITHOUT_REQUEST_ID, (words, [responses, condition, alsoIntermittent = false]) => [
    `request-id-missing-${words}`,
    [
      `${responses} carry no request-id.`,
      onReply(condition, reply => ({ headers: otherHeaders(reply) })),
      {
        alsoIntermittent,
        // A proxy in front of the service may refuse large bodies.
        ...(words === 'on-large-bodies' && { breaks: ({ limits }) => limits.bodyBytes > 33_000 }),
      },
    ],
  ]);
}

/** All headers except request-id, whose case the dialect decides. */
function otherHeaders({ headers }: Pick<Reply, 'headers'>): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'request-id'));
}

/** Selects the replies to a POST whose Idempotency-Key was used at the same path before. */
function isReplay(): Condition {
  const keys = new Set<string>();
  return (_, { path, method, headers }) => {
    const key = `${path} ${headers['idempotency-key']}`;
    return method === 'POST' && keys.size === keys.add(key).size;
  };
}

/** Whether both conditions hold. The second is always evaluated, because it may have state. */
function both(one: Condition, other: Condition): Condition {
  return (reply, call) => [one(reply, call), other(reply, call)].every(Boolean);
}

/** Sets headers of webhooks. */
function labelledWebhooks(labels: { readonly [name: string]: string }): FaultHooks {
  return { signedAttempt: attempt => ({ ...attempt, headers: { ...attempt.headers, ...labels } }) };
}

/** Adds a content coding to replies that are not encoded. */
function labelledGzip(condition: Condition): FaultHooks {
  return onReply(condition, ({ headers }) => ({ headers: { ...headers, 'Content-Encoding': 'gzip' } }));
}

function cuttingJson(route: RouteName): FaultHooks {
  return onOkBytes(route, bytes => bytes.subarray(0, Math.floor(bytes.length * 0.8)));
}

type Spelling = (name: string, text: string) => string;

/** Rewrites a member in the successful replies of a route. */
function inReplies(route: RouteName, name: string, spelling: Spelling): FaultHooks {
  return onOkBytes(route, bytes => spelled(bytes, name, spelling));
}

/** A JSON text with every string member of this name rewritten; `undefined` if there is none. */
function spelled(bytes: Buffer, name: string, spelling: Spelling): Buffer | undefined {
  const text = bytes.toString();
  const changed = text.replaceAll(new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, value: string) =>
    spelling(name, value),
  );
  return changed === text ? undefined : Buffer.from(changed);
}

/** Changes the bytes of the successful replies of a route. */
function onOkBytes(route: RouteName, change: (bytes: Buffer) => Buffer | undefined): FaultHooks {
  return {
    replyBytes: (bytes, { call, status }) => (succeeded(route)({ status }, call) ? change(bytes) : undefined),
  };
}
