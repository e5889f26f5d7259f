import { base64, choice, Headers, list, type Of, object, optional, type Schema, text } from '../base/schema.ts';
import { RecordLine } from '../evidence/evidence.ts';
import { KnownFailure } from '../evidence/run-info.ts';

/** The version of the format of a saved delivery. */
export const SAVED_DELIVERY = 1;

/** A delivery as `listen --save` writes it. */
export const SavedDeliveryFile = object({
  savedDelivery: choice(SAVED_DELIVERY),
  /** RFC 3339. */
  at: text,
  method: text,
  path: text,
  headers: Headers,
  body: base64,
});
export interface SavedDeliveryFile extends Of<typeof SavedDeliveryFile> {}

/** A file of known failures, as YAML or JSON. */
export const KnownFailures = list(KnownFailure);

const timestamp: Schema<string> = {
  ...text,
  json: { type: 'string', pattern: '^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$' },
};

/** The parts of an earlier run's finding that a baseline needs. */
export const EarlierFinding = object({
  id: text,
  requirement: text,
  message: text,
  check: optional(text),
  /** Default: `breach`. */
  severity: optional(choice('breach', 'advice')),
  /** When a run first had it, RFC 3339. Default: unknown. */
  since: optional(timestamp),
});
export interface EarlierFinding extends Of<typeof EarlierFinding> {}

/** The findings in a `summary.json`, or in the `baseline.json` that a run keeps. */
export const EarlierRun = object({
  startedAt: optional(timestamp),
  findings: optional(list(EarlierFinding)),
});

/** The files that users supply. Each has a validator of its name in `generated/file-validators.js`. */
export const FILE_SCHEMAS = { RecordLine, SavedDelivery: SavedDeliveryFile, KnownFailures, EarlierRun } as const;
