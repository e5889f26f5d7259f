import type { Dispatcher } from 'undici';
import type { Headers } from '../../core/evidence.ts';

/** A webhook request, however it was received. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Headers of one connection: the next one has its own. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|proxy-.*|content-length|transfer-encoding|te|trailer|upgrade|expect)$/i;

/**
 * Sends a webhook to an app: the same method and bytes, and the same headers in their order and case.
 * @returns the answer, and the headers that were sent  @throws the error of undici without an answer
 */
export async function sendWebhook(
  dispatcher: Dispatcher,
  to: URL,
  { method, headers, body }: WebhookRequest,
): Promise<{ readonly status: number; readonly body: string; readonly headers: Headers }> {
  const own = headers.filter(([name]) => !HOP_BY_HOP.test(name));
  const answer = await dispatcher.request({
    origin: to.origin,
    path: to.pathname + to.search,
    method: method as Dispatcher.HttpMethod,
    headers: own.flat(),
    body,
  });
  return { status: answer.statusCode, body: await answer.body.text(), headers: own };
}
