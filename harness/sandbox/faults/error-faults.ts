import type { RouteName } from '../http/call.ts';
import { change, drop } from './edits.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { failed, onError, onReply, withMediaType } from './reply-hooks.ts';

/** Faults of error replies (Error bodies). */
export const ERROR_FAULTS: Faults = {
  'enquiry-error-in-onramp-shape': {
    requirement: 'enquiry.error-body',
    summary: 'A name enquiry error has the shape of an onramp error.',
    hooks: onError('enquiry', ({ code, error }) => ({ code, message: error })),
  },
  'enquiry-error-status-as-text': {
    requirement: 'enquiry.error-body',
    summary: 'The status of a name enquiry error is a string.',
    hooks: onError('enquiry', change('status', 'error')),
  },
  'enquiry-error-status-as-number': {
    requirement: 'enquiry.error-body',
    summary: 'The status of a name enquiry error is a number.',
    hooks: onError('enquiry', change('status', 400)),
  },
  'enquiry-error-code-as-number': {
    requirement: 'enquiry.error-body',
    summary: 'The code of a name enquiry error is a number.',
    hooks: onError('enquiry', change('code', 1001)),
  },
  'enquiry-error-nested': {
    requirement: 'enquiry.error-body',
    summary: 'A name enquiry error has its code and text in a nested object.',
    hooks: onError('enquiry', ({ code, error, status }) => ({ error: { code, message: error }, status })),
  },
  'enquiry-400-without-code': {
    requirement: 'enquiry.400-body',
    summary: 'A name enquiry answered 400 has no code.',
    hooks: onError('enquiry', drop('code'), 400),
  },
  'enquiry-401-without-error': {
    requirement: 'enquiry.401-body',
    summary: 'A name enquiry answered 401 has no error.',
    hooks: onError('enquiry', drop('error'), 401),
  },
  'enquiry-500-without-status': {
    requirement: 'enquiry.500-body',
    summary: 'A name enquiry answered 500 has no status.',
    hooks: onError('enquiry', drop('status'), 500),
  },
  'enquiry-error-as-200': {
    requirement: 'enquiry.ok-body',
    summary: 'A name enquiry with invalid fields is answered 200 with the error.',
    hooks: onReply(failed('enquiry', 400), () => ({ status: 200 })),
  },
  'enquiry-error-html': {
    requirement: 'wire.json',
    summary: 'A name enquiry error is an HTML page.',
    hooks: asHtml('enquiry'),
  },
  'onramp-error-in-enquiry-shape': {
    requirement: 'onramp.error-body',
    summary: 'An onramp error has the shape of a name enquiry error.',
    hooks: onError('onramp', ({ code, message }) => ({ code, error: message, status: false })),
  },
  'onramp-error-code-as-number': {
    requirement: 'onramp.error-body',
    summary: 'The code of an onramp error is a number.',
    hooks: onError('onramp', change('code', 1001)),
  },
  'onramp-error-without-code': {
    requirement: 'onramp.error-body',
    summary: 'An onramp error has no code.',
    hooks: onError('onramp', drop('code')),
  },
  'onramp-error-without-message': {
    requirement: 'onramp.error-body',
    summary: 'An onramp error has no message.',
    hooks: onError('onramp', drop('message')),
  },
  'onramp-error-null-message': {
    requirement: 'onramp.error-body',
    summary: 'The message of an onramp error is null.',
    hooks: onError('onramp', change('message', null)),
  },
  'onramp-error-bare-string': {
    requirement: 'onramp.error-body',
    summary: 'An onramp error is a bare string.',
    hooks: onError('onramp', ({ message }) => message),
  },
  'onramp-error-html': {
    requirement: 'wire.json',
    summary: 'An onramp error is an HTML page.',
    hooks: asHtml('onramp'),
  },
  'onramp-unknown-as-200': {
    requirement: 'onramp.error-responses',
    summary: 'An onramp order that does not exist is answered 200 with the error.',
    hooks: onReply(
      ({ status }, { route }) => route === 'onramp' && status >= 402 && status < 500,
      () => ({ status: 200 }),
    ),
  },
};

/** Replaces the error replies of a route by an HTML page, as a proxy in front of the service would. */
function asHtml(route: RouteName): FaultHooks {
  return {
    ...withMediaType(failed(route), 'text/html'),
    replyBytes: (_, { call, status }) =>
      failed(route)({ status }, call) ? Buffer.from('<html><body><h1>Error</h1></body></html>') : undefined,
  };
}
