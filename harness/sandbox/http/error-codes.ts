/** The error codes, each with its status unless the route or the dialect has another. */
export const STATUSES = {
  invalid_request: 400,
  account_not_found: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
} as const;

/** The code of an error, before the dialect writes it. */
export type ErrorCode = keyof typeof STATUSES;

/** What exactly is wrong with an invalid request, where a dialect may have a code of its own for that. */
export const INVALID = [
  'json',
  'object',
  'account_number',
  'bank_code',
  'event',
  'misplaced_amount',
  'misplaced_network',
  'received_amount',
] as const;

/** What exactly is wrong with an invalid request. */
export type Invalid = (typeof INVALID)[number];

/** Every error code. */
export const ERROR_CODES = Object.keys(STATUSES) as readonly ErrorCode[];
