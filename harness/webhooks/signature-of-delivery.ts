import type { TimestampUnit } from '../core/dialect.ts';
import { nearestUnit } from '../core/timestamp.ts';
import type { SavedDelivery } from './saved-delivery.ts';
import { parseSignatureHeader } from './signature-header.ts';

/** The signature that a delivery carries, as far as it can be read without its secret. */
export interface CarriedSignature {
  /** The header's name as it was written. */
  readonly name: string;
  /** Its lines; none where the delivery has no such header. */
  readonly lines: readonly string[];
  /** The unit in which `t` is nearest to the arrival of the delivery; seconds where there is none. */
  readonly unit: TimestampUnit;
}

/** The neutral name of the specification. */
const NEUTRAL = 'Service-Signature';

/** Finds the signature of a delivery: in the header `given`, else in the one that has a `t` and a `v1`. */
export function signatureOfDelivery({ headers, at }: SavedDelivery, given?: string): CarriedSignature {
  const name = given ?? headers.find(([, value]) => isSignature(value))?.[0] ?? NEUTRAL;
  const own = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  const lines = own.map(([, value]) => value);
  const [t = ''] = parseSignatureHeader(lines).t;
  return { name: own[0]?.[0] ?? name, lines, unit: nearestUnit(t, at)?.unit ?? 's' };
}

function isSignature(value: string): boolean {
  const { t, v1 } = parseSignatureHeader(value);
  return t.length > 0 && v1.length > 0;
}
