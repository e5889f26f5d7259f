import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { startReceiver } from '../../harness/webhooks/receiver.ts';
import { verifySignature } from '../../harness/webhooks/signature.ts';
import { realWorld } from '../../harness/world/real-world.ts';
import { requirePeer } from './peers.ts';

/** Serves one of the servers below: `serve.ts NAME PORT SECRET`. The secret signs webhooks. */
const [name = '', port = '', secret = ''] = process.argv.slice(2);

const SERVERS: { readonly [name: string]: () => unknown } = {
  receiver: () => {
    const world = realWorld();
    return startReceiver({
      world,
      host: '127.0.0.1',
      port: Number(port),
      stamp: () => world.monotonic(),
      take: ({ headers, body }) => {
        const header = headers.flatMap(([name, value]) => (name.toLowerCase() === 'service-signature' ? [value] : []));
        const { accepted } = verifySignature({ header, body, secrets: [secret], now: world.now() });
        return { kind: 'status', status: accepted ? 200 : 400, refused: !accepted };
      },
      malformed: () => undefined,
    });
  },

  /** The least that verifies a signature. */
  'bare-receiver': () =>
    createServer(async (request, response) => {
      const body = await bodyOf(request);
      const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w{64})$/.exec(String(request.headers['service-signature'])) ?? [];
      const digest = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
      const isRight = v1 !== '' && timingSafeEqual(Buffer.from(v1, 'hex'), digest);
      response.writeHead(isRight || request.method === 'GET' ? 200 : 400).end();
    }).listen(Number(port), '127.0.0.1'),

  'express-stripe': () => {
    const express = requirePeer('express') as Express;
    const Stripe = requirePeer('stripe') as new (key: string) => Stripe;
    const { webhooks } = new Stripe('sk_test_none');
    const app = express();
    app.post('/', express.raw({ type: '*/*' }), (request, response) => {
      webhooks.constructEvent(request.body, request.headers['service-signature'], secret);
      response.sendStatus(200);
    });
    return app.listen(Number(port), '127.0.0.1');
  },

  /** The least that answers the two calls of the sandbox. */
  'bare-service': () => {
    const order = {
      id: 'order-1',
      reference: 'r'.repeat(200),
      customer_id: 'c'.repeat(200),
      metadata: 'm'.repeat(400),
    };
    return createServer(async (request, response) => {
      const { event } = request.method === 'POST' ? JSON.parse((await bodyOf(request)).toString()) : { event: '' };
      const body = JSON.stringify(event === '' ? order : { id: 'order-1', status: event });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    }).listen(Number(port), '127.0.0.1');
  },
};

/** What is used of express. */
interface Express {
  (): {
    post(path: string, parser: unknown, handle: (request: ExpressRequest, response: ExpressResponse) => void): void;
    listen(port: number, host: string): unknown;
  };
  raw(options: { readonly type: string }): unknown;
}

interface ExpressRequest {
  readonly body: Buffer;
  readonly headers: { readonly [name: string]: string };
}

interface ExpressResponse {
  sendStatus(status: number): void;
}

/** What is used of stripe. */
interface Stripe {
  readonly webhooks: { constructEvent(body: Buffer, header: string | undefined, secret: string): unknown };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

SERVERS[name]?.();
