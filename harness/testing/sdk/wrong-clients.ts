import { createHash } from 'node:crypto';
import { attempted } from '../../base/errors.ts';
import type { ACCOUNT } from '../../gates/sdk/client/answers.ts';
import { type Outgoing, type SdkSteps, SOUND, type WrongSdk } from './variant-sdk.ts';

type Members = { readonly [name: string]: unknown };

const request = (change: SdkSteps['request']): Partial<SdkSteps> => ({ request: change });
const segment = (encode: SdkSteps['segment']): Partial<SdkSteps> => ({ segment: encode });
const idempotencyKey = (make: SdkSteps['idempotencyKey']): Partial<SdkSteps> => ({ idempotencyKey: make });

/** Changes or removes a header. */
const header =
  (name: string, rewrite: (value: string) => string | undefined) =>
  (sent: Outgoing): Outgoing => {
    const { [name]: given = '', ...rest } = sent.headers;
    const value = rewrite(given);
    return { ...sent, headers: value === undefined ? rest : { ...rest, [name]: value } };
  };
/** Changes the text of a body, if there is one. */
const text = (rewrite: (body: string) => string) =>
  request(sent => ({ ...sent, ...(sent.body && { body: rewrite(sent.body) }) }));
const body = (change: (body: Members) => Members): Partial<SdkSteps> => ({ members: change });
/** Changes a member of a body, if there is one. */
const member = (name: string, change: (value: unknown) => unknown) =>
  body(members => (members[name] === undefined ? members : { ...members, [name]: change(members[name]) }));
const value = (change: (value: Members) => unknown): Partial<SdkSteps> => ({
  value: (text, mayBeEmpty) => change(SOUND.value(text, mayBeEmpty) as Members),
});
/** Changes the fields of an answer that has a certain field. */
const field = (name: string, change: (value: never, given: Members) => Members) =>
  value(given => (given?.[name] === undefined ? given : { ...given, ...change(given[name] as never, given) }));
const error = (change: (...answer: Parameters<SdkSteps['error']>) => Members): Partial<SdkSteps> => ({
  error: (incoming, given) => ({ ...SOUND.error(incoming, given), ...change(incoming, given) }),
});
const asText = (key: string) =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
let count = 0;
let firstKey = '';
let lastKey = '';
let firstOrigin = '';
let firstAmount: string | undefined;
let lastCode: unknown;
let firstRequestId: string | null = null;
const kept = new Map<string, unknown>();
const keptData = {};
let readable: unknown;

/** SDKs that send wrong requests or misread responses, by name: the wrong steps, and the likely bug of the finding. */
const CLIENTS: { readonly [name: string]: readonly [steps: Partial<SdkSteps>, likely?: string] } = {
  'sends Accept: */*': [request(header('Accept', () => '*/*'))],
  'sends no Content-Type of JSON': [
    request(sent => (sent.body === undefined ? sent : header('Content-Type', () => 'text/plain')(sent))),
  ],
  'sends the key as Authorization': [
    request(sent => {
      const keyless = header('X-API-Key', () => undefined)(sent);
      return header('Authorization', () => `Bearer ${sent.headers['X-API-Key']}`)(keyless);
    }),
  ],
  'keeps the key of the first call': [
    request(
      header('X-API-Key', key => {
        firstKey ||= key;
        return firstKey;
      }),
    ),
    'it keeps the key of an earlier call',
  ],
  'puts the key into the message of an error': [
    {
      ...request(
        header('X-API-Key', key => {
          lastKey = key;
          return key;
        }),
      ),
      ...error((_, { error: said, message = said }) => ({ message: `${message} (X-API-Key: ${lastKey})` })),
    },
    'it writes the request with its headers into the error; logs and error trackers keep such texts',
  ],
  'rounds amounts of usual length to cents': [
    field('source_amount', (amount: string) => ({
      source_amount: amount.length > 20 ? amount : Number(amount).toFixed(2),
    })),
    'it rounds amounts to 2 decimal places',
  ],
  'writes amounts with an exponent': [
    field('source_amount', (amount: string) => ({ source_amount: `${amount}e0` })),
    'it writes decimals with an exponent, and not as decimal strings',
  ],
  'drops the zone of times': [
    field('created_at', (time: string) => ({ created_at: time.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') })),
    'it drops the zone of a time, which is then another moment wherever it is read',
  ],
  'drops the fraction of times': [
    field('created_at', (time: string) => ({ created_at: new Date(time).toISOString().replace(/\.\d+/, '') })),
    'it drops the fraction of a time',
  ],
  'drops zeros of an answer': [
    value(given => given && Object.fromEntries(Object.entries(given).filter(([, one]) => one !== '0'))),
  ],
  'makes one space of two in names': [
    field('data', (data: typeof ACCOUNT) => ({
      data: { ...data, account_name: data.account_name.replace(/\s+/g, ' ') },
    })),
    'it changes white space',
  ],
  'reads error codes of digits as numbers': [
    error((...answer) => {
      const { code } = SOUND.error(...answer);
      return { code: /^\d+$/.test(String(code)) ? Number(code) : code };
    }),
    'it reads digits as a number',
  ],
  'fills up bank codes': [member('bank_code', given => String(given).padStart(3, '0')), 'it puts zeros before digits'],
  'keeps the address of the first call': [
    request(sent => {
      const url = new URL(sent.url);
      firstOrigin ||= url.origin;
      return { ...sent, url: firstOrigin + url.pathname };
    }),
    'it keeps the address, or the whole client, of an earlier call',
  ],
  'keeps the amount of an earlier call': [
    {
      details: (event, amount, network) => {
        firstAmount ??= amount;
        return SOUND.details(event, amount ?? firstAmount, network);
      },
    },
    'it keeps the field of an earlier call, or has a default for it',
  ],
  'keeps the request-id of an earlier answer': [
    error(({ headers }) => {
      firstRequestId ??= headers.get('request-id');
      return { requestId: firstRequestId };
    }),
    'it keeps the request-id of an earlier answer',
  ],
  'splits a header at every colon': [error(({ headers }) => ({ requestId: headers.get('request-id')?.split(':')[0] }))],
  'keeps the code of an earlier error': [
    error((_, { code }) => {
      lastCode = code ?? lastCode;
      return { code: lastCode ?? null };
    }),
    'it keeps an error of an earlier answer',
  ],
  'counts the characters of a body': [
    request(({ body = '', ...sent }) => ({ ...sent, body: Buffer.from(body).toString('utf8', 0, body.length) })),
    'its Content-Length counts characters instead of bytes, so that the end of the body is missing',
  ],
  'sends networks in lower case': [
    { details: (event, amount, network) => SOUND.details(event, amount, network?.toLowerCase()) },
    'it changes the letter case',
  ],
  'puts the key into the URL, too': [
    request(sent => ({ ...sent, url: `${sent.url}?api_key=${sent.headers['X-API-Key']}` })),
  ],
  'sends a body with a GET': [request(sent => ({ body: '{}', ...sent }))],
  'sends no Idempotency-Key': [request(header('Idempotency-Key', () => undefined))],
  'makes one key for all calls': [idempotencyKey(() => '6f9619ff-8b86-4d01-b42d-00cf4fc964ff')],
  'leaves the hyphens out of the key': [idempotencyKey(sent => SOUND.idempotencyKey(sent).replaceAll('-', ''))],
  'repeats its keys after a while': [idempotencyKey(() => asText(String(count++ % 400)))],
  ...Object.fromEntries(
    Object.entries<SdkSteps['again']>({
      'every request': () => true,
      'what was answered slowly': ({ status, tookMs }) => status < 300 && tookMs > 1000,
      'what was answered without a body': ({ status, text }) => status < 300 && text === '',
    }).map(([what, again]) => [
      `sends ${what} again after a success`,
      [{ again }, 'it takes a success that is slow, or has no body, for a failure, or sends every request twice'],
    ]),
  ),
  'puts ids into the path as they are': [segment(id => id)],
  'encodes ids twice': [segment(id => encodeURIComponent(encodeURIComponent(id)))],
  'reads orders with POST': [request(sent => (sent.method === 'GET' ? { ...sent, method: 'POST', body: '{}' } : sent))],
  'asks without /v1': [request(sent => ({ ...sent, url: sent.url.replace('/v1/', '/') }))],
  'sends camelCase': [
    body(({ account_number, bank_code, ...rest }) =>
      account_number === undefined ? rest : { accountNumber: account_number, bankCode: bank_code },
    ),
  ],
  'sends the account number as a number': [member('account_number', Number)],
  'drops the zeros of an account number': [member('account_number', number => String(number).replace(/^0+/, ''))],
  'sends amounts as numbers': [member('received_amount', Number)],
  'rewrites amounts': [member('received_amount', amount => String(Number(amount)))],
  'sends absent fields as null': [
    body(members =>
      members.event === undefined ? members : { received_amount: null, received_network: null, ...members },
    ),
  ],
  'writes JSON by hand, without escapes': [text(sent => sent.replace(/\\(["\\])/g, '$1'))],
  'sends a question mark for each character beyond ASCII': [text(sent => sent.replace(/[^\0-\x7f]/g, '?'))],
  'composes the letters of ids': [segment(id => encodeURIComponent(id.normalize()))],
  'sends fields of its own': [body(members => ({ ...members, sdk_version: '1.0' }))],
  'sends the amount with every event': [
    {
      details: (_, amount, network) => ({
        received_amount: amount ?? '100.00',
        ...(network !== undefined && { received_network: network }),
      }),
    },
  ],
  'drops the amount': [{ details: () => ({}) }, 'it drops the field'],
  'drops an amount of zero': [
    body(({ received_amount: amount, ...members }) =>
      amount === undefined || Number(amount) === 0 ? members : { ...members, received_amount: amount },
    ),
    'it takes a value of zero for an absent one',
  ],
  'cuts the key': [request(header('X-API-Key', key => key.slice(0, 32)))],
  'takes the time of creation for the time of the last change': [
    field('updated_at', (_, { created_at }) => ({ updated_at: created_at })),
  ],
  'exchanges the amounts of orders': [
    field('source_amount', (amount, given) => ({
      source_amount: given.destination_amount,
      destination_amount: amount,
    })),
  ],
  'reads only metadata of texts': [
    field('metadata', (given: Members) => {
      if (Object.values(given).some(one => typeof one !== 'string')) throw new Error('no text');
      return {};
    }),
    'it expects metadata of one form, but metadata is free-form',
  ],
  'writes the metadata of orders as text': [field('metadata', metadata => ({ metadata: JSON.stringify(metadata) }))],
  'makes a number of the time of an order': [field('created_at', time => ({ created_at: Date.parse(time) }))],
  'loses when the nested account expires': [
    value(given => {
      const { expires_at: _, ...account } = (given?.account ?? {}) as Members;
      return given?.account ? { ...given, account } : given;
    }),
  ],
  'surfaces the request id in lower case': [
    error(({ headers }) => ({ requestId: headers.get('request-id')?.toLowerCase() })),
  ],
  'refuses fields that it does not know': [
    value(given => {
      if (given?.fees !== undefined || JSON.stringify(given).includes('branch')) throw new Error('unknown field');
      return given;
    }),
  ],
  'refuses an event by itself': [
    member('event', event => {
      if (event === 'expire') throw new Error('unknown event');
      return event;
    }),
    'it refuses the values by itself, or cannot build a request of them, such as a path of an unencoded id',
  ],
  'drops statuses that it does not know': [
    field('status', (status: string) => ({ status: status.startsWith('under_') ? undefined : status })),
  ],
  'refuses statuses that it does not know': [
    value(given => {
      if (typeof given?.status === 'string' && !['pending', 'accepted'].includes(given.status))
        throw new Error('unknown status');
      return given;
    }),
  ],
  'reads amounts as numbers and writes them back': [
    field('source_amount', amount => ({ source_amount: String(Number(amount)) })),
  ],
  'breaks without a nested account': [
    value(given => {
      if (given?.source_amount !== undefined && !given.account) throw new Error('no account');
      return given;
    }),
    'it assumes that there is a nested account',
  ],
  'gives back an earlier answer': [
    value(given => {
      if (typeof given?.id !== 'string') return given;
      kept.set(given.id, kept.get(given.id) ?? given);
      return kept.get(given.id);
    }),
    'it keeps data of an earlier answer',
  ],
  'decodes answers into an object that it keeps': [
    field('data', (data: Members) => ({ data: Object.assign(keptData, data) })),
    'it decodes every answer into one object, so members that an answer lacks keep earlier values',
  ],
  'gives back the earlier answer for what it cannot read': [
    {
      value: (text, mayBeEmpty) => {
        readable = attempted(() => SOUND.value(text, mayBeEmpty)) ?? readable;
        return readable;
      },
    },
  ],
  'decodes each part of an answer by itself': [
    { decode: parts => parts.map(part => Buffer.from(part).toString('utf8')).join('') },
  ],
  'accepts gzip, and does not decode it': [
    request(sent => ({ ...sent, headers: { ...sent.headers, 'Accept-Encoding': 'gzip' } })),
  ],
  'reads answers as Latin-1': [{ decode: parts => Buffer.concat(parts).toString('latin1') }],
  'gives back an empty object for what it cannot read': [
    { value: (text, mayBeEmpty) => attempted(() => SOUND.value(text, mayBeEmpty)) ?? {} },
  ],
  'wants a body of simulate': [{ value: text => SOUND.value(text, false) }],
  'takes every status below 400 for a success': [
    { succeeds: status => status < 400 },
    'it takes every status below 400 for a success',
  ],
  'takes only 200 for a success': [{ succeeds: status => status === 200 }, 'it takes the status 202 for a failure'],
  'gives back errors as values': [error(() => ({ status: 200 }))],
  'throws an error of its own for a gateway page': [
    error(({ text: page }) =>
      page.startsWith('<') ? { status: null, code: null, message: 'bad JSON', requestId: null } : {},
    ),
    'an error of its own, such as of its JSON parser or its last attempt, takes the place of the answer',
  ],
  'reads no body of an error': [
    error(({ status }) => ({ code: null, message: `HTTP ${status}` })),
    'it does not read the body of an error, or looks for its members in another place',
  ],
  'throws where an error is not JSON': [
    error(({ text: said }) => JSON.parse(said || '{}') && {}),
    'an error escapes, such as that of its JSON parser, or one over a body that is no object',
  ],
  'decodes ids before it encodes them': [
    segment(id => encodeURIComponent(attempted(() => decodeURIComponent(id)) ?? id)),
    'it percent-decodes the id before it encodes it, or takes it for encoded',
  ],
  'surfaces no code': [error(() => ({ code: null }))],
  'takes the message of an error for a format': [
    error((_, { error: said, message = said }) => ({ message: String(message).replace(/%./g, '%!') })),
    'it uses the message as a format string, and fills in percent signs or braces',
  ],
  'surfaces a list of request-ids': [
    error(({ headers }) => ({ requestId: [headers.get('request-id')] })),
    'it gives an array in place of a text',
  ],
  'takes the status of the body': [error((_, { status }) => (status === undefined ? {} : { status }))],
  'reads only the message of the enquiry': [error((_, { error: message = null }) => ({ message }))],
  'looks for X-Request-Id': [error(({ headers }) => ({ requestId: headers.get('x-request-id') }))],
  'surfaces an id of its own': [
    error(() => ({ requestId: asText('a call') })),
    'it takes another value for request-id, such as its own Idempotency-Key or a member of the body',
  ],
  'prefers X-Request-Id to request-id': [
    error(({ headers }) => ({ requestId: headers.get('x-request-id') ?? headers.get('request-id') })),
    'it takes x-request-id, which a proxy may add, for request-id',
  ],
  'gives back null where there is no answer': [{ failed: () => ({ value: null }) }],
};

/** SDKs whose client is wrong. */
export const WRONG_CLIENTS: readonly WrongSdk[] = Object.entries(CLIENTS).map(([name, [steps, likely]]) => ({
  ...{ name, steps },
  ...(likely !== undefined && { likely }),
}));
