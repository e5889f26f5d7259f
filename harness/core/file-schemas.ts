import { RecordLine } from './evidence.ts';
import { Headers } from './exchange.ts';
import { base64, choice, type Of, object, text } from './schema.ts';

/** The version of the form of a saved delivery. */
export const SAVED_DELIVERY = 1;

/** A delivery as `listen --save` writes it. */
export const SavedDelivery = object({
  savedDelivery: choice(SAVED_DELIVERY),
  /** RFC 3339. */
  at: text,
  method: text,
  path: text,
  headers: Headers,
  body: base64,
});
export interface SavedDelivery extends Of<typeof SavedDelivery> {}

/** The files that people hand in: each has a validator of its name in `generated/file-validators.js`. */
export const FILE_SCHEMAS = { RecordLine, SavedDelivery } as const;
