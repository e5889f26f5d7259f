import type { Environment, Settings } from '../../core/settings.ts';
import { ordersInWords } from '../../journeys/plan/orders-in-words.ts';
import { planRun } from '../../journeys/plan/run-plan.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import type { Diagnosis } from './finding.ts';

const DRIVING = ['collection', 'gaps'] as const;

/** What the settings for a remote target leave open, without asking anybody. */
export function lookAtSettings(settings: Settings, env: Environment, scenarios: readonly Scenario[]): Diagnosis[] {
  return [...secrets(settings), orders(settings, scenarios), ...data(settings), ...proxies(env)];
}

function* secrets({ signingSecrets, webhookCommand, webhookRestoreUrl }: Settings): Generator<Diagnosis> {
  const count = signingSecrets.length;
  if (count > 0) yield { about: 'secret', state: 'ok', what: `SIGNING_SECRET is set (${count})` };
  else if (webhookCommand !== undefined) {
    const what = 'SIGNING_SECRET is not set: the last line that WEBHOOK_COMMAND prints has to be it';
    yield { about: 'secret', state: 'note', what, next: 'set SIGNING_SECRET, unless the command prints it' };
  } else {
    const what = 'SIGNING_SECRET is not set: no webhook can be verified';
    yield {
      about: 'secret',
      state: 'missing',
      what,
      next: 'set SIGNING_SECRET to the secret of the webhook endpoint',
      suites: DRIVING,
    };
  }
  if (webhookCommand !== undefined) {
    yield { about: 'webhooks', state: 'ok', what: 'WEBHOOK_COMMAND is set; the doctor does not run it' };
    if (webhookRestoreUrl !== undefined) return;
    const what = 'WEBHOOK_RESTORE_URL is not set: after a run the service keeps sending to an address that is gone';
    yield {
      about: 'webhooks',
      state: 'note',
      what,
      next: 'on a shared sandbox, set it to the address that webhooks usually go to',
    };
    return;
  }
  yield {
    about: 'webhooks',
    state: 'missing',
    what: 'WEBHOOK_COMMAND is not set: nobody points the webhooks of the service to the receiver',
    next: 'set it to a shell command that gives WEBHOOK_URL to the service; or point them by hand to a fixed address (TUNNEL=url, RECEIVER_PORT)',
    suites: DRIVING,
  };
}

function orders(settings: Settings, scenarios: readonly Scenario[]): Diagnosis {
  const what = ordersInWords(planRun({ scenarios, suites: [] }, 'remote'), settings);
  if (settings.orderCommand !== undefined) return { about: 'orders', state: 'ok', what };
  const next =
    'set ORDER_COMMAND to a shell command that prints ORDER_COUNT order ids, one a line; or list ready orders in ORDER_IDS';
  return what.endsWith('(enough).')
    ? { about: 'orders', state: 'ok', what }
    : { about: 'orders', state: 'missing', what, next, suites: DRIVING };
}

function* data({ bankAccounts, onrampOrderIds }: Settings): Generator<Diagnosis> {
  if (bankAccounts.length === 0) {
    const what = 'BANK_ACCOUNTS is not set: no name enquiry is known to resolve';
    yield {
      about: 'data',
      state: 'missing',
      what,
      next: 'set BANK_ACCOUNTS=account_number:bank_code',
      suites: ['contract'],
    };
  }
  if (onrampOrderIds.length === 0) {
    const what = 'ONRAMP_ORDER_IDS is not set: no onramp order is known to be readable';
    yield {
      about: 'data',
      state: 'missing',
      what,
      next: 'set ONRAMP_ORDER_IDS to the id of one',
      suites: ['contract'],
    };
  }
}

function* proxies(env: Environment): Generator<Diagnosis> {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) {
    const value = env[name.toLowerCase()] || env[name];
    if (!value) continue;
    const host = URL.canParse(value) ? new URL(value).host : 'an address that cannot be read';
    yield { about: 'proxy', state: 'note', what: `requests go through ${host} (${name}), but for what NO_PROXY names` };
  }
}
