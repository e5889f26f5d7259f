import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { codeOf, HarnessError, messageOf } from '../../base/errors.ts';
import type { Service } from '../service.ts';
import { createApp } from './app.ts';

const MALFORMED = '{"code":"invalid_request","message":"The request is malformed."}';

/** A server for the service, bound to an address. @throws HarnessError `sandbox-address` (usage) where that fails */
export async function listen(service: Service, host: string, port: number): Promise<Server> {
  // Node would refuse a request without a Host header without a request-id; the adapter's errorHandler refuses it here.
  const server = service.world.createServer({ requireHostHeader: false });
  const listener = getRequestListener(createApp(service, host).fetch, {
    overrideGlobalObjects: false,
    errorHandler: () =>
      new Response(MALFORMED, {
        status: 400,
        headers: { 'Content-Type': 'application/json', 'request-id': service.newRequestId() },
      }),
  });
  server.on('request', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => refuseUnreadable(service, error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => reject(cannotListen(cause, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** Replies, with a request-id, to bytes that Node cannot parse as a request. */
function refuseUnreadable(service: Service, error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = codeOf(error) === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nrequest-id: ${service.newRequestId()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${MALFORMED.length}\r\nConnection: close\r\n\r\n${MALFORMED}`,
  );
}

function cannotListen(cause: Error, host: string, port: number): HarnessError {
  return new HarnessError('sandbox-address', 'usage', `the sandbox cannot listen: ${messageOf(cause)}`, {
    received: `${host}:${port}`,
    likely: 'another program listens on this port',
    next: 'use --port 0 for any free port',
    cause,
  });
}
