import { ACCOUNT, json, ORDER, orderError, raw } from './answers.ts';
import { type Call, order, resolve, simulate } from './call.ts';
import type { ClientRow } from './client-case.ts';
import { anything, type Expect, errorOf, valueWith } from './read-result.ts';
import { ENQUIRY } from './sound-answers.ts';

const unread = (requirement: string): Expect => errorOf(requirement, { status: [200] });
/** An answer that breaks off: some libraries tell its status, some only that it broke off. */
const brokenOff = (requirement: string): Expect => errorOf(requirement, { status: [200, null], requestId: false });

/** Answers that cannot be read, and answers that do not come. */
export const BROKEN_ROWS: readonly ClientRow[] = [
  ...(
    [
      ['resolve', resolve(), 'enquiry.ok-body'],
      ['order', order(), 'onramp.ok-body'],
    ] as readonly (readonly [string, Call, string])[]
  ).flatMap(([name, call, requirement]): readonly ClientRow[] => [
    {
      name: `${name}-malformed`,
      title: 'a 200 with JSON that is cut short',
      call,
      answer: raw(200, '{"status":true,"data":{"account_name":"Zo'),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-empty`,
      title: 'a 200 with nothing',
      call,
      answer: raw(200, ''),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-html`,
      title: 'a 200 with a page',
      call,
      answer: raw(200, '<!doctype html><title>Welcome</title>', 'text/html'),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-text-json`,
      title: 'a 200 whose JSON is called text',
      call,
      answer: raw(200, JSON.stringify(name === 'order' ? ORDER : { status: true, data: ACCOUNT }), 'text/plain'),
      expect: anything,
      shows: [],
      open: 'answer',
    },
    {
      name: `${name}-null`,
      title: 'a 200 with null',
      call,
      answer: raw(200, 'null'),
      expect: unread(requirement),
      shows: [],
      open: 'answer',
    },
    {
      name: `${name}-cut`,
      title: 'a 200 that breaks off',
      call,
      answer: json(200, name === 'order' ? ORDER : { status: true, data: ACCOUNT }, 'cut'),
      expect: brokenOff(requirement),
      shows: [],
    },
    ...[
      ['array', '[{"code":"x"}]'],
      ['text', '"no"'],
      ['null', 'null'],
    ].map(
      ([form, body = '']): ClientRow => ({
        name: `${name}-error-${form}`,
        title: `a 400 with JSON that is no object: ${body}`,
        call,
        answer: raw(400, body),
        expect: errorOf('wire.json', { status: [400] }),
        shows: [],
        open: 'answer',
      }),
    ),
    {
      name: `${name}-error-malformed`,
      title: 'a 400 with JSON that is cut short',
      call,
      answer: raw(400, '{"code":"bank_sa'),
      expect: errorOf('wire.json', { status: [400] }),
      shows: [],
    },
  ]),
  {
    name: 'resolve-dropped',
    title: 'a connection that is closed without an answer',
    call: resolve(),
    answer: json(200, {}, 'drop'),
    expect: errorOf('enquiry.ok-body', { status: [null], requestId: false }),
    shows: [],
  },
  {
    name: 'order-502',
    title: 'a 502 with a page',
    call: order(),
    answer: raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html'),
    expect: errorOf('onramp.error-body', { status: [502] }),
    shows: [],
  },
  {
    name: 'order-503',
    title: 'a 503 with nothing',
    call: order(),
    answer: raw(503, '', undefined),
    expect: errorOf('onramp.error-body', { status: [503] }),
    shows: [],
  },
  {
    name: 'order-429',
    title: 'a 429',
    call: order(),
    answer: { ...orderError(429), headers: { ...orderError(429).headers, 'Retry-After': '0' } },
    expect: errorOf('onramp.error-body', { status: [429] }),
    shows: [],
  },
  {
    name: 'simulate-500',
    title: 'simulate answered 500',
    call: simulate('fail'),
    answer: json(500, { code: 'internal', message: 'no' }),
    expect: errorOf('simulate.route', { status: [500] }),
    shows: [],
  },
  {
    name: 'resolve-after-all',
    title: 'a sound answer after everything that went wrong',
    call: resolve(),
    answer: ENQUIRY,
    expect: valueWith('enquiry.ok-body', ACCOUNT, 'it keeps something of an earlier answer'),
    shows: ['enquiry.ok-body'],
  },
];
