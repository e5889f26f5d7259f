import type { IncomingMessage, ServerResponse } from 'node:http';
import { undoCodings } from '../../evidence/record/keep-body.ts';
import { signatureOf } from '../../evidence/signatures/signature-digest.ts';
import { parseSignatureHeader } from '../../evidence/signatures/signature-header.ts';
import { type Listening, listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import { waiting } from '../../testing/waiting.ts';
import type { World } from '../../world/world.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

/** A received webhook. */
export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The body, decoded and parsed as a JSON object. */
  readonly json: JsonObject;
}

/** A receiver of webhooks for the sandbox's own tests. */
export interface Receiver extends Pick<Listening, 'url' | 'close'> {
  readonly received: readonly Received[];
  /** Resolves once the received webhooks meet a condition. */
  until(condition: (received: readonly Received[]) => boolean): Promise<readonly Received[]>;
}

/** Starts a receiver. `respond` answers the webhook with an index from 0. Default: 200. */
export async function startReceiver(
  world: World,
  respond: (response: ServerResponse, index: number) => void = response => response.writeHead(200).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const { changed, until } = waiting();
  const server = world.createServer({});
  server.on('request', async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const json = readObject(undoCodings(body, request.headers['content-encoding']).plain.toString());
    received.push({ headers: request.headers, body, json });
    respond(response, received.length - 1);
    changed();
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url: `${url}/hooks`,
    received,
    until: condition => until(() => (condition(received) ? received : undefined)),
    close,
  };
}

/** Parses a JSON object; an empty object if the text is not one. */
export function readObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The first `t` and every `v1` in the signature header of a webhook. */
export function readSignature(
  { headers }: Received,
  header = 'service-signature',
): { t: string; v1: readonly string[] } {
  const { t, v1 } = parseSignatureHeader(String(headers[header.toLowerCase()] ?? ''));
  return { t: t[0] ?? '', v1 };
}

/** The secrets that verify a webhook. */
export function verifyingSecrets(received: Received, secrets: readonly string[], header?: string): string[] {
  const { t, v1 } = readSignature(received, header);
  return secrets.filter(secret => v1.includes(signatureOf(t, received.body, secret)));
}
