import { messageOf } from '../base/errors.ts';
import { baseAddress, InvalidValue, oneOf, type ParseValue, wholeNumber } from '../base/parse-value.ts';
import { pathSegment } from '../base/path-segment.ts';
import { isToken } from '../evidence/dialect.ts';
import { parseSshServer } from './ssh-server.ts';

/** A bank account for name enquiries. */
export interface BankAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
}

/** How the service reaches the receiver. */
export type TunnelKind = 'direct' | 'url' | 'ssh' | 'command';

/** One setting. Its key in {@link SETTINGS} is the name of its environment variable. */
export interface Setting<T = unknown> {
  /** The field of `Settings` that holds its value. */
  readonly field: string;
  /** Parses its text, which is trimmed and not empty. @throws InvalidValue */
  readonly parse: ParseValue<T>;
  /** The default. Without one, the field is absent if the setting is not set. */
  readonly fallback?: NoInfer<T>;
  /** Whether only a remote target uses it, so that it has no effect without `SANDBOX_URL`. */
  readonly remoteOnly?: true;
  /** A description for `.env.example`. */
  readonly about: string;
  /** The heading above it in `.env.example`, if it begins a group. */
  readonly heading?: string;
}

const text: ParseValue<string> = value => value;
const milliseconds = wholeNumber(1, 86_400_000);

/** Every setting of the harness (INTERFACE, Environment), in the order of `.env.example`. */
export const SETTINGS = {
  SANDBOX_URL: {
    heading: 'The service',
    field: 'sandboxUrl',
    parse: baseAddress,
    about: '{sandbox_url}. Default: the embedded sandbox. It may have a path; routes are appended.',
  },
  BASE_URL: {
    field: 'baseUrl',
    parse: baseAddress,
    remoteOnly: true,
    about: '{base_url} for /v1. Default: SANDBOX_URL.',
  },
  API_KEY: {
    field: 'apiKey',
    parse: apiKey,
    remoteOnly: true,
    about:
      'Sent as X-API-Key. Must start with sk_test_, unless ALLOW_LIVE_KEY=1. ' +
      'Default: the published key of the embedded sandbox.',
  },
  ALLOW_LIVE_KEY: { field: 'allowLiveKey', parse: text, remoteOnly: true, about: '1 allows any API_KEY.' },
  SIGNING_SECRET: {
    heading: 'Webhooks',
    field: 'signingSecrets',
    parse: listOf,
    fallback: [],
    remoteOnly: true,
    about: 'Webhook signing secret. Its text is the HMAC key. Several, comma-separated, during rotation.',
  },
  SIGNATURE_HEADER: {
    field: 'signatureHeader',
    parse: headerName,
    about: 'Name of the signature header. Default: learned, Service-Signature first.',
  },
  WEBHOOK_COMMAND: {
    field: 'webhookCommand',
    parse: text,
    remoteOnly: true,
    about:
      'Shell command that runs when the receiver is reachable, and again if its address changes. It receives ' +
      'WEBHOOK_URL. The last line that it prints, if any, is another signing secret.',
  },
  WEBHOOK_RESTORE_URL: {
    field: 'webhookRestoreUrl',
    parse: baseAddress,
    remoteOnly: true,
    about: 'The WEBHOOK_URL for a last call of WEBHOOK_COMMAND when the run ends.',
  },
  ORDER_IDS: {
    heading: 'Orders and data',
    field: 'orderIds',
    parse: distinctIds,
    fallback: [],
    remoteOnly: true,
    about: 'Collection orders, comma-separated. Each is driven once.',
  },
  ORDER_COMMAND: {
    field: 'orderCommand',
    parse: text,
    remoteOnly: true,
    about:
      'Shell command that creates collection orders. It receives ORDER_COUNT and prints one order id per line. ' +
      'It runs whenever more orders are needed, for as many as are driven at once.',
  },
  ONRAMP_ORDER_IDS: {
    field: 'onrampOrderIds',
    parse: idList,
    fallback: [],
    remoteOnly: true,
    about: 'Readable onramp orders, comma-separated.',
  },
  BANK_ACCOUNTS: {
    field: 'bankAccounts',
    parse: bankAccounts,
    fallback: [],
    remoteOnly: true,
    about: 'Accounts that resolve: account_number:bank_code, comma-separated.',
  },
  NETWORKS: {
    field: 'networks',
    parse: listOf,
    fallback: [],
    remoteOnly: true,
    about:
      'Network names that the target knows, comma-separated. Default: names from webhooks and responses, ' +
      'then the most common names.',
  },
  TUNNEL: {
    heading: 'How the service reaches the receiver',
    field: 'tunnel',
    parse: oneOf<TunnelKind>(['direct', 'url', 'ssh', 'command']),
    about:
      'direct, url, ssh or command. Default for a target on loopback: direct. ' +
      'Default for other targets: the kind whose setting below is set.',
  },
  TUNNEL_URL: {
    field: 'tunnelUrl',
    parse: baseAddress,
    about: 'url: a public address that forwards to the receiver. Set RECEIVER_PORT too, so that the port is fixed.',
  },
  TUNNEL_SSH: {
    field: 'tunnelSsh',
    parse: parseSshServer,
    about:
      'ssh: user@host[:port], then any of: hostkey=SHA256:… (pins the host key; default: known_hosts), ' +
      'key=FILE (default: the keys of the agent, then those in ~/.ssh), bind=[ADDRESS:]PORT (where the server ' +
      'listens; default: any port on all addresses), public=URL (the public address; default: ' +
      'http://host:port). The program ssh (OpenSSH) connects, as ~/.ssh/config says.',
  },
  TUNNEL_COMMAND: {
    field: 'tunnelCommand',
    parse: text,
    about:
      'command: cloudflared, ngrok, localhost.run, serveo, pinggy, localtunnel, bore, zrok, devtunnel or tailscale; ' +
      'or a shell command with {host} and {port} as placeholders for the receiver. Of the http(s) addresses that ' +
      'it prints, the harness uses the one that verifiably leads to the receiver.',
  },
  RECEIVER_HOST: {
    field: 'receiverHost',
    parse: text,
    fallback: '127.0.0.1',
    about: 'Host on which the receiver listens. Default: 127.0.0.1.',
  },
  RECEIVER_PORT: {
    field: 'receiverPort',
    parse: wholeNumber(0, 65_535),
    fallback: 0,
    about: 'Port on which the receiver listens. Default: 0, any.',
  },
  DELIVERY_TIMEOUT_MS: {
    heading: 'Timeouts and load',
    field: 'deliveryTimeoutMs',
    parse: milliseconds,
    about:
      'Timeout of a webhook, in milliseconds. All missed webhooks together wait at most five times as long. ' +
      'Default: 30000 (10000 on the embedded target).',
  },
  REDELIVERY_TIMEOUT_MS: {
    field: 'redeliveryTimeoutMs',
    parse: milliseconds,
    about:
      'Timeout of a redelivery, in milliseconds. All missed redeliveries together wait at most five times as ' +
      'long. Default: 60000 (10000 on the embedded target).',
  },
  MAX_IN_FLIGHT: {
    field: 'maxInFlight',
    parse: wholeNumber(1, 10_000),
    fallback: 16,
    about: 'Number of journeys that run in parallel. Default: 16.',
  },
} as const satisfies { readonly [name: string]: Setting };

function apiKey(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new InvalidValue('a key with characters that are invalid in a header', 'use the key exactly as issued');
}

function headerName(value: string): string {
  if (isToken(value)) return value;
  throw new InvalidValue(`"${value}"`, 'use the name of a header');
}

function distinctIds(value: string): readonly string[] {
  const ids = idList(value);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return ids;
  throw new InvalidValue(`a list with ${repeated} twice`, 'list each order once; each order is driven once');
}

function bankAccounts(value: string): readonly BankAccount[] {
  return listOf(value).map(item => {
    const [accountNumber = '', bankCode = '', ...more] = item.split(':').map(part => part.trim());
    if (accountNumber !== '' && bankCode !== '' && more.length === 0) return { accountNumber, bankCode };
    // The entry is not quoted, because it may identify a person.
    throw new InvalidValue('a list with an entry that is not account_number:bank_code', 'separate entries by commas');
  });
}

/** The items of a comma-separated list, without empty ones. */
function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}

/** Comma-separated ids that a path can contain. */
function idList(text: string): readonly string[] {
  const ids = listOf(text);
  for (const id of ids) {
    try {
      pathSegment(id);
    } catch (thrown) {
      throw new InvalidValue(`"${id}"`, `leave it out: ${messageOf(thrown)}`);
    }
  }
  return ids;
}
