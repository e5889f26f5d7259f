import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES, HarnessError, messageOf } from '../../base/errors.ts';
import { ownPath } from '../../base/own-files.ts';
import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { planRun } from '../../journeys/plan/run-plan.ts';
import { loadScenarios, type Scenario } from '../../journeys/scenario.ts';
import { visibleLine } from '../../report/visible.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { outOfReach, type Settings } from '../../settings/settings.ts';
import { FAILED_RULES } from '../../webhooks/explain-refusal.ts';
import type { World } from '../../world/world.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { lookAtSettings, lookAtTarget } from '../doctor/look.ts';
import { driveBriefly } from '../drive-run.ts';
import { targetSettingsOf } from '../environment.ts';
import { redactorOf } from '../open-terminal.ts';
import type { Examination, Outputs } from '../outputs.ts';
import { openReceiver } from '../outside-a-run.ts';

/** The settings that a hosted sandbox usually needs. */
const REMOTE_SETTINGS =
  'SANDBOX_URL, API_KEY, SIGNING_SECRET, ORDER_COMMAND, WEBHOOK_COMMAND, TUNNEL, BANK_ACCOUNTS, ONRAMP_ORDER_IDS';

const MARKS = { ok: '✓', note: '·', missing: '–', failed: '✗', breach: '✗' } as const;

/** The verdict of a run after each state of an examination. */
const VERDICTS = { failed: 'unreachable', breach: 'nonconformant', missing: 'incomplete' } as const;

/**
 * `doctor`: what is configured, reachable and missing, with the next step for each; safe to paste. Without `--deep` it
 * changes nothing: it makes a few reading calls, opens and closes the tunnel, and runs no command of the user except
 * for the tunnel. The exit code predicts that of `run` without driving orders: 0; 4 if something is missing; 3 if
 * something failed; 1 if the service lacks what a setting promises.
 */
export const command = defineCommand('doctor', {
  options: { deep: { about: 'runs the commands, takes one step with one order, and verifies its webhook' } },
  examples: ['doctor', 'doctor --deep'],
  async run({ options: { deep } }, terminal) {
    const all = await examine(terminal, deep);
    // An examination that succeeded is wrong if a later one about the same thing failed.
    const isWrong = ({ about }: Examination) =>
      all.some(other => other.about === about && (other.state === 'failed' || other.state === 'breach'));
    const found = all.filter(one => one.state !== 'ok' || !isWrong(one));
    const worst = (['failed', 'breach', 'missing'] as const).find(state => found.some(other => other.state === state));
    const exitCode = worst === undefined ? EXIT_CODES.conformant : EXIT_CODES[VERDICTS[worst]];
    const result = { exitCode, found };
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
  const [answers, tunnel] = await Promise.all([
    lookAtTarget(world, settings, redactorOf(terminal)),
    tryTunnel(world, settings),
  ]);
  const plan = planRun({ scenarios: await loadScenarios(), suites: [] }, 'remote');
  const open = lookAtSettings(settings, terminal.env, plan);
  const found = [versions, ...answers, ...tunnel, ...open];
  const isReady = !found.some(({ state }) => state === 'failed');
  const step = deep && isReady ? await takeOneStep(terminal, target) : [];
  return [...found, ...step];
}

/** The first steps for a user without settings. */
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

function inWords({ found }: Outputs['doctor']): string {
  const lines = found.flatMap(({ about, state, what, next }) => [
    `  ${MARKS[state]} ${about.padEnd(9)} ${visibleLine(what)}`,
    ...(next === undefined ? [] : [`              next: ${next}`]),
  ]);
  return ['', ...lines, '', ''].join('\n');
}

/** Starts the receiver and the tunnel like a run, verifies the tunnel, and closes both. */
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
    // If the service cannot reach the receiver, the settings already show that a tunnel is missing.
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

/** The first step of the happy path, and its webhook. */
const FIRST = HAPPY_PATH[0] ?? 'deposit_detected';

const ONE_STEP: Scenario = {
  id: 'collection/first-step',
  suite: 'collection',
  title: `An order takes ${FIRST}, and its webhook arrives`,
  orders: { least: 1, most: 1 },
  async drive({ journeys }) {
    await journeys(async order => {
      await order.step(FIRST);
    });
  },
};

/**
 * Starts like a run: runs `ORDER_COMMAND` and `WEBHOOK_COMMAND`, takes one step with one order, waits for one webhook,
 * and verifies it. This finds the two commonest mistakes: a failing command and a wrong secret.
 */
async function takeOneStep(
  terminal: Terminal,
  target: ReturnType<typeof targetSettingsOf>,
): Promise<readonly Examination[]> {
  try {
    const evidence = await driveBriefly(terminal, target, [ONE_STEP]);
    const { end } = evidence;
    return [end?.reason === 'done' ? diagnose(evidence) : failed(end?.message ?? 'it was stopped', end?.next)];
  } catch (thrown) {
    // As in a run, only failures before its start are handled here, such as those of a user's command.
    if (!(thrown instanceof HarnessError) || thrown.kind !== 'unreachable') throw thrown;
    const { received, next } = thrown.details;
    return [failed(`${thrown.message}${received === undefined ? '' : ` (${received})`}`, next)];
  }
}

function failed(what: string, next: string | undefined): Examination {
  const about = what.includes('WEBHOOK_COMMAND') ? 'webhooks' : what.includes('ORDER_') ? 'orders' : 'target';
  return { about, state: 'failed', what, next };
}

function diagnose({ scenarios, journeys, exchanges, deliveries }: Evidence): Examination {
  const skipped = scenarios.find(({ outcome }) => outcome === 'skipped');
  if (skipped) {
    const { reason = 'no order could be driven', setting } = skipped;
    return { about: 'orders', state: 'missing', what: reason, setting };
  }
  const [{ order = 'no order', steps = [] } = {}] = journeys;
  const answer = exchanges.find(({ id }) => id === steps[0]?.exchange)?.response;
  const called = `${FIRST} of the order ${order}`;
  if (answer === undefined || answer.status >= 300) {
    const what = `${called} was ${answer === undefined ? 'not answered' : `answered ${answer.status}`}`;
    return { about: 'orders', state: 'failed', what, next: 'check ORDER_COMMAND or ORDER_IDS: a run needs new orders' };
  }
  const [first] = deliveries.filter(({ ours }) => ours);
  if (first === undefined) {
    const what = `${called} was answered ${answer.status}, and no webhook came`;
    const next = 'check that WEBHOOK_COMMAND tells the service the address in WEBHOOK_URL';
    return { about: 'webhooks', state: 'missing', what, next };
  }
  const verified = deliveries.find(({ signatures }) => signatures.some(({ slots }) => slots.length > 0));
  if (verified) {
    return {
      about: 'webhooks',
      state: 'ok',
      what: `${called} was answered ${answer.status}; its webhook came and verifies`,
    };
  }
  const rule = FAILED_RULES[first.signatures.length > 0 ? 'signature-mismatch' : 'no-header'].rule;
  return {
    about: 'secret',
    state: 'breach',
    what: `the webhook of ${called} does not verify: ${rule}`,
    next: 'check SIGNING_SECRET, and the last line that WEBHOOK_COMMAND prints',
  };
}
