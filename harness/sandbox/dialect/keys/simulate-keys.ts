import { ERROR_CODES, INVALID, ROUTES } from '../../http/call.ts';
import type { JsonObject } from '../../json.ts';
import { key, oneOf, STATUS, statusOr } from '../key.ts';

const ERRORS = {
  description:
    `an object of { status, code } by ROUTE.CAUSE: ${ROUTES.join(', ')}; ${ERROR_CODES.join(', ')}; ` +
    `or by ROUTE.invalid_request.WHAT: ${INVALID.join(', ')}`,
  type: 'object',
  propertyNames: {
    pattern: `^(${ROUTES.join('|')})\\.((${ERROR_CODES.join('|')})|invalid_request\\.(${INVALID.join('|')}))$`,
  },
  additionalProperties: {
    type: 'object',
    properties: {
      status: { ...STATUS, minimum: 400 },
      code: { anyOf: [{ type: 'string', pattern: '.' }, { type: 'integer' }] },
    },
    additionalProperties: false,
  },
};

/** An error of a route in place of the sandbox's own: its status, where that has no key of its own, and its code. */
interface ErrorAnswer {
  readonly status?: number;
  readonly code?: string | number;
}

/** How steps are answered, and errors of each route. */
export const SIMULATE_KEYS = {
  /** Whether simulate requires the API key. Gap simulate.key. */
  simulateNeedsKey: oneOf<boolean>(true, false),
  /** Status of an accepted step; 204 has no body. Gap simulate.status. */
  simulateStatus: key({ ...STATUS, description: 'a status from 200 to 299', maximum: 299 }, 202, 200, 201, 204),
  /** Body of an accepted step: the order, an acknowledgement, nothing, or an example body. Gap simulate.body. */
  simulateBody: key<'order' | 'acknowledgement' | 'empty' | JsonObject>(
    {
      description: 'one of "order", "acknowledgement", "empty", or an example body',
      anyOf: [{ enum: ['order', 'acknowledgement', 'empty'] }, { description: 'a JSON object', type: 'object' }],
    },
    'order',
    'acknowledgement',
    'empty',
    { order: { id: '{order}', state: '{state}', total: '10.00' }, queued: true },
  ),
  statuses: {
    /** A step for an order that does not exist. Gap simulate.unknown-order. */
    unknownOrder: statusOr(['ignored', 'fires'], 404, 400, 410, 422, 'ignored'),
    /** A step that the order's state does not allow. It never fires `disbursement.completed`. */
    illegalStep: statusOr(['ignored', 'fires'], 409, 400, 403, 422, 'ignored', 'fires'),
    /** A step that the order has taken before. It fires `disbursement.completed` as the same event. */
    repeatedStep: statusOr(['ignored', 'fires'], 'ignored', 409, 400, 422, 'fires'),
    /** The statuses of the onramp errors; each error has the one that suits it best. */
    onrampErrors: key<readonly number[]>(
      {
        description: 'an array of at least one error status',
        type: 'array',
        items: { ...STATUS, minimum: 400 },
        minItems: 1,
      },
      [400, 401, 404, 500],
      [401, 403, 404, 500],
      [400, 403, 410, 503],
      [401, 404, 422, 502],
    ),
    /** An unknown event, or none. Gap simulate.unknown-event. */
    unknownEvent: key(STATUS, 400, 422),
    /** A received amount or network with an event that does not allow it. Gap simulate.misplaced-fields. */
    misplacedField: statusOr(['ignored'], 400, 422, 'ignored'),
    /** An undocumented field. Gap request.unknown-fields. */
    unknownField: statusOr(['ignored'], 'ignored'),
  },
  /**
   * Errors in place of the sandbox's own, by route and cause: `onramp.not_found`, or by what exactly is wrong:
   * `enquiry.invalid_request.json`. Gaps error.*-codes.
   */
  errors: key<{ readonly [cause: string]: ErrorAnswer }>(
    ERRORS,
    {},
    {
      'enquiry.account_not_found': { code: 'E1001' },
      'onramp.not_found': { code: 'NoSuchOrder' },
      'simulate.unsupported_media_type': { status: 400, code: 'bad_media' },
      'none.not_found': { status: 405, code: 'no_route' },
    },
  ),
} as const;
