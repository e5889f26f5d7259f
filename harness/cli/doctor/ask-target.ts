import type { Evidence } from '../../evidence/evidence.ts';
import { Recorder } from '../../evidence/record/recorder.ts';
import type { Redactor } from '../../evidence/redaction/redaction.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import { remoteTarget } from '../../journeys/remote-target.ts';
import { runInfo } from '../../journeys/run-info.ts';
import type { Target } from '../../journeys/target.ts';
import type { Settings } from '../../settings/settings.ts';
import type { World } from '../../world/world.ts';
import { callService } from '../call-service.ts';
import { version } from '../version.ts';

/** How many accounts and onramp orders are tried at the most: all that are set, or guesses until one is found. */
const MOST_TRIED = 10;

/** Makes one call of each kind that a run makes, with the same accounts and orders. @returns what was observed */
export async function askTarget(world: World, settings: Settings, redactor: Redactor): Promise<Evidence> {
  const { signal } = new AbortController();
  const target = remoteTarget({ world, settings, signal, hide: text => redactor.text(text) });
  const request = { run: 'doctor', seed: 0, harness: version(), suites: [] };
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
