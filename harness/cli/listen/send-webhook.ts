import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../base/errors.ts';
import type { Headers } from '../../evidence/evidence.ts';
import type { SavedDelivery } from '../../webhooks/saved-delivery.ts';
import type { World } from '../../world/world.ts';

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
  { method, headers, body }: SavedDelivery,
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

/** What the app answered to a forwarded webhook, or why it did not answer. */
export type Forwarded = { readonly tookMs: number } & (
  | { readonly status: number; readonly body: string }
  | { readonly problem: string }
);

/** How much of the app's answer is shown, in characters. */
const SHOWN = 300;

/** Forwards a webhook to an app, byte for byte. Never throws. */
export async function forward(
  world: World,
  dispatcher: Dispatcher,
  to: URL,
  webhook: SavedDelivery,
): Promise<Forwarded> {
  const from = world.monotonic();
  const tookMs = () => Math.round(world.monotonic() - from);
  try {
    const { status, body } = await sendWebhook(dispatcher, to, webhook);
    return { status, body: body.slice(0, SHOWN), tookMs: tookMs() };
  } catch (thrown) {
    return { problem: codeOf(thrown) ?? messageOf(thrown), tookMs: tookMs() };
  }
}
