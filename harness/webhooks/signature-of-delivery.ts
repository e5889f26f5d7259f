import { TIMESTAMP_UNITS, type TimestampUnit } from '../core/dialect.ts';
import { timestampNanoseconds } from '../core/timestamp.ts';
import type { SavedDelivery } from './saved-delivery.ts';
import { parseSignatureHeader } from './signature-header.ts';

/** The signature that a delivery carries, as far as it can be told without its secret. */
export interface CarriedSignature {
  /** The header's name as it was written. */
  readonly name: string;
  /** Its lines; none where the delivery carries no such header. */
  readonly lines: readonly string[];
  /** The unit in which `t` is near the moment at which the delivery came; seconds where none is. */
  readonly unit: TimestampUnit;
}

/** The neutral name of the specification. */
const NEUTRAL = 'Service-Signature';
/** `t` is near where it is within a day: far enough for any clock, and no unit is taken for another. */
const NEAR_MS = 86_400_000;

/** Finds the signature of a delivery: in the header of the name that is told, else in the one that holds `t` and `v1`. */
export function signatureOfDelivery({ headers, at }: SavedDelivery, told?: string): CarriedSignature {
  const name = told ?? headers.find(([, value]) => isSignature(value))?.[0] ?? NEUTRAL;
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
