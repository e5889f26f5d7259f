import { header } from '../core/json.ts';
import { answered } from './answers.ts';
import { type Check, passIf } from './check.ts';

/** Endpoints: "Responses carry a request-id header"; Errors: "every response". */
export const requestId: Check = {
  id: 'request-id',
  title: 'Every response has a request-id header',
  kind: 'safety',
  requirements: ['response.request-id'],
  *judge(view) {
    const withId = answered(view).filter(({ response }) => header(response.headers, 'request-id')?.trim());
    const onlyOnSuccess = withId.length > 0 && withId.every(({ response }) => response.status < 400);
    for (const { id, request, response } of answered(view)) {
      const value = header(response.headers, 'request-id');
      const group = response.status >= 400 ? 'error responses' : 'responses';
      yield passIf(value !== undefined && value.trim() !== '', 'response.request-id', id, () => ({
        cause: group,
        message: `${group} have no request-id header`,
        expected: 'a request-id header on every response, whatever its status',
        received: `${request.method} answered ${response.status} with ${value === undefined ? 'none' : 'an empty one'}`,
        ...(onlyOnSuccess && {
          likely: 'only what handles successful calls adds the header: no error response has it',
        }),
      }));
    }
  },
};
