import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { Recorder } from '../../evidence/record/recorder.ts';
import { Redactor } from '../../evidence/redaction/redaction.ts';
import { RUN_INFO } from '../../testing/samples.ts';
import { Inbox } from '../../webhooks/inbox.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { realWorld } from '../../world/real-world.ts';
import { DeliveryTracker } from '../delivery-tracker.ts';
import { WebhookEndpoint } from '../webhook-endpoint.ts';

/** The order that an endpoint follows. */
export const ORDER = 'co_7Hq2';
const SECRET = 'whsec_9z8y7x6w';

/** An endpoint with a real receiver and a real recorder for one order. @param path absent: any path */
export async function openEndpoint(path?: string) {
  const real = realWorld();
  const servers: Server[] = [];
  const world = {
    ...real,
    createServer: (...[options]: Parameters<typeof real.createServer>) => {
      const server = real.createServer(options);
      servers.push(server);
      return server;
    },
  };
  const lines: string[] = [];
  const recorder = new Recorder({
    run: RUN_INFO,
    redactor: new Redactor(Buffer.alloc(32)),
    secrets: () => [SECRET],
    sink: line => lines.push(line),
  });
  const tracker = new DeliveryTracker();
  tracker.follow([ORDER]);
  const inbox = new Inbox(world, new AbortController().signal);
  const endpoint = await WebhookEndpoint.open({
    ...{ world, recorder, tracker, inbox, stamp: () => world.now(), host: '127.0.0.1', port: 0 },
    ...(path !== undefined && { path }),
  });
  onTestFinished(() => endpoint.close());
  const send = async (
    body: string | Buffer,
    headers: { readonly [name: string]: string } = {},
    to = endpoint.url,
    method = 'POST',
  ) =>
    (await fetch(to, { method, headers, ...(method === 'POST' && { body: new Uint8Array(Buffer.from(body)) }) }))
      .status;
  const signed = (body: string | Buffer) => ({
    'Service-Signature': signatureHeader(String(Math.floor(Date.now() / 1000)), Buffer.from(body), [SECRET]),
  });
  return { endpoint, send, signed, lines, tracker, inbox, recorder, servers };
}
