import { change, drop, isError, onError } from './edits.ts';
import type { Fault } from './fault.ts';
import { htmlInstead } from './html-instead.ts';

/** Faults of error answers (Error bodies). */
export const ERROR_FAULTS: readonly Fault[] = [
  {
    name: 'enquiry-error-in-onramp-shape',
    requirement: 'enquiry.error-body',
    summary: 'A name enquiry error has the shape of an onramp error.',
    hooks: onError('enquiry', ({ code, error }) => ({ code, message: error })),
  },
  {
    name: 'enquiry-error-status-as-text',
    requirement: 'enquiry.error-body',
    summary: 'The status of a name enquiry error is a string.',
    hooks: onError('enquiry', change('status', 'error')),
  },
  {
    name: 'enquiry-error-status-as-number',
    requirement: 'enquiry.error-body',
    summary: 'The status of a name enquiry error is a number.',
    hooks: onError('enquiry', change('status', 400)),
  },
  {
    name: 'enquiry-error-code-as-number',
    requirement: 'enquiry.error-body',
    summary: 'The code of a name enquiry error is a number.',
    hooks: onError('enquiry', change('code', 1001)),
  },
  {
    name: 'enquiry-error-nested',
    requirement: 'enquiry.error-body',
    summary: 'A name enquiry error holds its code and text in an object.',
    hooks: onError('enquiry', ({ code, error, status }) => ({ error: { code, message: error }, status })),
  },
  {
    name: 'enquiry-400-without-code',
    requirement: 'enquiry.400-body',
    summary: 'A name enquiry answered 400 carries no code.',
    hooks: onError('enquiry', drop('code'), 400),
  },
  {
    name: 'enquiry-401-without-error',
    requirement: 'enquiry.401-body',
    summary: 'A name enquiry answered 401 carries no error.',
    hooks: onError('enquiry', drop('error'), 401),
  },
  {
    name: 'enquiry-500-without-status',
    requirement: 'enquiry.500-body',
    summary: 'A name enquiry answered 500 carries no status.',
    hooks: onError('enquiry', drop('status'), 500),
  },
  {
    name: 'enquiry-error-as-200',
    requirement: 'enquiry.ok-body',
    summary: 'A name enquiry that is refused for its fields is answered 200 with the error.',
    hooks: {
      replied: (reply, { route }) =>
        route === 'enquiry' && reply.status === 400 ? { ...reply, status: 200 } : undefined,
    },
  },
  {
    name: 'enquiry-error-html',
    requirement: 'wire.json',
    summary: 'A name enquiry error is an HTML page.',
    hooks: htmlInstead(({ call, status }) => call.route === 'enquiry' && isError({ status })),
  },
  {
    name: 'onramp-error-in-enquiry-shape',
    requirement: 'onramp.error-body',
    summary: 'An onramp error has the shape of a name enquiry error.',
    hooks: onError('onramp', ({ code, message }) => ({ code, error: message, status: false })),
  },
  {
    name: 'onramp-error-code-as-number',
    requirement: 'onramp.error-body',
    summary: 'The code of an onramp error is a number.',
    hooks: onError('onramp', change('code', 1001)),
  },
  {
    name: 'onramp-error-without-code',
    requirement: 'onramp.error-body',
    summary: 'An onramp error carries no code.',
    hooks: onError('onramp', drop('code')),
  },
  {
    name: 'onramp-error-without-message',
    requirement: 'onramp.error-body',
    summary: 'An onramp error carries no message.',
    hooks: onError('onramp', drop('message')),
  },
  {
    name: 'onramp-error-null-message',
    requirement: 'onramp.error-body',
    summary: 'The message of an onramp error is null.',
    hooks: onError('onramp', change('message', null)),
  },
  {
    name: 'onramp-error-bare-string',
    requirement: 'onramp.error-body',
    summary: 'An onramp error is a bare string.',
    hooks: onError('onramp', ({ message }) => message),
  },
  {
    name: 'onramp-error-html',
    requirement: 'wire.json',
    summary: 'An onramp error is an HTML page.',
    hooks: htmlInstead(({ call, status }) => call.route === 'onramp' && isError({ status })),
  },
  {
    name: 'onramp-unknown-as-200',
    requirement: 'onramp.error-responses',
    summary: 'An onramp order that does not exist is answered 200 with the error.',
    hooks: {
      replied: (reply, { route }) => (route === 'onramp' && isNotFound(reply) ? { ...reply, status: 200 } : undefined),
    },
  },
];

function isNotFound({ status }: { readonly status: number }): boolean {
  return status >= 402 && status < 500;
}
