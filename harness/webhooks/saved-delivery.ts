import { HarnessError } from '../base/errors.ts';
import { parseJson } from '../base/parse-json.ts';
import { nearestUnit } from '../base/timestamp.ts';
import { SavedDelivery as validate } from '../contract/generated/file-validators.js';
import type { Arrival } from '../evidence/delivery.ts';
import { parseSignatureHeader } from '../evidence/signatures/signature-header.ts';
import { SAVED_DELIVERY, type SavedDeliveryFile } from '../settings/file-schemas.ts';

/** A webhook delivery in a file, with everything that is needed to send it again byte for byte. */
export type SavedDelivery = Pick<Arrival, 'at' | 'method' | 'path' | 'headers' | 'body'>;

/** The text of a saved delivery: one JSON object, described in `settings/file-schemas.ts`. */
export function writeSavedDelivery({ at, body, method, path, headers }: SavedDelivery): string {
  const file: SavedDeliveryFile = {
    savedDelivery: SAVED_DELIVERY,
    at: new Date(at).toISOString(),
    method,
    path,
    headers,
    body: body.toString('base64'),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads a delivery saved by {@link writeSavedDelivery}. `source` names it in errors.
 * @throws HarnessError `saved-delivery-invalid` (usage)
 */
export function readSavedDelivery(text: string, source: string): SavedDelivery {
  const invalid = (problem: string) =>
    new HarnessError('saved-delivery-invalid', 'usage', `${source}: ${problem}`, {
      expected: 'a file that the command listen has saved',
      next: 'name the file of a delivery',
    });
  const { at, body, method, path, headers } = parseJson(text, validate, invalid);
  if (Number.isNaN(Date.parse(at))) throw invalid(`/at must be a date and time, not "${at}"`);
  return { at: Date.parse(at), method, path, headers, body: Buffer.from(body, 'base64') };
}

/** The neutral name in the specification. */
const NEUTRAL = 'Service-Signature';

/**
 * Finds the signature of a delivery, in the header `given` or in the one with a `t` and a `v1`. @returns the header's
 * name as written, its lines (empty if it is absent), and the unit in which `t` is closest to the arrival
 */
export function signatureOfDelivery({ headers, at }: SavedDelivery, given?: string) {
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
