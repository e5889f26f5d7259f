import { header } from '../../base/json.ts';
import { nearestUnit } from '../../base/timestamp.ts';
import type { Arrival } from '../../evidence/delivery.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import type { SignatureSeen } from '../../evidence/evidence.ts';
import { placesOf } from '../../evidence/interpretation.ts';
import { locate, type Readable, typeOf } from '../../evidence/locator.ts';
import { scalars } from '../../evidence/mentions.ts';
import { openBody } from '../../evidence/record/keep-body.ts';
import { observeSignatures } from '../../evidence/record/observer.ts';
import { explainRefusal, FAILED_RULES } from '../../webhooks/explain-refusal.ts';
import { type RefusalReason, verifySignature } from '../../webhooks/signature.ts';

/** What one webhook says, as far as it can be read without a learned dialect. */
export interface Understood {
  /** Absent where there is no secret to verify with. */
  readonly verdict?: 'accepted' | RefusalReason;
  /** The rule that a refused one fails, and the usual mistake behind it where one fits. */
  readonly why?: string;
  /** The secrets that verify it, from 1 in the order in which they were given. Absent where there is only one. */
  readonly verifiedBy?: readonly number[];
  readonly event?: string;
  readonly order?: string;
  /** Time since it was signed, in milliseconds. */
  readonly delayMs?: number;
}

/** Reads a webhook by the dialect, or without one by the usual names. Never throws. */
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
  seen: readonly SignatureSeen[],
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
