import { HarnessError, messageOf } from './errors.ts';
import { isLoopback } from './loopback.ts';
import { pathSegment } from './path-segment.ts';
import { parseSshServer, SSH_SERVER_FORM, type SshServer } from './ssh-server.ts';

/** A bank account that can be resolved. */
export interface BankAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
}

/** How the service reaches the receiver. */
export type TunnelKind = 'direct' | 'url' | 'ssh' | 'command';

/** The environment, read whole (INTERFACE, Environment). Absent means not set. */
export interface Settings {
  /** `{sandbox_url}` without a trailing slash; absent for the embedded sandbox. */
  readonly sandboxUrl?: string;
  /** `{base_url}` for `/v1`; the sandbox's where not set. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly signingSecrets: readonly string[];
  readonly signatureHeader?: string;
  readonly orderIds: readonly string[];
  readonly orderCommand?: string;
  readonly webhookCommand?: string;
  readonly webhookRestoreUrl?: string;
  readonly onrampOrderIds: readonly string[];
  readonly bankAccounts: readonly BankAccount[];
  readonly tunnel: TunnelKind;
  readonly tunnelUrl?: string;
  readonly tunnelSsh?: SshServer;
  readonly tunnelCommand?: string;
  readonly receiverHost: string;
  /** 0 = any. */
  readonly receiverPort: number;
  /** Milliseconds; absent = the target's default. */
  readonly deliveryTimeoutMs?: number;
  /** Milliseconds; absent = the target's default. */
  readonly redeliveryTimeoutMs?: number;
  readonly maxInFlight: number;
}

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** One thing wrong with a setting. */
interface Problem {
  readonly name: string;
  readonly received: string;
  readonly todo: string;
}

const KEY_FORM = 'sk_test_';

/**
 * Reads the settings from an environment. An empty variable counts as not set. Every problem is reported at once, each
 * with the name, the value (never a secret's) and what to do. @throws HarnessError `settings-invalid` (usage)
 */
export function readSettings(env: Environment): Settings {
  const problems: Problem[] = [];
  const read = new Reader(env, problems);
  const sandboxUrl = read.url('SANDBOX_URL');
  const settings: Settings = {
    ...optional('sandboxUrl', sandboxUrl),
    ...optional('baseUrl', read.url('BASE_URL') ?? sandboxUrl),
    ...optional('apiKey', read.apiKey()),
    signingSecrets: read.list('SIGNING_SECRET'),
    ...optional('signatureHeader', read.headerName('SIGNATURE_HEADER')),
    orderIds: read.ids('ORDER_IDS'),
    ...optional('orderCommand', read.text('ORDER_COMMAND')),
    ...optional('webhookCommand', read.text('WEBHOOK_COMMAND')),
    ...optional('webhookRestoreUrl', read.url('WEBHOOK_RESTORE_URL')),
    onrampOrderIds: read.ids('ONRAMP_ORDER_IDS'),
    bankAccounts: read.accounts('BANK_ACCOUNTS'),
    tunnel: read.tunnel(sandboxUrl),
    ...optional('tunnelUrl', read.url('TUNNEL_URL')),
    ...optional('tunnelSsh', read.sshServer('TUNNEL_SSH')),
    ...optional('tunnelCommand', read.text('TUNNEL_COMMAND')),
    receiverHost: read.text('RECEIVER_HOST') ?? '127.0.0.1',
    receiverPort: read.number('RECEIVER_PORT', 0, 65_535) ?? 0,
    ...optional('deliveryTimeoutMs', read.number('DELIVERY_TIMEOUT_MS', 1, 86_400_000)),
    ...optional('redeliveryTimeoutMs', read.number('REDELIVERY_TIMEOUT_MS', 1, 86_400_000)),
    maxInFlight: read.number('MAX_IN_FLIGHT', 1, 10_000) ?? 16,
  };
  const repeated = settings.orderIds.filter((id, index) => settings.orderIds.indexOf(id) !== index);
  if (repeated.length > 0) {
    problems.push({
      name: 'ORDER_IDS',
      received: `a list that names ${repeated[0]} twice`,
      todo: 'name each order once: each is driven once',
    });
  }
  if (problems.length > 0) throw invalid(problems);
  return settings;
}

function optional<K extends keyof Settings>(key: K, value: Settings[K] | undefined): { [key in K]?: Settings[K] } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]?: Settings[K] });
}

function invalid(problems: readonly Problem[]): HarnessError {
  const lines = problems.map(({ name, received, todo }) => `\n  ${name} is ${received}: ${todo}`);
  return new HarnessError(
    'settings-invalid',
    'usage',
    `${problems.length === 1 ? 'a setting is' : `${problems.length} settings are`} wrong${lines.join('')}`,
    { next: '.env.example lists every setting with its meaning' },
  );
}

class Reader {
  readonly #env: Environment;
  readonly #problems: Problem[];

  constructor(env: Environment, problems: Problem[]) {
    this.#env = env;
    this.#problems = problems;
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '');
  }

  ids(name: string): readonly string[] {
    const ids = this.list(name);
    for (const id of ids) {
      try {
        pathSegment(id);
      } catch (thrown) {
        this.#problem(name, `"${id}"`, `leave it out: ${messageOf(thrown)}`);
      }
    }
    return ids;
  }

  number(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.#problem(name, `"${text}"`, `give a whole number from ${least} to ${most}`);
    return undefined;
  }

  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      this.#problem(name, `"${withoutSecretParts(text)}"`, 'give an http:// or https:// address');
    } else if (url.username !== '' || url.password !== '') {
      this.#problem(
        name,
        'an address with a user name or password',
        'leave them out: they would end up in every report',
      );
    } else if (/[?#]/.test(text)) {
      this.#problem(
        name,
        `"${withoutSecretParts(text)}"`,
        'leave out what follows ? or #: routes are appended to the address',
      );
    } else {
      return text.replace(/\/+$/, '');
    }
    return undefined;
  }

  headerName(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text)) return text;
    this.#problem(name, `"${text}"`, 'give the name of a header');
    return undefined;
  }

  apiKey(): string | undefined {
    const key = this.text('API_KEY');
    if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
      this.#problem(
        'API_KEY',
        'a key with characters that no header can carry',
        'give the key as it was issued: letters, digits and signs',
      );
      return undefined;
    }
    if (key === undefined || key.startsWith(KEY_FORM) || this.text('ALLOW_LIVE_KEY') === '1') return key;
    this.#problem(
      'API_KEY',
      `a key of ${key.length} characters that does not start with ${KEY_FORM}`,
      'give a sandbox key; ALLOW_LIVE_KEY=1 lets any key through',
    );
    return undefined;
  }

  accounts(name: string): readonly BankAccount[] {
    return this.list(name).flatMap(item => {
      const [accountNumber = '', bankCode = '', ...more] = item.split(':').map(part => part.trim());
      if (accountNumber !== '' && bankCode !== '' && more.length === 0) return [{ accountNumber, bankCode }];
      this.#problem(
        name,
        'an entry that is not account_number:bank_code',
        'write account_number:bank_code, comma-separated',
      );
      return [];
    });
  }

  sshServer(name: string): SshServer | undefined {
    const text = this.text(name);
    const server = text === undefined ? undefined : parseSshServer(text);
    if (typeof server !== 'string') return server;
    this.#problem(name, `no server: ${server}`, `write ${SSH_SERVER_FORM}`);
    return undefined;
  }

  /** A target on loopback is reached directly unless told otherwise; for another one, what is configured tells. */
  tunnel(target: string | undefined): TunnelKind {
    const text = this.text('TUNNEL');
    const kinds: readonly TunnelKind[] = ['direct', 'url', 'ssh', 'command'];
    const near = target === undefined || isLoopback(new URL(target).hostname);
    const given = kinds.find(kind => kind !== 'direct' && this.text(`TUNNEL_${kind.toUpperCase()}`) !== undefined);
    const kind = text === undefined ? ((near ? undefined : given) ?? 'direct') : kinds.find(known => known === text);
    if (kind === undefined) {
      this.#problem('TUNNEL', `"${text}"`, `give one of ${kinds.join(', ')}`);
      return 'direct';
    }
    const needs = { direct: undefined, url: 'TUNNEL_URL', ssh: 'TUNNEL_SSH', command: 'TUNNEL_COMMAND' }[kind];
    if (needs !== undefined && this.text(needs) === undefined)
      this.#problem(needs, 'not set', `TUNNEL=${kind} needs it`);
    return kind;
  }

  #problem(name: string, received: string, todo: string): void {
    this.#problems.push({ name, received, todo });
  }
}

/** What is no proper address may still hold a password, or a token behind the `?`. */
function withoutSecretParts(text: string): string {
  return text.replace(/^.*@/s, '…@').replace(/([?#]).*$/s, '$1…');
}
