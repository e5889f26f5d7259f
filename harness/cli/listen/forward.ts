import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../core/errors.ts';
import type { World } from '../../core/world.ts';
import { sendWebhook, type WebhookRequest } from './send-webhook.ts';

/** What the app answered to a forwarded webhook, or why it did not answer. */
export type Forwarded =
  | { readonly status: number; readonly tookMs: number; readonly body: string }
  | { readonly problem: string; readonly tookMs: number };

/** How much of the app's answer is shown, in characters. */
const SHOWN = 300;

/** Forwards a webhook to an app, byte for byte. Never throws. */
export async function forward(
  world: World,
  dispatcher: Dispatcher,
  to: URL,
  webhook: WebhookRequest,
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
