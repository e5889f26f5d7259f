import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { drawFrom } from '../dialect/key.ts';
import { encode } from '../formats/content-coding.ts';
import { type JsonObject, writeJson } from '../json.ts';
import type { Service } from '../service.ts';
import { ApiError, asApiError, errorReply, parseObject, readBody } from './api-error.ts';
import type { Call, EncodedReply, Reply, RouteName } from './call.ts';
import { control, type SandboxEnv } from './control.ts';
import { type Route, routesOf } from './routes.ts';

/** The service and its `/_control` as a hono application. @param listenHost the name or address that it listens on */
export function createApp(service: Service, listenHost: string): Hono<SandboxEnv> {
  const { dialect, faults } = service;
  const app = new Hono<SandboxEnv>({
    getPath: request => faults.apply('path', getPath(request), { method: request.method }),
  });
  const respond = async (
    c: Context<SandboxEnv>,
    name: RouteName,
    replyTo: (call: Call, incoming: IncomingMessage) => Reply | Promise<Reply>,
  ) => {
    const { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse } = c.env;
    const call: Call = {
      route: name,
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      params: c.req.param(),
      headers: incoming.headers,
      rawHeaders: incoming.rawHeaders,
      requestId: service.newRequestId(),
      body: {},
    };
    await send(service, call, await replyTo(call, incoming), outgoing);
    return RESPONSE_ALREADY_SENT;
  };
  const refuse = (c: Context<SandboxEnv>, name: RouteName, error: ApiError) =>
    respond(c, name, () => errorReply(error, name, dialect));

  for (const route of routesOf(dialect)) {
    app.on(route.method, route.path, c =>
      respond(c, route.name, (call, incoming) => handle(service, route, call, incoming)),
    );
    const wrongMethod = new ApiError('method_not_allowed', `The method must be ${route.method}.`);
    app.all(route.path, c => refuse(c, route.name, wrongMethod));
  }
  app.route('/_control', control(service, listenHost));
  const noPath = new ApiError('not_found', 'This path does not exist.');
  // The shape of the error is that of the nearest route.
  app.notFound(c => refuse(c, c.req.path.startsWith('/v1/banks/') ? 'enquiry' : 'none', noPath));
  return app;
}

/** Handles a call: checks its key, reads its body and runs its route. Errors become replies in the route's shape. */
async function handle(service: Service, route: Route, call: Call, incoming: IncomingMessage): Promise<Reply> {
  const { dialect, faults, store } = service;
  const toReply = (error: ApiError) => errorReply(error, call.route, dialect);
  try {
    const isOpen = dialect.lenience.openHead && call.route === 'onramp' && call.method === 'HEAD';
    if (route.needsKey && !isOpen) authenticate(service, call);
    if (route.method === 'GET') return route.handle(service, call);
    const bytes = await readBody(incoming, dialect.limits.bodyBytes);
    const takesAny = dialect.errors[`${call.route}.unsupported_media_type`]?.accepted;
    const received = faults.apply('requestBytes', bytes, call);
    const body = faults.apply('requestBody', parseBody(received, call.headers, takesAny), call);
    const own = { ...call, body };
    const first = () => {
      try {
        return route.handle(service, own);
      } catch (thrown) {
        // An ApiError is stored under its idempotency key. Anything else rolls the transaction back.
        if (thrown instanceof ApiError) return toReply(thrown);
        throw thrown;
      }
    };
    const reply = store.transaction(() =>
      withIdempotency(service, call, bytes, first, () => route.replayed?.(service, own)),
    );
    service.wake();
    return reply;
  } catch (thrown) {
    return toReply(asApiError(thrown));
  }
}

/** Checks the `X-API-Key` of a call (Authentication). @throws ApiError `unauthorized` */
function authenticate({ apiKey, faults }: Service, call: Call): void {
  const key = call.headers['x-api-key'];
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const isRight = typeof key === 'string' && timingSafeEqual(sha256(key), sha256(apiKey));
  if (faults.apply('keyAccepted', isRight, { ...call, apiKey })) return;
  const message = key === undefined ? 'The X-API-Key header is missing.' : 'The API key is not accepted.';
  throw new ApiError('unauthorized', message);
}

/** Sends a reply. Every reply of the service passes here. */
async function send(service: Service, call: Call, reply: Reply, outgoing: ServerResponse): Promise<void> {
  const { dialect, faults, world } = service;
  const headers = { ...reply.headers, [dialect.responses.requestIdHeader]: call.requestId };
  const identified = faults.apply('reply', { ...reply, headers }, call);
  const encoded = faults.apply('encodedReply', encodeReply(service, call, identified), call);
  const delayMs = drawFrom(world, dialect.responses.delayMs);
  if (delayMs > 0) await new Promise<void>(resolve => void world.after(delayMs, resolve));
  write(encoded, outgoing, dialect.responses.framing);
}

/** Encodes a reply in the dialect: JSON style, media type, content coding. */
function encodeReply({ dialect, world, faults }: Service, call: Call, reply: Reply): EncodedReply {
  const { responses, json } = dialect;
  const { status } = reply;
  const headers: { [name: string]: string } = { ...responses.headers };
  if (!responses.keepAlive) headers.Connection = 'close';
  const text = reply.body === undefined ? '' : writeJson(reply.body, json);
  let bytes = faults.apply('replyBytes', Buffer.from(text), { call, status });
  if (bytes.length > 0) headers['Content-Type'] = responses.contentType;
  if (responses.compression !== 'none' && bytes.length > 0 && accepts(call, responses.compression)) {
    bytes = encode(bytes, [responses.compression]);
    headers['Content-Encoding'] = responses.compression;
    headers.Vary = 'Accept-Encoding';
  }
  headers.Date = new Date(world.now()).toUTCString();
  return { status, headers: { ...headers, ...reply.headers }, bytes, length: bytes.length };
}

function accepts(call: Call, coding: string): boolean {
  return new RegExp(`\\b${coding}\\b`, 'i').test(String(call.headers['accept-encoding']));
}

function write(reply: EncodedReply, outgoing: ServerResponse, framing: string): void {
  const { status, headers, bytes, length, trailers } = reply;
  const isCut = bytes.length < length;
  // An empty body has no chunks, and a 204 must not have a Content-Length.
  const isSized = (framing === 'length' && !trailers) || isCut || bytes.length === 0;
  outgoing.writeHead(status, { ...headers, ...(isSized && status !== 204 && { 'Content-Length': String(length) }) });
  if (isCut) {
    outgoing.write(bytes, () => outgoing.destroy());
    return;
  }
  if (trailers && !isSized) outgoing.addTrailers(trailers);
  const middle = isSized ? 0 : Math.ceil(bytes.length / 2);
  if (middle > 0) outgoing.write(bytes.subarray(0, middle));
  outgoing.end(bytes.subarray(middle));
}

/**
 * Handles a POST once per idempotency key. The same request gets the first reply again without a second effect; the
 * dialect decides about other requests. Called inside the transaction of the effect, so that effect and reply are
 * committed together and no key is ever in progress. @throws ApiError `idempotency_conflict`
 * @param replayed called before a stored reply is sent again
 */
function withIdempotency(
  service: Service,
  call: Call,
  bytes: Buffer,
  handle: () => Reply,
  replayed: () => void = () => undefined,
): Reply {
  const { store, dialect } = service;
  const { replay, conflict, replayHeader } = dialect.idempotency;
  const key = call.headers['idempotency-key'];
  if (typeof key !== 'string' || replay === 'ignored') return handle();

  const fingerprint = hash('sha256', Buffer.concat([Buffer.from(`${call.method} ${call.path}\n`), bytes]), 'hex');
  const stored = store.replies.get(key);
  if (stored !== undefined && (stored.fingerprint === fingerprint || conflict === 'replayed')) {
    const first = JSON.parse(stored.reply) as Reply;
    replayed();
    return replayHeader === '' ? first : { ...first, headers: { ...first.headers, [replayHeader]: 'true' } };
  }
  if (stored !== undefined && typeof conflict === 'number') {
    throw new ApiError('idempotency_conflict', 'The Idempotency-Key was used with another request.', conflict);
  }

  const reply = handle();
  // A server error is not final: the request may be retried under its key.
  if (reply.status < 500) store.replies.set(key, { fingerprint, reply: JSON.stringify(reply) });
  return reply;
}

/**
 * The JSON object in the body of a POST.
 * @param anyMediaType whether to accept media types other than JSON
 * @throws ApiError `unsupported_media_type`, `invalid_request`
 */
function parseBody(bytes: Buffer, headers: IncomingMessage['headers'], anyMediaType = false): JsonObject {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json' && !anyMediaType) {
    throw new ApiError('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  return parseObject(bytes);
}
