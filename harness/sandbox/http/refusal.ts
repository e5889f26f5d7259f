import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { JsonObject } from '../json/json.ts';
import type { RouteName } from './call.ts';
import { type Reply, reply } from './reply.ts';

/** Why a request is refused, with the status where neither the route nor the dialect has another. */
const REASONS = {
  invalid_request: 400,
  account_not_found: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
} as const;

/** Why a request is refused. */
export type Reason = keyof typeof REASONS;

/** Thrown to answer a request with an error of its route's shape. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;
  readonly status: number;

  constructor(reason: Reason, message: string, status: number = REASONS[reason]) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** The onramp's error statuses that suit each reason, best first (4.2 leaves open which four there are). */
const ONRAMP_PREFERENCES: { readonly [R in Reason]?: readonly number[] } = {
  invalid_request: [400, 422, 404],
  unauthorized: [401, 403],
  not_found: [404, 410, 400],
  internal_error: [500, 503, 502],
};

/** The error that a route answers, in that route's shape (Error bodies). */
export function refusalReply(refusal: Refusal, route: RouteName, dialect: SandboxDialect): Reply {
  const code = writeCode(refusal.reason, dialect.formats.errorCodes);
  const body: JsonObject =
    route === 'enquiry'
      ? { code, error: refusal.message, status: dialect.values.enquiryError }
      : { code, message: refusal.message };
  return reply(route === 'onramp' ? onrampStatus(refusal, dialect.statuses.onrampErrors) : refusal.status, body);
}

function onrampStatus({ reason, status }: Refusal, spoken: readonly number[]): number {
  const preferred = ONRAMP_PREFERENCES[reason];
  if (preferred === undefined) return status;
  const sameClass = (candidate: number) => candidate >= 500 === status >= 500;
  return preferred.find(candidate => spoken.includes(candidate)) ?? spoken.find(sameClass) ?? spoken[0] ?? status;
}

function writeCode(reason: Reason, form: SandboxDialect['formats']['errorCodes']): string {
  if (form === 'snake') return reason;
  return form === 'screaming' ? reason.toUpperCase() : reason.replaceAll('_', '-');
}
