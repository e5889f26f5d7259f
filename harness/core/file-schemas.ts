import { recordLine } from './evidence-lines.ts';
import { headers } from './exchange.ts';
import { base64, choice, type Of, object, text } from './schema.ts';

/** The version of the form of a saved delivery. */
export const SAVED_DELIVERY = 1;

const savedDelivery = object({
  savedDelivery: choice(SAVED_DELIVERY),
  /** RFC 3339. */
  at: text,
  method: text,
  path: text,
  headers,
  body: base64,
});

/** The files that people hand in: each has a validator of its name in `generated/file-validators.js`. */
export const FILE_SCHEMAS = {
  RecordLine: recordLine,
  SavedDelivery: savedDelivery,
} as const;

/** A delivery as `listen --save` writes it. */
export interface SavedDeliveryFile extends Of<typeof savedDelivery> {}
