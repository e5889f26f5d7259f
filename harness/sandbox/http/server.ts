import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { codeOf, HarnessError, messageOf } from '../../core/errors.ts';
import type { Service } from '../service.ts';
import { createApp } from './app.ts';

/** A server for the service, bound to an address. @throws HarnessError `sandbox-address` (usage) where that fails */
export async function listen(service: Service, host: string, port: number): Promise<Server> {
  // Without a Host header the adapter refuses, in our name; Node would do so without a request-id.
  const server = service.world.createServer({ requireHostHeader: false });
  const malformed = () =>
    Response.json(
      { code: 'invalid_request', message: 'The request is malformed.' },
      { status: 400, headers: { 'request-id': service.newRequestId() } },
    );
  const listener = getRequestListener(createApp(service).fetch, {
    overrideGlobalObjects: false,
    errorHandler: malformed,
  });
  server.on('request', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerUnreadable(service, error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => reject(cannotListen(cause, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** The address of a bound server. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Answers what Node could not read as a request: even that carries a request-id. */
function answerUnreadable(service: Service, error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = codeOf(error) === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = '{"code":"invalid_request","message":"The request is malformed."}';
  socket.end(
    `HTTP/1.1 ${status}\r\nrequest-id: ${service.newRequestId()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function cannotListen(cause: Error, host: string, port: number): HarnessError {
  return new HarnessError('sandbox-address', 'usage', `the sandbox cannot listen: ${messageOf(cause)}`, {
    received: `${host}:${port}`,
    likely: 'another program listens there',
    next: 'use --port 0 for any free port',
    cause,
  });
}
