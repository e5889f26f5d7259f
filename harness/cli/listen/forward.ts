import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../core/errors.ts';
import type { World } from '../../core/world.ts';
import type { Arrival } from '../../webhooks/receiver.ts';

/** What the app answered to a webhook that was passed on, or why it did not. */
export type Forwarded =
  | { readonly status: number; readonly tookMs: number; readonly body: string }
  | { readonly problem: string; readonly tookMs: number };

/** Headers of the connection, not of the message: each hop has its own. */
const OF_THE_HOP =
  /^(host|connection|keep-alive|proxy-connection|content-length|transfer-encoding|te|trailer|upgrade|expect)$/i;
/** How much of the app's answer is shown, in characters. */
const SHOWN = 300;

/** Passes a webhook on to an app: the same method, the same bytes, the same headers in their order and case. Never throws. */
export async function forward(
  world: World,
  dispatcher: Dispatcher,
  to: URL,
  { method, headers, body }: Arrival,
): Promise<Forwarded> {
  const from = world.monotonic();
  const tookMs = () => Math.round(world.monotonic() - from);
  try {
    const answer = await dispatcher.request({
      origin: to.origin,
      path: to.pathname + to.search,
      method: method as Dispatcher.HttpMethod,
      headers: headers.filter(([name]) => !OF_THE_HOP.test(name)).flat(),
      body,
    });
    return { status: answer.statusCode, body: (await answer.body.text()).slice(0, SHOWN), tookMs: tookMs() };
  } catch (thrown) {
    return { problem: codeOf(thrown) ?? messageOf(thrown), tookMs: tookMs() };
  }
}
