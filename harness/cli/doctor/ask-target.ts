import { ServiceClient } from '../../client/service-client.ts';
import { Transport, type WireExchange } from '../../client/transport.ts';
import { clockSkew } from '../../core/clock-skew.ts';
import type { Exchange } from '../../core/evidence.ts';
import { isLoopback } from '../../core/loopback.ts';
import type { Settings } from '../../core/settings.ts';
import type { World } from '../../core/world.ts';
import { DEFAULT_API_KEY, FIXTURES } from '../../sandbox/index.ts';
import type { Diagnosis } from './finding.ts';

/** What TLS refuses, by the code that Node gives it. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/;
const WRONG_CERTIFICATE = /^(CERT_|ERR_TLS_|HOSTNAME_MISMATCH)/;
/** Clocks that differ by more make t of a webhook suspect, in milliseconds. */
const CLOCK_NOTE_MS = 5_000;

/** Asks the service one name enquiry, which changes nothing: whether it is there, takes the key, and what its clock says. */
export async function askTarget(world: World, settings: Settings): Promise<Diagnosis[]> {
  const { sandboxUrl = '', baseUrl = sandboxUrl, apiKey, bankAccounts } = settings;
  const seen: WireExchange[] = [];
  const dispatcher = world.dial({ proxied: true, connectTimeoutMs: 5_000, responseTimeoutMs: 15_000 });
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => {
      seen.push(wire);
      return { id: '' } as Exchange;
    },
    stamp: () => world.now(),
    signal: new AbortController().signal,
  });
  const address = { baseUrl, sandboxUrl, apiKey: apiKey ?? DEFAULT_API_KEY };
  const client = new ServiceClient(transport, address, () => world.uuid());
  const [account = FIXTURES.accounts[0]] = bankAccounts;
  const body = { account_number: account?.accountNumber ?? '', bank_code: account?.bankCode ?? '' };
  await client.resolveBankAccount(body);
  if (sandboxUrl !== baseUrl)
    await client.sendRaw({ method: 'GET', server: 'sandbox', path: '/', headers: { 'X-API-Key': undefined } }, {});
  await dispatcher.destroy();
  // Of calls that were repeated, the last tells.
  const calls = new Map(seen.map(wire => [wire.request.method, wire]));
  const enquiry = calls.get('POST');
  return [
    ...[...calls.values()].flatMap(reached),
    ...(enquiry?.response ? keyOf(enquiry.response.status, apiKey) : []),
    ...clockOf(seen),
  ];
}

function reached({ request, response, failure }: WireExchange): readonly Diagnosis[] {
  const { protocol, origin, hostname } = new URL(request.url);
  const setting = request.method === 'GET' ? 'SANDBOX_URL' : 'BASE_URL or SANDBOX_URL';
  if (response !== undefined) {
    const plain = protocol === 'http:' && !isLoopback(hostname);
    const next = `the specification knows only HTTPS: set ${setting} to an https:// address`;
    return [
      { about: 'target', state: 'ok', what: `${origin} answers (${response.status})` },
      plain
        ? { about: 'tls', state: 'note', what: `${origin} is reached without TLS`, next }
        : {
            about: 'tls',
            state: 'ok',
            what: protocol === 'https:' ? 'its certificate is trusted' : 'none on loopback',
          },
    ];
  }
  const { code = '', message = '' } = failure ?? {};
  const told = `${origin} gives no answer: ${code || message}`;
  if (UNTRUSTED.test(code)) {
    const next =
      'where its authority is your own, set NODE_EXTRA_CA_CERTS to the file of its certificate (in the environment, not in .env)';
    return [{ about: 'tls', state: 'failed', what: told, next }];
  }
  if (WRONG_CERTIFICATE.test(code)) {
    const next = 'the certificate of the service is wrong or has expired: tell those who run it';
    return [{ about: 'tls', state: 'failed', what: told, next }];
  }
  const next =
    code === 'ENOTFOUND'
      ? `no such host: check ${setting} for a slip, and whether a proxy is needed (HTTPS_PROXY)`
      : `check ${setting}, that the service is up, and whether a proxy is needed (HTTPS_PROXY)`;
  return [{ about: 'target', state: 'failed', what: told, next }];
}

function keyOf(status: number, apiKey: string | undefined): readonly Diagnosis[] {
  const suites = ['contract', 'collection', 'gaps'];
  const which =
    apiKey === undefined ? 'the published key of embedded sandboxes' : `API_KEY (${apiKey.length} characters)`;
  if (status === 401 || status === 403) {
    const next =
      apiKey === undefined ? 'set API_KEY to a sandbox key' : 'set API_KEY to a key that this sandbox has issued';
    return [{ about: 'key', state: 'missing', what: `${which} is refused (${status})`, next, suites }];
  }
  if (status === 429 || status >= 500) {
    const next = 'run the doctor again later';
    return [{ about: 'key', state: 'note', what: `whether ${which} is accepted is not known (${status})`, next }];
  }
  return [{ about: 'key', state: 'ok', what: `${which} is accepted` }];
}

function clockOf(seen: readonly WireExchange[]): readonly Diagnosis[] {
  const skew = clockSkew(seen);
  if (skew === undefined) return [];
  const { aheadMs } = skew;
  const words = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (Math.abs(aheadMs) <= CLOCK_NOTE_MS) return [{ about: 'clock', state: 'ok', what: 'the clocks agree' }];
  const next = 'set both by NTP, this machine first: t of every webhook is judged by its clock';
  return [{ about: 'clock', state: 'note', what: `the clock of the service is ${words}`, next }];
}
