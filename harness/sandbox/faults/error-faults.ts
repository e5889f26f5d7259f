import type { JsonObject } from '../json.ts';
import { change, drop } from './edits.ts';
import type { Faults } from './fault.ts';
import { asHtml, failed, onError, onReply } from './hooks.ts';

/** Faults of error replies (Error bodies). */
export const ERROR_FAULTS: Faults = {
  'enquiry.error-body': {
    'enquiry-error-in-onramp-shape': [
      'A name enquiry error has the shape of an onramp error.',
      onError('enquiry', ({ code, error }) => ({ code, message: error })),
    ],
    'enquiry-error-status-as-text': [
      'The status of a name enquiry error is a string.',
      onError('enquiry', change('status', 'error')),
    ],
    'enquiry-error-status-as-number': [
      'The status of a name enquiry error is a number.',
      onError('enquiry', change('status', 400)),
    ],
    'enquiry-error-code-as-number': [
      'The code of a name enquiry error is a number.',
      onError('enquiry', change('code', 1001)),
    ],
    'enquiry-error-nested': [
      'A name enquiry error has its code and text in a nested object.',
      onError('enquiry', ({ code, error, status }) => ({ error: { code, message: error }, status })),
    ],
  },
  'enquiry.400-body': {
    'enquiry-400-without-code': ['A name enquiry answered 400 has no code.', onError('enquiry', drop('code'), 400)],
  },
  'enquiry.401-body': {
    'enquiry-401-without-error': ['A name enquiry answered 401 has no error.', onError('enquiry', drop('error'), 401)],
  },
  'enquiry.500-body': {
    'enquiry-500-without-status': [
      'A name enquiry answered 500 has no status.',
      onError('enquiry', drop('status'), 500),
    ],
  },
  'enquiry.ok-body': {
    'enquiry-error-as-200': [
      'A name enquiry with invalid fields is answered 200 with the error.',
      onReply(failed('enquiry', 400), () => ({ status: 200 })),
    ],
  },
  'wire.json': {
    'enquiry-error-html': ['A name enquiry error is an HTML page.', asHtml('enquiry')],
    'onramp-error-html': ['An onramp error is an HTML page.', asHtml('onramp')],
  },
  'onramp.error-body': {
    'onramp-error-in-enquiry-shape': [
      'An onramp error has the shape of a name enquiry error.',
      onError('onramp', ({ code, message }) => ({ code, error: message, status: false })),
    ],
    'onramp-error-code-as-number': [
      'The code of an onramp error is a number.',
      onError('onramp', change('code', 1001)),
    ],
    'onramp-error-without-code': ['An onramp error has no code.', onError('onramp', drop('code'))],
    'onramp-error-without-message': ['An onramp error has no message.', onError('onramp', drop('message'))],
    'onramp-error-null-message': [
      'The message of an onramp error is null.',
      onError('onramp', change('message', null)),
    ],
    'onramp-long-id-without-message': [
      'The error for a long onramp order id has no message.',
      onReply(
        isRefusedFor(id => id.length > 200),
        ({ body }) => ({ body: { code: (body as JsonObject).code } }),
      ),
    ],
    'onramp-odd-id-without-code': [
      'The error for an onramp order id with reserved characters has no code.',
      onReply(
        isRefusedFor(id => id.includes('#')),
        ({ body }) => ({ body: { message: (body as JsonObject).message } }),
      ),
    ],
    'onramp-error-bare-string': ['An onramp error is a bare string.', onError('onramp', ({ message }) => message)],
  },
  'onramp.error-responses': {
    'onramp-unknown-as-200': [
      'An onramp order that does not exist is answered 200 with the error.',
      onReply(
        ({ status }, { route }) => route === 'onramp' && status >= 402 && status < 500,
        () => ({ status: 200 }),
      ),
    ],
    'onramp-five-error-statuses': [
      'An onramp order whose id is too long is answered with a fifth error status.',
      onReply(
        (reply, call) => failed('onramp')(reply, call) && call.path.length > 200,
        () => ({ status: 422 }),
      ),
      {
        advises: true,
        breaks: ({ statuses: { onrampErrors } }) => [400, 401, 404, 500].every(s => onrampErrors.includes(s)),
      },
    ],
  },
};

/** Selects the error replies to reads of onramp orders with matching ids. */
function isRefusedFor(fits: (id: string) => boolean): Parameters<typeof onReply>[0] {
  return ({ status }, { route, params }) => route === 'onramp' && status >= 400 && fits(params.id ?? '');
}
