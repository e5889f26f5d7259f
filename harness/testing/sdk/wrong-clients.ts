import { createHash } from 'node:crypto';
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
let firstRequestId: string | null = null;
const kept = new Map<string, unknown>();

/** SDKs that send wrong requests to the service or misread its responses. */
export const WRONG_CLIENTS: readonly WrongSdk[] = [
  { name: 'sends Accept: */*', steps: request(header('Accept', () => '*/*')) },
  {
    name: 'sends no Content-Type of JSON',
    steps: request(sent => (sent.body === undefined ? sent : header('Content-Type', () => 'text/plain')(sent))),
  },
  {
    name: 'sends the key as Authorization',
    steps: request(sent => {
      const keyless = header('X-API-Key', () => undefined)(sent);
      return header('Authorization', () => `Bearer ${sent.headers['X-API-Key']}`)(keyless);
    }),
  },
  {
    name: 'keeps the key of the first call',
    steps: request(
      header('X-API-Key', key => {
        firstKey ||= key;
        return firstKey;
      }),
    ),
    likely: 'it keeps the key of an earlier call',
  },
  {
    name: 'puts the key into the message of an error',
    steps: {
      ...request(
        header('X-API-Key', key => {
          lastKey = key;
          return key;
        }),
      ),
      ...error((_, { error: said, message = said }) => ({ message: `${message} (X-API-Key: ${lastKey})` })),
    },
    likely: 'it writes the request with its headers into the error; logs and error trackers keep such texts',
  },
  {
    name: 'rounds amounts of usual length to cents',
    steps: field('source_amount', (amount: string) => ({
      source_amount: amount.length > 20 ? amount : Number(amount).toFixed(2),
    })),
    likely: 'it rounds amounts to 2 decimal places',
  },
  {
    name: 'keeps the address of the first call',
    steps: request(sent => {
      const url = new URL(sent.url);
      firstOrigin ||= url.origin;
      return { ...sent, url: firstOrigin + url.pathname };
    }),
    likely: 'it keeps the address, or the whole client, of an earlier call',
  },
  {
    name: 'keeps the amount of an earlier call',
    steps: {
      details: (event, amount, network) => {
        firstAmount ??= amount;
        return SOUND.details(event, amount ?? firstAmount, network);
      },
    },
    likely: 'it keeps the field of an earlier call, or has a default for it',
  },
  {
    name: 'keeps the request-id of an earlier answer',
    steps: error(({ headers }) => {
      firstRequestId ??= headers.get('request-id');
      return { requestId: firstRequestId };
    }),
    likely: 'it keeps the request-id of an earlier answer',
  },
  {
    name: 'sends networks in lower case',
    steps: { details: (event, amount, network) => SOUND.details(event, amount, network?.toLowerCase()) },
    likely: 'it changes the letter case',
  },
  { name: 'sends no Idempotency-Key', steps: request(header('Idempotency-Key', () => undefined)) },
  { name: 'makes one key for all calls', steps: idempotencyKey(() => '6f9619ff-8b86-4d01-b42d-00cf4fc964ff') },
  { name: 'derives the key from the body', steps: idempotencyKey(asText) },
  { name: 'sends a key that is not a UUID', steps: idempotencyKey(() => `${++count}-${Math.random()}`) },
  {
    name: 'leaves the hyphens out of the key',
    steps: idempotencyKey(sent => SOUND.idempotencyKey(sent).replaceAll('-', '')),
  },
  { name: 'repeats its keys after a while', steps: idempotencyKey(() => asText(String(count++ % 400))) },
  ...Object.entries<SdkSteps['again']>({
    'every request': () => true,
    'what was answered slowly': ({ status, tookMs }) => status < 300 && tookMs > 1000,
    'what was answered without a body': ({ status, text }) => status < 300 && text === '',
  }).map(([what, again]) => ({
    name: `sends ${what} again after a success`,
    steps: { again },
    likely: 'it takes a success that is slow, or has no body, for a failure, or sends every request twice',
  })),
  { name: 'puts ids into the path as they are', steps: segment(id => id) },
  { name: 'encodes ids as a URL', steps: segment(encodeURI) },
  { name: 'encodes ids twice', steps: segment(id => encodeURIComponent(encodeURIComponent(id))) },
  { name: 'encodes ids as a form', steps: segment(id => encodeURIComponent(id).replaceAll('%20', '+')) },
  { name: 'does not encode the slash of ids', steps: segment(id => encodeURIComponent(id).replaceAll('%2F', '/')) },
  {
    name: 'reads orders with POST',
    steps: request(sent => (sent.method === 'GET' ? { ...sent, method: 'POST', body: '{}' } : sent)),
  },
  { name: 'asks without /v1', steps: request(sent => ({ ...sent, url: sent.url.replace('/v1/', '/') })) },
  {
    name: 'sends camelCase',
    steps: body(({ account_number, bank_code, ...rest }) =>
      account_number === undefined ? rest : { accountNumber: account_number, bankCode: bank_code },
    ),
  },
  { name: 'sends the account number as a number', steps: member('account_number', Number) },
  {
    name: 'drops the zeros of an account number',
    steps: member('account_number', number => String(number).replace(/^0+/, '')),
  },
  { name: 'sends amounts as numbers', steps: member('received_amount', Number) },
  { name: 'rewrites amounts', steps: member('received_amount', amount => String(Number(amount))) },
  {
    name: 'sends absent fields as null',
    steps: body(members =>
      members.event === undefined ? members : { received_amount: null, received_network: null, ...members },
    ),
  },
  { name: 'writes JSON by hand, without escapes', steps: text(sent => sent.replace(/\\(["\\])/g, '$1')) },
  {
    name: 'sends a question mark for each character beyond ASCII',
    steps: text(sent => sent.replace(/[^\0-\x7f]/g, '?')),
  },
  { name: 'composes the letters of ids', steps: segment(id => encodeURIComponent(id.normalize())) },
  { name: 'sends fields of its own', steps: body(members => ({ ...members, sdk_version: '1.0' })) },
  {
    name: 'sends the amount with every event',
    steps: {
      details: (_, amount, network) => ({
        received_amount: amount ?? '100.00',
        ...(network !== undefined && { received_network: network }),
      }),
    },
  },
  { name: 'drops the amount', steps: { details: () => ({}) }, likely: 'it drops the field' },
  {
    name: 'drops an amount of zero',
    steps: body(({ received_amount: amount, ...members }) =>
      amount === undefined || Number(amount) === 0 ? members : { ...members, received_amount: amount },
    ),
    likely: 'it takes a value of zero for an absent one',
  },
  { name: 'sends the key in lower case', steps: request(header('X-API-Key', key => key.toLowerCase())) },
  { name: 'cuts the key', steps: request(header('X-API-Key', key => key.slice(0, 32))) },
  {
    name: 'takes the time of creation for the time of the last change',
    steps: field('updated_at', (_, { created_at }) => ({ updated_at: created_at })),
  },
  {
    name: 'exchanges the amounts of orders',
    steps: field('source_amount', (amount, given) => ({
      source_amount: given.destination_amount,
      destination_amount: amount,
    })),
  },
  {
    name: 'loses the metadata of orders',
    steps: value(given => {
      const { metadata: _, ...rest } = given ?? {};
      return rest;
    }),
  },
  {
    name: 'writes the metadata of orders as text',
    steps: field('metadata', metadata => ({ metadata: JSON.stringify(metadata) })),
  },
  {
    name: 'makes a number of the time of an order',
    steps: field('created_at', time => ({ created_at: Date.parse(time) })),
  },
  {
    name: 'loses when the nested account expires',
    steps: value(given => {
      const { expires_at: _, ...account } = (given?.account ?? {}) as Members;
      return given?.account ? { ...given, account } : given;
    }),
  },
  {
    name: 'surfaces the request id in lower case',
    steps: error(({ headers }) => ({ requestId: headers.get('request-id')?.toLowerCase() })),
  },
  {
    name: 'refuses fields that it does not know',
    steps: value(given => {
      if (given?.fees !== undefined || JSON.stringify(given).includes('branch')) throw new Error('unknown field');
      return given;
    }),
  },
  {
    name: 'refuses an event by itself',
    steps: member('event', event => {
      if (event === 'expire') throw new Error('unknown event');
      return event;
    }),
    likely: 'it refuses the values by itself, or cannot build a request of them, such as a path of an unencoded id',
  },
  {
    name: 'drops statuses that it does not know',
    steps: field('status', (status: string) => ({ status: status.startsWith('under_') ? undefined : status })),
  },
  {
    name: 'refuses statuses that it does not know',
    steps: value(given => {
      if (typeof given?.status === 'string' && !['pending', 'accepted'].includes(given.status))
        throw new Error('unknown status');
      return given;
    }),
  },
  { name: 'reads amounts as numbers', steps: field('source_amount', amount => ({ source_amount: Number(amount) })) },
  {
    name: 'reads amounts as numbers and writes them back',
    steps: field('source_amount', amount => ({ source_amount: String(Number(amount)) })),
  },
  {
    name: 'breaks without a nested account',
    steps: value(given => {
      if (given?.source_amount !== undefined && !given.account) throw new Error('no account');
      return given;
    }),
  },
  {
    name: 'gives back an earlier answer',
    steps: value(given => {
      if (typeof given?.id !== 'string') return given;
      kept.set(given.id, kept.get(given.id) ?? given);
      return kept.get(given.id);
    }),
  },
  {
    name: 'decodes each part of an answer by itself',
    steps: { decode: parts => parts.map(part => Buffer.from(part).toString('utf8')).join('') },
  },
  {
    name: 'accepts gzip, and does not decode it',
    steps: request(sent => ({ ...sent, headers: { ...sent.headers, 'Accept-Encoding': 'gzip' } })),
  },
  { name: 'reads answers as Latin-1', steps: { decode: parts => Buffer.concat(parts).toString('latin1') } },
  {
    name: 'gives back an empty object for what it cannot read',
    steps: {
      value: (text, mayBeEmpty) => {
        try {
          return SOUND.value(text, mayBeEmpty);
        } catch {
          return {};
        }
      },
    },
  },
  { name: 'wants a body of simulate', steps: { value: text => SOUND.value(text, false) } },
  {
    name: 'takes every status below 400 for a success',
    steps: { succeeds: status => status < 400 },
    likely: 'it takes every status below 400 for a success',
  },
  {
    name: 'takes only 200 for a success',
    steps: { succeeds: status => status === 200 },
    likely: 'it takes the status 202 for a failure',
  },
  { name: 'gives back errors as values', steps: error(() => ({ status: 200 })) },
  {
    name: 'throws an error of its own for a gateway page',
    steps: error(({ text: page }) =>
      page.startsWith('<') ? { status: null, code: null, message: 'bad JSON', requestId: null } : {},
    ),
    likely: 'an error of its own, such as of its JSON parser or its last attempt, takes the place of the answer',
  },
  { name: 'surfaces no code', steps: error(() => ({ code: null })) },
  { name: 'surfaces no request-id', steps: error(() => ({ requestId: null })) },
  { name: 'takes the status of the body', steps: error((_, { status }) => (status === undefined ? {} : { status })) },
  { name: 'reads only the message of orders', steps: error((_, { message = null }) => ({ message })) },
  { name: 'reads only the message of the enquiry', steps: error((_, { error: message = null }) => ({ message })) },
  { name: 'looks for X-Request-Id', steps: error(({ headers }) => ({ requestId: headers.get('x-request-id') })) },
  {
    name: 'surfaces an id of its own',
    steps: error(() => ({ requestId: asText('a call') })),
    likely: 'it takes another value for request-id, such as its own Idempotency-Key or a member of the body',
  },
  {
    name: 'prefers X-Request-Id to request-id',
    steps: error(({ headers }) => ({ requestId: headers.get('x-request-id') ?? headers.get('request-id') })),
    likely: 'it takes x-request-id, which a proxy may add, for request-id',
  },
  {
    name: 'throws where there is no answer',
    steps: {
      failed: thrown => {
        throw thrown;
      },
    },
  },
  {
    name: 'makes a 500 of no answer',
    steps: { failed: () => ({ error: { status: 500, code: null, message: null, requestId: null } }) },
  },
  { name: 'gives back null where there is no answer', steps: { failed: () => ({ value: null }) } },
];
