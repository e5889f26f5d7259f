import { createHash } from 'node:crypto';
import { type Outgoing, type SdkSteps, SOUND, type WrongSdk } from './variant-sdk.ts';

/** Sends a changed key. */
const withKey = (sent: Outgoing, rewrite: (key: string) => string): Outgoing => ({
  ...sent,
  headers: { ...sent.headers, 'X-API-Key': rewrite(sent.headers['X-API-Key'] ?? '') },
});

const header =
  (name: string, value: string | undefined) =>
  (request: Outgoing): Outgoing => {
    const { [name]: _, ...rest } = request.headers;
    return { ...request, headers: value === undefined ? rest : { ...rest, [name]: value } };
  };
const body = (change: (body: { readonly [name: string]: unknown }) => unknown): Partial<SdkSteps> => ({
  members: members => change(members) as { readonly [name: string]: unknown },
});
const value = (change: (value: never, text: string) => unknown): Partial<SdkSteps> => ({
  value: (text, mayBeEmpty) => change(SOUND.value(text, mayBeEmpty) as never, text),
});
const error = (change: { readonly [name: string]: unknown }): Partial<SdkSteps> => ({
  error: (incoming, given) => ({ ...SOUND.error(incoming, given), ...change }),
});
const asText = (key: string) =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
let count = 0;
let firstKey = '';
let firstOrigin = '';
let firstAmount: string | undefined;
let firstRequestId: string | null = null;
const kept = new Map<string, unknown>();

/** SDKs that send wrong requests to the service or misread its responses. */
export const WRONG_CLIENTS: readonly WrongSdk[] = [
  { name: 'sends Accept: */*', steps: { request: header('Accept', '*/*') } },
  {
    name: 'sends no Content-Type of JSON',
    steps: {
      request: request => (request.body === undefined ? request : header('Content-Type', 'text/plain')(request)),
    },
  },
  {
    name: 'sends the key as Authorization',
    steps: {
      request: request => ({
        ...header('X-API-Key', undefined)(request),
        headers: {
          ...header('X-API-Key', undefined)(request).headers,
          Authorization: `Bearer ${request.headers['X-API-Key']}`,
        },
      }),
    },
  },
  {
    name: 'keeps the key of the first call',
    steps: {
      request: request => {
        firstKey ||= request.headers['X-API-Key'] ?? '';
        return header('X-API-Key', firstKey)(request);
      },
    },
    likely: 'it keeps the key of an earlier call',
  },
  {
    name: 'rounds amounts of usual length to cents',
    steps: value((given: { source_amount?: string }) =>
      given?.source_amount === undefined || given.source_amount.length > 20
        ? given
        : { ...given, source_amount: Number(given.source_amount).toFixed(2) },
    ),
    likely: 'it rounds amounts to 2 decimal places',
  },
  {
    name: 'keeps the address of the first call',
    steps: {
      request: request => {
        const url = new URL(request.url);
        firstOrigin ||= url.origin;
        return { ...request, url: firstOrigin + url.pathname };
      },
    },
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
    steps: {
      error: (incoming, given) => {
        firstRequestId ??= incoming.headers.get('request-id');
        return { ...SOUND.error(incoming, given), requestId: firstRequestId };
      },
    },
    likely: 'it keeps the request-id of an earlier answer',
  },
  {
    name: 'sends networks in lower case',
    steps: { details: (event, amount, network) => SOUND.details(event, amount, network?.toLowerCase()) },
    likely: 'it changes the letter case',
  },
  { name: 'sends no Idempotency-Key', steps: { request: header('Idempotency-Key', undefined) } },
  { name: 'makes one key for all calls', steps: { idempotencyKey: () => '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } },
  { name: 'derives the key from the body', steps: { idempotencyKey: asText } },
  { name: 'sends a key that is not a UUID', steps: { idempotencyKey: () => `${++count}-${Math.random()}` } },
  {
    name: 'leaves the hyphens out of the key',
    steps: { idempotencyKey: text => SOUND.idempotencyKey(text).replaceAll('-', '') },
  },
  { name: 'repeats its keys after a while', steps: { idempotencyKey: () => asText(String(count++ % 400)) } },
  ...Object.entries<SdkSteps['again']>({
    'every request': () => true,
    'what was answered slowly': ({ status, tookMs }) => status < 300 && tookMs > 1000,
    'what was answered without a body': ({ status, text }) => status < 300 && text === '',
  }).map(([what, again]) => ({
    name: `sends ${what} again after a success`,
    steps: { again },
    likely: 'it takes a success that is slow, or has no body, for a failure, or sends every request twice',
  })),
  { name: 'puts ids into the path as they are', steps: { segment: id => id } },
  { name: 'encodes ids as a URL', steps: { segment: encodeURI } },
  { name: 'encodes ids twice', steps: { segment: id => encodeURIComponent(encodeURIComponent(id)) } },
  { name: 'encodes ids as a form', steps: { segment: id => encodeURIComponent(id).replaceAll('%20', '+') } },
  { name: 'does not encode the slash of ids', steps: { segment: id => encodeURIComponent(id).replaceAll('%2F', '/') } },
  {
    name: 'reads orders with POST',
    steps: { request: request => (request.method === 'GET' ? { ...request, method: 'POST', body: '{}' } : request) },
  },
  { name: 'asks without /v1', steps: { request: request => ({ ...request, url: request.url.replace('/v1/', '/') }) } },
  {
    name: 'sends camelCase',
    steps: body(({ account_number, bank_code, ...rest }) =>
      account_number === undefined ? rest : { accountNumber: account_number, bankCode: bank_code },
    ),
  },
  {
    name: 'sends the account number as a number',
    steps: body(members =>
      members.account_number === undefined ? members : { ...members, account_number: Number(members.account_number) },
    ),
  },
  {
    name: 'drops the zeros of an account number',
    steps: body(members =>
      members.account_number === undefined
        ? members
        : { ...members, account_number: String(members.account_number).replace(/^0+/, '') },
    ),
  },
  {
    name: 'sends amounts as numbers',
    steps: body(members =>
      members.received_amount === undefined
        ? members
        : { ...members, received_amount: Number(members.received_amount) },
    ),
  },
  {
    name: 'rewrites amounts',
    steps: body(members =>
      members.received_amount === undefined
        ? members
        : { ...members, received_amount: String(Number(members.received_amount)) },
    ),
  },
  {
    name: 'sends absent fields as null',
    steps: body(members =>
      members.event === undefined ? members : { received_amount: null, received_network: null, ...members },
    ),
  },
  {
    name: 'writes JSON by hand, without escapes',
    steps: {
      request: request => ({ ...request, ...(request.body && { body: request.body.replace(/\\(["\\])/g, '$1') }) }),
    },
  },
  {
    name: 'sends a question mark for each character beyond ASCII',
    steps: {
      request: request => ({ ...request, ...(request.body && { body: request.body.replace(/[^\0-\x7f]/g, '?') }) }),
    },
  },
  { name: 'composes the letters of ids', steps: { segment: id => encodeURIComponent(id.normalize()) } },
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
  { name: 'sends the key in lower case', steps: { request: sent => withKey(sent, key => key.toLowerCase()) } },
  { name: 'cuts the key', steps: { request: sent => withKey(sent, key => key.slice(0, 32)) } },
  {
    name: 'takes the time of creation for the time of the last change',
    steps: value((given: { created_at?: string; updated_at?: string }) =>
      given.updated_at === undefined ? given : { ...given, updated_at: given.created_at },
    ),
  },
  {
    name: 'exchanges the amounts of orders',
    steps: value((given: { source_amount?: string; destination_amount?: string }) =>
      given.source_amount === undefined
        ? given
        : { ...given, source_amount: given.destination_amount, destination_amount: given.source_amount },
    ),
  },
  {
    name: 'loses the metadata of orders',
    steps: value((given: { metadata?: object }) => {
      const { metadata: _, ...rest } = given ?? {};
      return rest;
    }),
  },
  {
    name: 'writes the metadata of orders as text',
    steps: value((given: { metadata?: object }) =>
      given?.metadata === undefined ? given : { ...given, metadata: JSON.stringify(given.metadata) },
    ),
  },
  {
    name: 'makes a number of the time of an order',
    steps: value((given: { created_at?: string }) =>
      given?.created_at === undefined ? given : { ...given, created_at: Date.parse(given.created_at) },
    ),
  },
  {
    name: 'loses when the nested account expires',
    steps: value((given: { account?: { expires_at?: string } }) => {
      const { expires_at: _, ...account } = given?.account ?? {};
      return given?.account ? { ...given, account } : given;
    }),
  },
  {
    name: 'surfaces the request id in lower case',
    steps: {
      error: (incoming, given) => ({
        ...SOUND.error(incoming, given),
        requestId: incoming.headers.get('request-id')?.toLowerCase(),
      }),
    },
  },
  {
    name: 'refuses fields that it does not know',
    steps: value((given: { data?: object; branch?: unknown; fees?: unknown }) => {
      if (given?.fees !== undefined || JSON.stringify(given).includes('branch')) throw new Error('unknown field');
      return given;
    }),
  },
  {
    name: 'refuses statuses that it does not know',
    steps: value((given: { status?: unknown }) => {
      if (typeof given?.status === 'string' && !['pending', 'accepted'].includes(given.status))
        throw new Error('unknown status');
      return given;
    }),
  },
  {
    name: 'reads amounts as numbers',
    steps: value((given: { source_amount?: string }) =>
      given?.source_amount === undefined ? given : { ...given, source_amount: Number(given.source_amount) },
    ),
  },
  {
    name: 'reads amounts as numbers and writes them back',
    steps: value((given: { source_amount?: string }) =>
      given?.source_amount === undefined ? given : { ...given, source_amount: String(Number(given.source_amount)) },
    ),
  },
  {
    name: 'breaks without a nested account',
    steps: value((given: { source_amount?: string; account: { id: string } }) => {
      if (given?.source_amount !== undefined && !given.account) throw new Error('no account');
      return given;
    }),
  },
  {
    name: 'gives back an earlier answer',
    steps: value((given: { id?: string }) => {
      if (typeof given?.id !== 'string') return given;
      kept.set(given.id, kept.get(given.id) ?? given);
      return kept.get(given.id);
    }),
  },
  {
    name: 'decodes each part of an answer by itself',
    steps: { decode: parts => parts.map(part => Buffer.from(part).toString('utf8')).join('') },
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
    name: 'gives back errors as values',
    steps: { error: (incoming, given) => ({ ...SOUND.error(incoming, given), status: 200 }) },
  },
  { name: 'surfaces no code', steps: error({ code: null }) },
  { name: 'surfaces no request-id', steps: error({ requestId: null }) },
  {
    name: 'takes the status of the body',
    steps: {
      error: (incoming, given) => ({
        ...SOUND.error(incoming, given),
        ...(given.status !== undefined && { status: given.status }),
      }),
    },
  },
  {
    name: 'reads only the message of orders',
    steps: { error: (incoming, given) => ({ ...SOUND.error(incoming, given), message: given.message ?? null }) },
  },
  {
    name: 'reads only the message of the enquiry',
    steps: { error: (incoming, given) => ({ ...SOUND.error(incoming, given), message: given.error ?? null }) },
  },
  {
    name: 'looks for X-Request-Id',
    steps: {
      error: (incoming, given) => ({
        ...SOUND.error(incoming, given),
        requestId: incoming.headers.get('x-request-id'),
      }),
    },
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
