import { setAtPointer } from '../../../base/set-at-pointer.ts';
import type { Dialect } from '../../../evidence/dialect.ts';
import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import { CURRENT, digest, FOREIGN } from '../cases/draft.ts';
import type { ReceiveParams, StreamDelivery } from '../protocol.ts';

/** The flaws of deliveries that a receiver must not act on, in words. The names are part of the edition. */
export const FLAWS = {
  stranger: 'signed with another secret',
  altered: 'whose body was altered',
  stale: 'whose t is too old',
  future: 'whose t is in the future',
  unsigned: 'without v1',
  'no-header': 'without the signature header',
  swapped: 'with the signature of another one',
  garbled: 'whose body is cut off',
} as const;

/** The names of flaws. */
export const FLAW_NAMES = Object.keys(FLAWS) as (keyof typeof FLAWS)[];

/** A delivery of a stream before it is signed. */
export interface Copy {
  /** The event that it carries. Copies of one event share it. */
  readonly event: string;
  /** Default: none, which `sound` says, too. */
  readonly flaw?: 'sound' | keyof typeof FLAWS;
  /** Seconds between signing and now. Default 5. */
  readonly age?: number;
  /** The secrets that sign it. Default: the current one. */
  readonly signedBy?: readonly string[];
  /** The event's type. Default `disbursement.completed`. */
  readonly type?: string;
  /** The order that it is about. Default `co_5Xk9`. */
  readonly order?: string;
  /** Whether its body is no JSON. Whatever a receiver does with it, it has to act on the others. */
  readonly unreadable?: boolean;
  /** Whether the id is written with an escape. */
  readonly isEscaped?: true;
  /** A number in the body, as a redelivery may carry the number of its attempt. */
  readonly attempt?: number;
}

/** A stream of deliveries, and the receiver's settings. */
export interface Stream {
  readonly copies: readonly Copy[];
  /** The receiver's secrets. Default: the current one. */
  readonly secrets?: readonly string[];
  /** The locations of ids and types. Default `/id` and `/type`. */
  readonly dialect?: Dialect;
  /** Spellings of header names that differ from the dialect. */
  readonly namesAs?: { readonly [name: string]: string };
  /** A JSON Pointer to a member that looks like an id and differs between copies. */
  readonly decoy?: string;
  /** Whether objects before and after the event id have ids, which are the same in all events. */
  readonly hasObjects?: true;
  /** The name of a second signature header, such as a proxy adds. It comes before all other headers. */
  readonly otherSignature?: string;
  /** Whether all events lack an id. */
  readonly withoutIds?: boolean;
}

/** The default dialect of a stream. It sets every key, so that no adapter's default matters. */
const DEFAULT_DIALECT: Dialect = {
  signatureHeader: 'Service-Signature',
  timestampUnit: 's',
  eventId: '/id',
  eventType: '/type',
  orderId: '/data/order_id',
};

/** Seconds outside the tolerance, even with a running clock. */
const OUTSIDE = 345;

/** The parameters of `receive` for a stream that is signed at `now`. */
export function writeStream(stream: Stream, now: number): ReceiveParams {
  const dialect = { ...DEFAULT_DIALECT, ...stream.dialect };
  return {
    dialect,
    secrets: stream.secrets ?? [CURRENT],
    toleranceSeconds: TOLERANCE_SECONDS,
    now,
    deliveries: stream.copies.map((copy, index) => write(copy, index, stream, dialect, now)),
  };
}

function write(copy: Copy, index: number, stream: Stream, dialect: Dialect, now: number): StreamDelivery {
  const { flaw = 'sound', age = 5, signedBy = [CURRENT] } = copy;
  const { signatureHeader = '' } = dialect;
  const { namesAs = {} } = stream;
  const written = bodyOf(copy, index, stream, dialect);
  // An altered body has the header of the genuine one.
  const altered = Buffer.concat([written, Buffer.from(' ')]);
  const body = flaw === 'garbled' ? written.subarray(0, -2) : flaw === 'altered' ? altered : written;
  const t = String(now - (flaw === 'stale' ? OUTSIDE : flaw === 'future' ? -OUTSIDE : age));
  const over = flaw === 'altered' ? written : flaw === 'swapped' ? Buffer.from('{"id":"evt_other"}') : body;
  // Anybody can send any bytes, so a receiver must not parse them before it has verified them.
  const signing = flaw === 'stranger' || flaw === 'garbled' ? [FOREIGN] : signedBy;
  const v1 = flaw === 'unsigned' ? [] : signing.map(secret => `v1=${digest(secret, t, over)}`);
  const header = flaw === 'no-header' ? null : [`t=${t}`, ...v1].join(',');
  const idHeader = headerOf(dialect.eventId);
  const { [signatureHeader]: signatureName = signatureHeader, [idHeader ?? '']: idName = idHeader } = namesAs;
  return {
    header,
    headers: {
      ...(stream.otherSignature !== undefined && { [stream.otherSignature]: `t=${t},v1=${'0'.repeat(64)}` }),
      'Content-Type': 'application/json',
      ...(header !== null && { [signatureName]: header }),
      ...(idName !== undefined && !stream.withoutIds && { [idName]: copy.event }),
    },
    body: body.toString('base64'),
  };
}

function headerOf(locator: Dialect['eventId']): string | undefined {
  return typeof locator === 'string' && locator.startsWith('header:') ? locator.slice('header:'.length) : undefined;
}

function bodyOf(copy: Copy, index: number, stream: Stream, dialect: Dialect): Buffer {
  const { event, type = 'disbursement.completed', order = 'co_5Xk9', attempt, unreadable, isEscaped } = copy;
  if (unreadable) return Buffer.from('ping');
  const body: { [key: string]: unknown } = {};
  if (stream.hasObjects) body.customer = { id: 'cus_2Lm8' };
  // A member that looks like an id but differs on every delivery.
  if (stream.decoy !== undefined) setAtPointer(body, stream.decoy, `try_${index}`);
  const place = typeof dialect.eventId === 'object' ? dialect.eventId[type] : dialect.eventId;
  if (!stream.withoutIds && place !== undefined && !place.startsWith('header:')) setAtPointer(body, place, event);
  if (typeof dialect.eventType === 'string') setAtPointer(body, dialect.eventType, type);
  if (typeof dialect.orderId === 'string') setAtPointer(body, dialect.orderId, order);
  setAtPointer(body, '/data/amount', '153525.00');
  if (stream.hasObjects) body.account = { id: 'acc_5Xk9' };
  if (attempt !== undefined) body.attempt = attempt;
  const text = JSON.stringify(body);
  return Buffer.from(isEscaped ? text.replace('"evt_', '"\\u0065vt_') : text);
}
