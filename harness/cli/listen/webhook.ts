import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../base/errors.ts';
import { header } from '../../base/json.ts';
import { nearestUnit } from '../../base/timestamp.ts';
import type { Arrival, ObservedSignature } from '../../evidence/delivery.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { locate, placesOf, type Readable, typeOf } from '../../evidence/interpretation.ts';
import { scalars } from '../../evidence/mentions.ts';
import { openBody } from '../../evidence/record/keep-body.ts';
import { observeSignatures } from '../../evidence/record/observer.ts';
import { explainRefusal, FAILED_RULES } from '../../webhooks/explain-refusal.ts';
import type { SavedDelivery } from '../../webhooks/saved-delivery.ts';
import { type RefusalReason, verifySignature } from '../../webhooks/signature.ts';
import type { World } from '../../world/world.ts';

/** The content of a webhook, as far as it is readable without a learned dialect. */
interface Understood {
  /** Absent without a secret to verify with. */
  readonly verdict?: 'accepted' | RefusalReason;
  /** The rule that a refused webhook fails, and the common mistake behind it, if one fits. */
  readonly why?: string;
  /** The secrets that verify it, numbered from 1 in the given order. Absent for a single secret. */
  readonly verifiedBy?: readonly number[];
  readonly event?: string;
  readonly order?: string;
  /** Time since it was signed, in milliseconds. */
  readonly delayMs?: number;
}

/** Reads a webhook in the dialect, or otherwise by common names. Never throws. */
export function understand(arrival: Arrival, dialect: Dialect, secrets: readonly string[]): Understood {
  const seen = observeSignatures(arrival.headers, arrival.body, secrets, dialect.signatureHeader);
  const isSigned = seen.some(({ slots }) => slots.length > 0);
  const { text } = openBody(arrival.body, arrival.headers, isSigned);
  const readable = { headers: arrival.headers, body: { size: arrival.body.length, sha256: '', text } };
  const { eventType, orderId } = placesOf(readable, dialect);
  const event = eventType === undefined ? usualEvent(readable) : typeOf(readable, eventType);
  const order = orderId === undefined ? find(readable, /(^|[/:_-])order[_-]?id$/i) : locate(readable, orderId, event);
  return {
    ...judged(arrival, seen, dialect, secrets),
    ...(event !== undefined && { event }),
    ...(order !== undefined && { order }),
  };
}

function judged(
  { headers, body, at: now }: Arrival,
  seen: readonly ObservedSignature[],
  { signatureHeader: named, timestampUnit }: Dialect,
  secrets: readonly string[],
): Pick<Understood, 'verdict' | 'why' | 'verifiedBy' | 'delayMs'> {
  const own = seen.filter(({ header: name }) => named === undefined || name.toLowerCase() === named.toLowerCase());
  const found = own.find(({ slots }) => slots.length > 0) ?? own.find(({ t }) => t.length > 0) ?? own[0];
  const [t = ''] = found?.t ?? [];
  // Without a dialect, the unit is the one in which t is closest to now.
  const nearest = nearestUnit(t, now, timestampUnit && [timestampUnit]);
  const delay = nearest && { delayMs: Math.round(nearest.ageMs) };
  if (secrets.length === 0) return { ...delay };
  const lines = headers.filter(([name]) => name.toLowerCase() === found?.header.toLowerCase());
  const message = {
    header: lines.length === 0 ? null : lines.map(([, value]) => value),
    ...{ body, secrets, now },
    unit: nearest?.unit ?? 's',
  };
  const verdict = verifySignature(message);
  if (verdict.accepted) {
    const verifiedBy = secrets.flatMap((secret, index) =>
      verifySignature({ ...message, secrets: [secret] }).accepted ? [index + 1] : [],
    );
    return { verdict: 'accepted', ...(secrets.length > 1 && { verifiedBy }), ...delay };
  }
  const { reason } = verdict;
  const why = [FAILED_RULES[reason].rule, explainRefusal(message, reason)]
    .filter(part => part !== undefined)
    .join('; ');
  return { verdict: reason, why, ...delay };
}

function usualEvent(readable: Readable): string | undefined {
  if ([...scalars(readable)].some(({ value }) => value === COMPLETED)) return COMPLETED;
  return (
    find(readable, /^\/(event|type|event_?type|event_?name|topic|name)$/i) ?? header(readable.headers, 'x-event-type')
  );
}

function find(readable: Readable, place: RegExp): string | undefined {
  return [...scalars(readable)].find(scalar => place.test(scalar.place))?.value;
}

/** A webhook as `listen` shows it. The `--json` output has these members. */
export interface Heard extends Understood {
  /** Time of its arrival, RFC 3339. */
  readonly at: string;
  /** Bytes of its body. */
  readonly size: number;
  /** Whether the same bytes arrived before. */
  readonly again: boolean;
  /** False if it arrived at a path other than the receiver's and got a 404. */
  readonly ours: boolean;
  /** False if the sender stopped early. */
  readonly complete: boolean;
  /** The limit of the receiver that it exceeds. */
  readonly problem?: string;
  readonly forwarded?: Forwarded;
  /** The file that it was saved to. */
  readonly saved?: string;
}

/** Headers of a single connection, which are not forwarded. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|proxy-.*|content-length|transfer-encoding|te|trailer|upgrade|expect)$/i;

/**
 * Sends a webhook to an app with the same method and bytes, and the same headers in their order and case.
 * @returns the answer and the sent headers  @throws the error of undici if there is no answer
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

/** The app's answer to a forwarded webhook, or why there is none. */
export type Forwarded = { readonly tookMs: number } & (
  | { readonly status: number; readonly body: string }
  | { readonly problem: string }
);

/** The most shown characters of the app's answer. */
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
