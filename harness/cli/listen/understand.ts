import { COMPLETED, type Dialect } from '../../core/dialect.ts';
import { header } from '../../core/json.ts';
import { locate, type Readable, typeOf } from '../../core/locator.ts';
import { scalars } from '../../core/mentions.ts';
import { nearestUnit } from '../../core/timestamp.ts';
import { observeSignatures } from '../../record/observer.ts';
import type { Arrival } from '../../webhooks/receiver.ts';
import { type RefusalReason, verifySignature } from '../../webhooks/signature.ts';

/** What one webhook says, as far as it can be read without a learned dialect. */
export interface Understood {
  /** Absent where there is no secret to verify with. */
  readonly verdict?: 'accepted' | RefusalReason;
  readonly event?: string;
  readonly order?: string;
  /** Time since it was signed, in milliseconds. */
  readonly delayMs?: number;
}

/** What a webhook is read with. */
export interface ReadingContext {
  readonly dialect: Dialect;
  readonly signatureHeader?: string;
  readonly secrets: readonly string[];
  /** The receiver's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** Reads a webhook by the dialect, or without one by the usual names. Never throws. */
export function understand(arrival: Arrival, known: ReadingContext): Understood {
  const readable = { headers: arrival.headers, body: bodyOf(arrival.body) };
  const { dialect } = known;
  const event = dialect.eventType === undefined ? usualEvent(readable) : typeOf(readable, dialect.eventType);
  const order =
    dialect.orderId === undefined
      ? find(readable, /(^|[/:_-])order[_-]?id$/i)
      : locate(readable, dialect.orderId, event);
  return {
    ...signature(arrival, known),
    ...(event !== undefined && { event }),
    ...(order !== undefined && { order }),
  };
}

function signature(arrival: Arrival, known: ReadingContext): Pick<Understood, 'verdict' | 'delayMs'> {
  const { secrets, now, dialect } = known;
  const named = dialect.signatureHeader ?? known.signatureHeader;
  const seen = observeSignatures(arrival.headers, arrival.body, secrets, named);
  const own = seen.filter(({ header: name }) => named === undefined || name.toLowerCase() === named.toLowerCase());
  const found = own.find(({ slots }) => slots.length > 0) ?? own.find(({ t }) => t.length > 0) ?? own[0];
  const [t = ''] = found?.t ?? [];
  // Without a dialect, the unit is the one in which t is closest to now.
  const units = dialect.timestampUnit && [dialect.timestampUnit];
  const nearest = nearestUnit(t, now, units);
  const delay = nearest && { delayMs: Math.round(nearest.ageMs) };
  if (secrets.length === 0) return { ...delay };
  const lines = arrival.headers.filter(([name]) => name.toLowerCase() === found?.header.toLowerCase());
  const verdict = verifySignature({
    header: lines.length === 0 ? null : lines.map(([, value]) => value),
    body: arrival.body,
    secrets,
    now,
    unit: nearest?.unit ?? 's',
  });
  return { verdict: verdict.accepted ? 'accepted' : verdict.reason, ...delay };
}

function usualEvent(readable: Readable): string | undefined {
  const all = [...scalars(readable)];
  return (
    all.find(({ value }) => value === COMPLETED)?.value ??
    find(readable, /^\/(event|type|event_?type|event_?name|topic|name)$/i) ??
    header(readable.headers, 'x-event-type')
  );
}

function find(readable: Readable, place: RegExp): string | undefined {
  return [...scalars(readable)].find(scalar => place.test(scalar.place))?.value;
}

function bodyOf(bytes: Buffer): Readable['body'] {
  return { size: bytes.length, sha256: '', text: bytes.toString('utf8') };
}
