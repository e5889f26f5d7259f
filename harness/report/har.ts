import type { Entry, Har, Header, Response } from 'har-format';
import { bytesOf, header } from '../base/json.ts';
import type { Body, Delivery, Exchange, Headers } from '../evidence/evidence.ts';
import type { RunIndex } from './run-index.ts';

/**
 * `exchanges.har`: HAR 1.2 of every exchange, and of every delivery as a request to the receiver (`_kind: "delivery"`),
 * by time. Fields with a `_` are extensions: `_id` is the id in the record, which has all that is known, and `_altered`
 * means that the recorded body differs from the exact bytes. The file omits undefined fields.
 */
export function renderHar(index: RunIndex): Har {
  const { evidence } = index;
  const entries = [
    ...evidence.exchanges.map(exchange => ({ at: exchange.sentAt, entry: exchangeEntry(exchange) })),
    ...evidence.deliveries.map(delivery => ({ at: delivery.at, entry: deliveryEntry(delivery, index) })),
  ];
  return {
    log: {
      version: '1.2',
      creator: { name: 'onramp-harness', version: evidence.run.harness },
      comment: `run ${evidence.run.run}; secrets are redacted, names and account numbers of people are pseudonyms`,
      entries: entries.sort((a, b) => a.at - b.at).map(({ entry }) => entry),
    },
  };
}

function exchangeEntry(exchange: Exchange): Entry {
  const { id, scenario, journey, condition, sentAt, endedAt, request, response, failure } = exchange;
  const time = Math.max(0, endedAt - sentAt);
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time,
    request: requestOf(request.method, request.url, request.headers, request.body),
    response: response
      ? { ...EMPTY, status: response.status, ...contentOf(response.headers, response.body) }
      : { ...EMPTY, _error: failure?.message ?? 'no answer' },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _kind: 'exchange',
    _id: id,
    ...{ _scenario: scenario, _journey: journey, _condition: condition, _error: failure?.message },
    ...{ _requestBodyBase64: request.body?.base64, _altered: response?.body.altered },
  };
}

function deliveryEntry(delivery: Delivery, index: RunIndex): Entry {
  const { id, at, method, path, headers, body, answer } = delivery;
  const journey = index.view.journeyOf(delivery);
  const error = answer.kind === 'slow' ? 'held without an answer' : 'connection dropped';
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: requestOf(method, `http://${header(headers, 'host') ?? 'receiver.invalid'}${path}`, headers, body),
    response: answer.kind === 'status' ? { ...EMPTY, status: answer.status ?? 0 } : { ...EMPTY, _error: error },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    _kind: 'delivery',
    _id: id,
    ...{ _journey: journey?.id, _scenario: journey?.scenario },
    ...{ _bodyBase64: bytesOf(body).toString('base64'), _altered: body.altered },
  };
}

function requestOf(method: string, url: string, headers: Headers, body: Body | undefined): Entry['request'] {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: body?.size ?? 0,
    ...(body && { postData: { mimeType: header(headers, 'content-type') ?? '', text: body.text ?? '' } }),
  };
}

/** A response about which nothing is known. */
const EMPTY: Response & { readonly _error?: string } = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function contentOf(headers: Headers, body: Body): Pick<Response, 'headers' | 'content' | 'redirectURL' | 'bodySize'> {
  const size = body.decoded === undefined ? body.size : bytesOf(body).length;
  return {
    headers: pairs(headers),
    redirectURL: header(headers, 'location') ?? '',
    bodySize: body.size,
    content: {
      size,
      mimeType: header(headers, 'content-type') ?? 'x-unknown',
      ...(body.decoded !== undefined && { compression: size - body.size }),
      ...(body.base64 === undefined ? { text: body.text ?? '' } : { text: body.base64, encoding: 'base64' }),
    },
  };
}

function pairs(headers: Headers): Header[] {
  return headers.map(([name, value]) => ({ name, value }));
}
