import { ownPath } from '../../base/own-files.ts';
import { CLOCKS_DIFFER_MS, clockSkew } from '../../evidence/clock-skew.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';
import { Recorder } from '../../evidence/record/recorder.ts';
import type { Redactor } from '../../evidence/redaction/redaction.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import { foreseeSkips } from '../../journeys/plan/reason-to-skip.ts';
import { ordersInWords, type RunPlan } from '../../journeys/plan/run-plan.ts';
import { remedyFor } from '../../journeys/reachability.ts';
import { remoteTarget } from '../../journeys/remote-target.ts';
import { runInfo } from '../../journeys/run-options.ts';
import type { Target } from '../../journeys/target.ts';
import { isKeyRefused, settingFor } from '../../report/kinds/service-run.ts';
import { endOfUnrecognised } from '../../report/recognition.ts';
import { askForSetting, type Settings } from '../../settings/settings.ts';
import { isLoopback } from '../../world/loopback.ts';
import { proxiesInWords } from '../../world/real-world.ts';
import type { Environment, World } from '../../world/world.ts';
import type { Examination } from '../outputs.ts';
import { callService } from '../outside-a-run.ts';

/** Whether the target is reachable, is the service, accepts the key and has the data that a run needs. */
export async function lookAtTarget(
  world: World,
  settings: Settings,
  redactor: Redactor,
): Promise<readonly Examination[]> {
  const evidence = await askTarget(world, settings, redactor);
  const { exchanges } = evidence;
  // The last call to an address shows whether it is reachable, because a GET may have been repeated.
  const { sandboxUrl = '', baseUrl = sandboxUrl } = settings;
  const byAddress = new Map(
    exchanges.map(exchange => [exchange.operation === undefined ? sandboxUrl : baseUrl, exchange]),
  );
  const reached = [...byAddress].flatMap(([address, exchange]) => reachedBy(address, exchange, settings));
  const clock = clockOf(exchanges);
  const foreign = endOfUnrecognised(evidence);
  if (foreign) {
    const what = `${foreign.message} (${foreign.received})`;
    return [...reached, { about: 'target', state: 'failed', what, next: foreign.next }, ...clock];
  }
  const isAnswered = exchanges.some(({ operation, response }) => operation !== undefined && response !== undefined);
  return [...reached, ...(isAnswered ? [lookAtKey(evidence, settings), ...lookAtData(evidence)] : []), ...clock];
}

/** The most tried accounts and onramp orders: configured ones, or guesses until one is found. */
const MOST_TRIED = 10;

/** Makes one call of each kind in a run, with the same accounts and orders. @returns the observations */
async function askTarget(world: World, settings: Settings, redactor: Redactor): Promise<Evidence> {
  const { signal } = new AbortController();
  const target = remoteTarget(world, settings, signal);
  const request = { run: 'doctor', seed: 0, suites: [] };
  const recorder = new Recorder({
    run: runInfo(request, target, world.now()),
    redactor,
    secrets: () => settings.signingSecrets,
    sink: () => {},
  });
  const record = recorder.exchange.bind(recorder);
  const timeouts = { connectTimeoutMs: 5_000, timeoutMs: 15_000 };
  await callService(world, target.address, record, client => askAll(client, target, recorder.evidence), timeouts);
  return { ...recorder.evidence, end: { at: world.now(), reason: 'done' } };
}

async function askAll(client: ServiceClient, target: Target, { exchanges }: Evidence): Promise<void> {
  const { address, bankAccounts, bankAccountsKnown, onrampOrderIds, onrampOrdersKnown } = target;
  for (const { accountNumber, bankCode } of bankAccounts.slice(0, MOST_TRIED)) {
    const body = { account_number: accountNumber, bank_code: bankCode };
    const enquiry = await client.resolveBankAccount(body, { condition: bankAccountsKnown ? 'known' : 'guessed' });
    if (enquiry.kind === 'failed' || (enquiry.kind === 'data' && !bankAccountsKnown)) break;
  }
  const isReached = exchanges.some(({ response }) => response !== undefined);
  for (const id of isReached ? onrampOrderIds.slice(0, MOST_TRIED) : []) {
    const read = await client.getOnrampOrder(id, { condition: onrampOrdersKnown ? 'known' : 'guessed' });
    if (read.kind === 'failed' || (read.kind === 'data' && !onrampOrdersKnown)) break;
  }
  if (address.sandboxUrl !== address.baseUrl)
    await client.sendRaw({ method: 'GET', server: 'sandbox', path: '/', headers: { 'X-API-Key': undefined } }, {});
}

function reachedBy(address: string, { response, failure }: Exchange, settings: Settings): readonly Examination[] {
  const { protocol, hostname } = new URL(address);
  const setting = address === settings.sandboxUrl ? 'SANDBOX_URL' : 'BASE_URL';
  if (response !== undefined) {
    const answers: Examination = { about: 'target', state: 'ok', what: `${address} answers (${response.status})` };
    if (protocol === 'https:' || isLoopback(hostname)) return [answers];
    const next = `the specification requires HTTPS: set ${setting} to an https:// address`;
    return [answers, { about: 'tls', state: 'note', what: `${address} is reached without TLS`, next }];
  }
  const { code = '', message = '' } = failure ?? {};
  const what = `${address} gives no answer: ${code || message}`;
  return [{ about: 'target', state: 'failed', what, setting, next: remedyFor(code, setting) }];
}

function lookAtKey(evidence: Evidence, { apiKey }: Settings): Examination {
  const published = apiKey === undefined;
  const which = published ? 'the published key of embedded sandboxes' : `API_KEY (${apiKey.length} characters)`;
  if (isKeyRefused(evidence)) {
    const next = `set API_KEY to a key that this sandbox has issued`;
    return { about: 'key', state: 'missing', what: `${which} is refused`, next, setting: 'API_KEY' };
  }
  const statuses = evidence.exchanges.flatMap(({ operation, response }) =>
    operation !== undefined && response !== undefined ? [response.status] : [],
  );
  if (statuses.some(status => status < 429 && status !== 401 && status !== 403))
    return { about: 'key', state: 'ok', what: `${which} is accepted` };
  const what = `whether ${which} is accepted is not known (${statuses.at(-1)})`;
  return { about: 'key', state: 'note', what, next: 'run the doctor again later' };
}

/** The data that a run needs, and the settings that provide it. */
const DATA = [
  {
    operation: 'resolveBankAccount',
    needs: 'BANK_ACCOUNTS',
    what: 'bank account that resolves',
    form: 'account_number:bank_code',
  },
  { operation: 'getOnrampOrder', needs: 'ONRAMP_ORDER_IDS', what: 'onramp order that can be read', form: 'its id' },
];

/** Whether the target has data to ask for. Configured data must exist; guesses may fail. */
function lookAtData(evidence: Evidence): readonly Examination[] {
  return DATA.map(({ operation, needs, what, form }) => {
    const calls = evidence.exchanges.filter(exchange => exchange.operation === operation);
    const lacking = calls.flatMap(({ response }) => (response && response.status !== 200 ? [response.status] : []));
    const known = calls.some(({ condition }) => condition === 'known');
    const setting = settingFor(evidence, needs);
    if (known ? lacking.length === 0 : lacking.length < calls.length)
      return { about: 'data', state: 'ok', what: `one ${what}, at least` };
    const statuses = [...new Set(lacking)].join(', ');
    const found = { about: 'data', setting, next: askForSetting(setting ?? needs, evidence.run) } as const;
    if (setting !== needs) return { ...found, state: 'missing', what: `no ${what} (${statuses})` };
    const next = `set ${needs} to what this sandbox has (${form})`;
    if (known) return { ...found, state: 'breach', what: `${needs} names no ${what} (${statuses})`, next };
    return { ...found, state: 'missing', what: `no ${what} is known (${statuses})`, next };
  });
}

function clockOf(exchanges: readonly Exchange[]): readonly Examination[] {
  const skew = clockSkew(exchanges);
  if (skew === undefined) return [];
  const { aheadMs } = skew;
  if (Math.abs(aheadMs) <= CLOCKS_DIFFER_MS) return [{ about: 'clock', state: 'ok', what: 'the clocks agree' }];
  const words = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const next = 'synchronize both by NTP, this machine first: its clock judges t of every webhook';
  return [{ about: 'clock', state: 'note', what: `the clock of the service is ${words}`, next }];
}

/** The remedy for each missing setting that makes a run skip scenarios. */
const REMEDIES: { readonly [setting: string]: Pick<Examination, 'about' | 'next'> & Partial<Examination> } = {
  SIGNING_SECRET: {
    about: 'secret',
    what: 'SIGNING_SECRET is not set: no webhook can be verified',
    next: 'set SIGNING_SECRET to the secret of the webhook endpoint',
  },
  ORDER_IDS: {
    about: 'orders',
    next: 'set ORDER_COMMAND to a command that prints ORDER_COUNT order ids, one per line, or list orders in ORDER_IDS',
  },
  WEBHOOK_COMMAND: {
    about: 'webhooks',
    what: 'WEBHOOK_COMMAND is not set: the service does not know the address of the receiver',
    next:
      'set WEBHOOK_COMMAND to a command that sets WEBHOOK_URL in the service; ' +
      'or set a fixed webhook address by hand (TUNNEL=url, RECEIVER_PORT)',
  },
  TUNNEL: {
    about: 'tunnel',
    what: 'TUNNEL is not set: the service cannot reach the receiver, which listens on this machine only',
    next: `set TUNNEL to url, ssh or command (${ownPath('.env.example')}); TUNNEL_COMMAND=cloudflared needs no account`,
  },
};

/** What a run with this plan skips because of its settings, and what they leave open. Makes no calls. */
export function lookAtSettings(settings: Settings, env: Environment, plan: RunPlan): readonly Examination[] {
  const skips = foreseeSkips(plan, settings);
  const missing = skips.map(({ setting, reason }): Examination => {
    const what = setting === 'ORDER_IDS' ? ordersInWords(plan, settings) : `${setting}: ${reason}`;
    return { about: 'settings', what, ...REMEDIES[setting], state: 'missing', setting };
  });
  const orders: Examination = { about: 'orders', state: 'ok', what: ordersInWords(plan, settings) };
  const rest = [...secret(settings), ...webhooks(settings), orders, ...proxies(env)];
  return [...missing, ...rest.filter(({ about }) => !missing.some(other => other.about === about))];
}

function* secret({ signingSecrets }: Settings): Generator<Examination> {
  const count = signingSecrets.length;
  if (count > 0) return yield { about: 'secret', state: 'ok', what: `SIGNING_SECRET is set (${count})` };
  const what = 'SIGNING_SECRET is not set: the last line that WEBHOOK_COMMAND prints must be the secret';
  yield { about: 'secret', state: 'note', what, next: 'set SIGNING_SECRET, unless the command prints it' };
}

function* webhooks({ webhookCommand, webhookRestoreUrl }: Settings): Generator<Examination> {
  if (webhookCommand === undefined) {
    const what = 'WEBHOOK_COMMAND is not set: the address of the receiver must have been set in the service by hand';
    return yield { about: 'webhooks', state: 'note', what };
  }
  yield { about: 'webhooks', state: 'ok', what: 'WEBHOOK_COMMAND is set; the doctor does not run it' };
  if (webhookRestoreUrl !== undefined) return;
  const what = 'WEBHOOK_RESTORE_URL is not set: after a run, the service keeps sending webhooks to a closed address';
  const next = 'on a shared sandbox, set it to the usual webhook address';
  yield { about: 'webhooks', state: 'note', what, next };
}

function proxies(env: Environment): readonly Examination[] {
  const what = proxiesInWords(env);
  return what === undefined ? [] : [{ about: 'proxy', state: 'note', what }];
}
