import type { Condition, Scenario } from '#harness';
import { enquiryOf, rawCalls } from '../raw-calls.ts';

const TIMES = 5;
/** How often a value that is almost the key is sent. A service may count such calls and lock the caller out. */
const VARIANT_TIMES = 2;

/** Spellings of a path that a lax router accepts, but a guard of the exact path does not match. */
const ALIASES: readonly (readonly [words: string, of: (path: string) => string])[] = [
  ['under /V1', path => path.replace('/v1', '/V1')],
  ['with a trailing slash', path => `${path}/`],
  ['with a doubled slash', path => path.replace('/v1/', '/v1//')],
  ['with a slash before it', path => `/${path}`],
  ['with an encoded dot in its path', path => path.replace('/v1/', '/v1/%2e/')],
  ['through an encoded parent folder', path => path.replace('/v1/', '/v1/x/%2e%2e/')],
  ['with an encoded letter', path => path.replace('/v1/', '/%761/')],
  ['with an encoded letter of its name', path => path.replace('/v1/o', '/v1/%6f').replace('/v1/b', '/v1/%62')],
  ['with a format as its suffix', path => `${path}.json`],
  ['with a path parameter', path => `${path};v=1`],
];

export const authentication: Scenario = {
  id: 'contract/authentication',
  suite: 'contract',
  title: 'Enquiries and onramp orders require an accepted API key (Authentication)',
  async drive(context) {
    const { bankAccounts, onrampOrderIds, address } = context.target;
    const { client, call, newKey } = context;
    const raw = rawCalls(context);
    const [account] = bankAccounts;
    const [order] = onrampOrderIds;
    const body = account && enquiryOf(account);
    const both = async (condition: Condition, headers: { readonly [name: string]: string | undefined }) => {
      const { 'Idempotency-Key': _, ...ofReads } = headers;
      if (body) await raw.enquire(condition, body, { headers });
      if (order !== undefined) await raw.readOrder(condition, order, { headers: ofReads });
    };

    const wrong = `sk_test_${context.uuid().replaceAll('-', '')}`;
    const variants = keyVariants(address.apiKey ?? '');
    for (let time = 0; time < TIMES; time++) {
      await both('without-key', { 'X-API-Key': undefined });
      await both('wrong-key', { 'X-API-Key': wrong });
      if (time >= VARIANT_TIMES) continue;
      await raw.readOrder('unknown-without-key', context.uuid(), { headers: { 'X-API-Key': undefined } });
      for (const { condition, value } of variants) await both(condition, { 'X-API-Key': value });
      const again = { 'Idempotency-Key': newKey() };
      // A keyed call must leave nothing for others, neither in a cache nor under its Idempotency-Key.
      await both('guessed', again);
      await both('repeated-without-key', { ...again, 'X-API-Key': undefined });
    }
    await both('lowercase-header', { 'X-API-Key': undefined, 'x-api-key': address.apiKey });
    const elsewhere = [
      ['with a wrong key in its query', (path: string) => `${path}?api_key=${wrong}`, undefined],
      ['with a wrong bearer token', (path: string) => path, `Bearer ${wrong}`],
    ] as const;
    for (const [words, of, authorization] of [...ALIASES, ...elsewhere]) {
      const headers = { 'X-API-Key': undefined, Authorization: authorization };
      const context = (what: string) => ({ ...call, condition: `aliased-path: ${what} ${words}` }) as const;
      const enquiry = { method: 'POST', server: 'base', path: of('/v1/banks/resolve'), headers } as const;
      if (body) await client.sendRaw({ ...enquiry, body }, context('a name enquiry'));
      if (order === undefined) continue;
      const path = of(`/v1/onramp/orders/${encodeURIComponent(order)}`);
      await client.sendRaw({ method: 'GET', server: 'base', path, headers }, context('an onramp order'));
    }
    const head = async (condition: Condition, id: string, headers = {}) => {
      const path = `/v1/onramp/orders/${encodeURIComponent(id)}`;
      await client.sendRaw({ method: 'HEAD', server: 'base', path, headers }, { ...call, condition });
    };
    if (order !== undefined) {
      await head('head', order);
      await head('head-without-key', order, { 'X-API-Key': undefined });
      await head('unknown-head-without-key', context.uuid(), { 'X-API-Key': undefined });
    }
  },
};

/** A value that is close to an API key. */
interface KeyVariant {
  /** The condition of the calls that carry it. */
  readonly condition: Condition;
  readonly value: string;
}

/** The prefix of a sandbox key (Authentication). It is kept, so that a variant is refused because of the rest. */
const PREFIX = /^sk_[a-z]+_/;

/** A shorter key has only the empty variant: redaction would find the others everywhere. */
const SHORTEST = 8;

/** More than a database column for keys, or a limited digest, usually accepts. */
const OVERLONG = 256;

/**
 * Values that a loose comparison of keys accepts: the empty key, one that is too long for a comparison, the key in the
 * other case, without its last character, with one more character before or after it, and between spaces that HTTP does
 * not strip. All except the first two are as secret as the key.
 */
export function keyVariants(key: string): readonly KeyVariant[] {
  const prefix = PREFIX.exec(key)?.[0] ?? '';
  const own = key.slice(prefix.length);
  const variants: KeyVariant[] = [
    { condition: 'empty-key', value: '' },
    { condition: 'overlong-key', value: prefix.padEnd(OVERLONG, '0') },
  ];
  if (own.length < SHORTEST) return variants;
  const recased = prefix + own.replace(/[a-z]/gi, letter => otherCase(letter));
  if (recased !== key) variants.push({ condition: 'recased-key', value: recased });
  return [
    ...variants,
    { condition: 'truncated-key', value: key.slice(0, -1) },
    { condition: 'lengthened-key', value: `${key}0` },
    { condition: 'prefixed-key', value: `0${key}` },
    { condition: 'padded-key', value: `\u00a0${key}\u00a0` },
  ];
}

function otherCase(letter: string): string {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper;
}
