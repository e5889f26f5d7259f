import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { type ErrorCode, type Invalid, type Reply, type RouteName, reply, STATUSES } from './call.ts';

/** Thrown to reply with an error in the shape of the route. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** The exact problem of an invalid request. */
  readonly invalid: Invalid | undefined;

  constructor(code: ErrorCode, message: string, status: number = STATUSES[code], invalid?: Invalid) {
    super(message);
    this.code = code;
    this.status = status;
    this.invalid = invalid;
  }
}

/** The error for an invalid request, with its exact problem. */
export function invalidRequest(invalid: Invalid, message: string, status?: number): ApiError {
  return new ApiError('invalid_request', message, status, invalid);
}

/** Converts anything thrown to an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('internal_error', 'An internal error occurred.');
}

/** The onramp error statuses that suit each code, best first. The specification leaves open which four exist (4.2). */
const ONRAMP_STATUSES: { readonly [C in ErrorCode]?: readonly number[] } = {
  invalid_request: [400, 422, 404],
  unauthorized: [401, 403],
  not_found: [404, 410, 400],
  internal_error: [500, 503, 502],
};

/** The reply for an error, in the shape of the route (Error bodies). */
export function errorReply(error: ApiError, route: RouteName, dialect: SandboxDialect): Reply {
  const key = `${route}.${error.code}`;
  const own = { ...dialect.errors[key], ...dialect.errors[`${key}.${error.invalid}`] };
  const code = own.code ?? writeCode(error.code, dialect.formats.errorCodes);
  if (route === 'enquiry')
    return reply(own.status ?? error.status, { code, error: error.message, status: dialect.values.enquiryError });
  const status = route === 'onramp' ? onrampStatus(error, dialect.statuses.onrampErrors) : error.status;
  return reply(own.status ?? status, { code, message: error.message });
}

function onrampStatus({ code, status }: ApiError, available: readonly number[]): number {
  const preferred = ONRAMP_STATUSES[code];
  if (preferred === undefined) return status;
  const isSameClass = (candidate: number) => candidate >= 500 === status >= 500;
  const best = preferred.find(candidate => available.includes(candidate));
  return best ?? available.find(isSameClass) ?? available[0] ?? status;
}

/** An error code in a form. */
export function writeCode(code: ErrorCode, form: SandboxDialect['formats']['errorCodes']): string {
  if (form === 'snake') return code;
  return form === 'screaming' ? code.toUpperCase() : code.replaceAll('_', '-');
}
