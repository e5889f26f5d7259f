import { ownPath } from '../../base/own-files.ts';
import { ordersInWords } from '../../journeys/plan/order-supply.ts';
import { foreseeSkips } from '../../journeys/plan/reason-to-skip.ts';
import type { RunPlan } from '../../journeys/plan/run-plan.ts';
import type { Settings } from '../../settings/settings.ts';
import { proxiesInWords } from '../../world/proxies.ts';
import type { Environment } from '../../world/world.ts';
import type { Examination } from './diagnosis.ts';

/** What to do about each setting for lack of which a run skips scenarios. */
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

/** What a run of this plan leaves out because of its settings, and what they leave open. Asks nobody. */
export function lookAtSettings(settings: Settings, env: Environment, plan: RunPlan): readonly Examination[] {
  const skips = foreseeSkips(plan, settings);
  const missing = skips.map(({ setting, reason, suites }): Examination => {
    const what = setting === 'ORDER_IDS' ? ordersInWords(plan, settings) : `${setting}: ${reason}`;
    return { about: 'settings', what, ...REMEDIES[setting], state: 'missing', setting, suites };
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
