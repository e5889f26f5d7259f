import { TIMESTAMP_UNITS, type TimestampUnit } from '../core/dialect.ts';
import { timestampNanoseconds } from '../core/timestamp.ts';
import type { SavedDelivery } from './saved-delivery.ts';
import { parseSignatureHeader } from './signature-header.ts';

/** The signature that a delivery carries, as far as it can be read without its secret. */
export interface CarriedSignature {
  /** The header's name as it was written. */
  readonly name: string;
  /** Its lines; none where the delivery has no such header. */
  readonly lines: readonly string[];
  /** The unit in which `t` is near the arrival of the delivery; seconds where there is none. */
  readonly unit: TimestampUnit;
}

/** The neutral name of the specification. */
const NEUTRAL = 'Service-Signature';
/** `t` is near within a day: enough for any clock, and less than what two units differ by. */
const NEAR_MS = 86_400_000;

/** Finds the signature of a delivery: in the header `given`, else in the one that has a `t` and a `v1`. */
export function signatureOfDelivery({ headers, at }: SavedDelivery, given?: string): CarriedSignature {
  const name = given ?? headers.find(([, value]) => isSignature(value))?.[0] ?? NEUTRAL;
  const own = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  const lines = own.map(([, value]) => value);
  const [t] = parseSignatureHeader(lines).t;
  const unit = t === undefined ? undefined : TIMESTAMP_UNITS.find(candidate => isNear(t, candidate, at));
  return { name: own[0]?.[0] ?? name, lines, unit: unit ?? 's' };
}

function isSignature(value: string): boolean {
  const { t, v1 } = parseSignatureHeader(value);
  return t.length > 0 && v1.length > 0;
}

function isNear(t: string, unit: TimestampUnit, at: number): boolean {
  const moment = timestampNanoseconds(t, unit);
  return moment !== undefined && Math.abs(Number(moment / 1_000_000n) - at) <= NEAR_MS;
}
