import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError, messageOf } from '../../base/errors.ts';
import { EXIT_CODES } from '../../base/exit-codes.ts';
import { ownPath } from '../../base/own-files.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { Recorder } from '../../evidence/record/recorder.ts';
import type { Redactor } from '../../evidence/redaction/redaction.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import { planRun } from '../../journeys/plan/run-plan.ts';
import { remoteTarget } from '../../journeys/remote-target.ts';
import { runInfo } from '../../journeys/run-options.ts';
import { SUITES } from '../../journeys/scenario.ts';
import type { Target } from '../../journeys/target.ts';
import { visibleLine } from '../../report/visible.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { outOfReach, type Settings } from '../../settings/settings.ts';
import type { World } from '../../world/world.ts';
import { callService } from '../call-service.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { lookAtSettings, lookAtTarget } from '../doctor/look.ts';
import { takeOneStep } from '../doctor/take-one-step.ts';
import { targetSettingsOf } from '../environment.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { openReceiver } from '../open-receiver.ts';
import type { Examination, Outputs } from '../outputs.ts';
import { redactorOf } from '../secrets-of.ts';

/** The settings that a hosted sandbox usually needs. */
const REMOTE_SETTINGS =
  'SANDBOX_URL, API_KEY, SIGNING_SECRET, ORDER_COMMAND, WEBHOOK_COMMAND, TUNNEL, BANK_ACCOUNTS, ONRAMP_ORDER_IDS';

const MARKS = { ok: '✓', note: '·', missing: '–', failed: '✗', breach: '✗' } as const;

/** What a run comes to where the doctor finds this. */
const VERDICTS = { failed: 'unreachable', breach: 'nonconformant', missing: 'incomplete' } as const;

/**
 * `doctor`: what is configured, reachable and missing, with the next step for each; safe to paste. Without `--deep`
 * it changes nothing: it makes a few calls that only read, opens and closes the tunnel, and runs no command of the user
 * but the one of the tunnel. The exit code is the one that `run` would reach, as far as is known without driving
 * orders: 0, 4 where something is missing, 3 where something failed, 1 where the service lacks what a setting promises.
 */
export const command = defineCommand('doctor', {
  options: { deep: { about: 'runs the commands, takes one step with one order, and verifies its webhook' } },
  examples: ['doctor', 'doctor --deep'],
  async run({ options: { deep } }, terminal) {
    const all = await examine(terminal, deep);
    // What seemed right of a thing and then failed is not right.
    const isWrong = ({ about }: Examination) =>
      all.some(other => other.about === about && (other.state === 'failed' || other.state === 'breach'));
    const found = all.filter(one => one.state !== 'ok' || !isWrong(one));
    const suites = SUITES.map(suite => {
      const lacking = found.filter(({ state, suites: lack }) => state === 'failed' || lack?.includes(suite));
      return { suite, lacks: [...new Set(lacking.map(({ about }) => about))] };
    });
    const worst = (['failed', 'breach', 'missing'] as const).find(state => found.some(other => other.state === state));
    const exitCode = worst === undefined ? EXIT_CODES.conformant : EXIT_CODES[VERDICTS[worst]];
    const result = { exitCode, found, suites };
    printResult<'doctor'>(terminal, result, inWords(result));
    return exitCode;
  },
});

async function examine(terminal: Terminal, deep: true | undefined): Promise<readonly Examination[]> {
  const { world, cwd } = terminal;
  const target = targetSettingsOf(terminal);
  const { settings } = target;
  const what = `Node ${process.version} on ${process.platform}`;
  const versions: Examination = { about: 'settings', state: 'ok', what };
  if (settings.sandboxUrl === undefined) {
    const tunnel = settings.tunnel === 'direct' ? [] : await tryTunnel(world, settings);
    return [versions, ...tunnel, ...newcomer(existsSync(join(cwd, '.env')))];
  }
  const [evidence, tunnel] = await Promise.all([
    askTarget(world, settings, redactorOf(terminal)),
    tryTunnel(world, settings),
  ]);
  const plan = planRun({ scenarios: await loadScenarios(), suites: [] }, 'remote');
  const open = lookAtSettings(settings, terminal.env, plan);
  const found = [versions, ...lookAtTarget(evidence, settings), ...tunnel, ...open];
  const isReady = !found.some(({ state }) => state === 'failed');
  const step = deep && isReady ? await takeOneStep(terminal, target) : [];
  return [...found, ...step];
}

/** What a user can do who has set nothing yet. */
function newcomer(hasFile: boolean): readonly Examination[] {
  const start = hasFile ? 'fill in' : `copy ${ownPath('.env.example')} to .env, and fill in`;
  return [
    {
      about: 'target',
      state: 'ok',
      what: 'SANDBOX_URL is not set: runs use the embedded sandbox, which needs no settings',
      next: `run everything against it: ${ownCommand('run')}`,
    },
    {
      about: 'settings',
      state: 'note',
      what: 'a hosted sandbox needs an address, a key, orders, and an address for webhooks',
      next: `${start} ${REMOTE_SETTINGS}; then: ${ownCommand('doctor')}`,
    },
  ];
}

function inWords({ found, suites }: Outputs['doctor']): string {
  const lines = found.flatMap(({ about, state, what, next }) => [
    `  ${MARKS[state]} ${about.padEnd(9)} ${visibleLine(what)}`,
    ...(next === undefined ? [] : [`              next: ${next}`]),
  ]);
  const ready = suites.map(({ suite, lacks }) =>
    lacks.length === 0 ? `  ✓ ${suite.padEnd(11)} ready` : `  – ${suite.padEnd(11)} needs: ${lacks.join(', ')}`,
  );
  return ['', ...lines, '', '  Suites', ...ready, '', ''].join('\n');
}

/** How many accounts and onramp orders are tried at the most: all that are set, or guesses until one is found. */
const MOST_TRIED = 10;

/** Makes one call of each kind that a run makes, with the same accounts and orders. @returns what was observed */
async function askTarget(world: World, settings: Settings, redactor: Redactor): Promise<Evidence> {
  const { signal } = new AbortController();
  const target = remoteTarget({ world, settings, signal });
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

/** Starts the receiver and the tunnel as a run would, holds the tunnel to what a run holds it to, and ends both. */
async function tryTunnel(world: World, settings: Settings): Promise<readonly Examination[]> {
  const { sandboxUrl } = settings;
  try {
    const receiver = await openReceiver(world, settings, {
      path: `/${world.randomBytes(16).toString('hex')}`,
      signal: new AbortController().signal,
      take: () => ({ kind: 'status', status: 200, refused: false }),
      malformed: () => {},
    });
    await receiver.close();
    // A receiver that the service cannot reach is missing a tunnel, which the settings already show.
    if (sandboxUrl !== undefined && outOfReach(settings.tunnel, settings.receiverHost, sandboxUrl)) return [];
    const what = `${settings.tunnel}: ${new URL(receiver.url).origin} leads to the receiver, byte for byte`;
    return [{ about: 'tunnel', state: 'ok', what }];
  } catch (thrown) {
    if (!(thrown instanceof HarnessError)) throw thrown;
    const { received, next } = thrown.details;
    const what = `${messageOf(thrown)}${received === undefined ? '' : ` (${received})`}`;
    return [{ about: 'tunnel', state: 'failed', what, next }];
  }
}
