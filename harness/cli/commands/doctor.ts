import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../../base/exit-codes.ts';
import { ownPath } from '../../base/own-files.ts';
import { planRun } from '../../journeys/plan/run-plan.ts';
import { SUITES } from '../../journeys/scenario.ts';
import { visibleLine } from '../../report/visible.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { askTarget } from '../doctor/ask-target.ts';
import type { Examination } from '../doctor/diagnosis.ts';
import { lookAtSettings } from '../doctor/look-at-settings.ts';
import { lookAtTarget } from '../doctor/look-at-target.ts';
import { takeOneStep } from '../doctor/take-one-step.ts';
import { tryTunnel } from '../doctor/try-tunnel.ts';
import { targetSettingsOf } from '../environment.ts';
import { loadScenarios } from '../load-scenarios.ts';
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
  async run({ options: { deep }, json }, terminal) {
    const found = withoutContradictions(await examine(terminal, deep));
    const suites = SUITES.map(suite => {
      const lacking = found.filter(({ state, suites: lack }) => state === 'failed' || lack?.includes(suite));
      return { suite, lacks: [...new Set(lacking.map(({ about }) => about))] };
    });
    const worst = (['failed', 'breach', 'missing'] as const).find(state => found.some(other => other.state === state));
    const exitCode = worst === undefined ? EXIT_CODES.conformant : EXIT_CODES[VERDICTS[worst]];
    printResult<'doctor'>(terminal, json, { exitCode, found, suites }, inWords(found, suites));
    return exitCode;
  },
});

/** What was found, without what seemed right of a thing and then failed. */
function withoutContradictions(found: readonly Examination[]): readonly Examination[] {
  const failed = new Set(
    found.flatMap(({ about, state }) => (state === 'failed' || state === 'breach' ? [about] : [])),
  );
  return found.filter(({ about, state }) => state !== 'ok' || !failed.has(about));
}

async function examine(terminal: Terminal, deep: true | undefined): Promise<readonly Examination[]> {
  const { world, cwd } = terminal;
  const target = targetSettingsOf(terminal);
  const { settings } = target;
  const redactor = redactorOf(terminal);
  const hide = (text: string) => redactor.text(text);
  const versions: Examination = {
    about: 'settings',
    state: 'ok',
    what: `Node ${process.version} on ${process.platform}`,
  };
  if (settings.sandboxUrl === undefined) {
    const tunnel = settings.tunnel === 'direct' ? [] : await tryTunnel(world, settings, hide);
    return [versions, ...tunnel, ...newcomer(existsSync(join(cwd, '.env')))];
  }
  const [evidence, tunnel] = await Promise.all([
    askTarget(world, settings, redactor),
    tryTunnel(world, settings, hide),
  ]);
  const plan = planRun({ scenarios: await loadScenarios(), suites: [] }, 'remote');
  const open = lookAtSettings(settings, terminal.env, plan);
  const found = [versions, ...lookAtTarget(evidence, settings), ...tunnel, ...open];
  const isReady = !found.some(({ state }) => state === 'failed');
  const step = deep && isReady ? await takeOneStep(terminal, target) : [];
  return [...found, ...step].map(diagnosis => ({
    ...diagnosis,
    what: hide(diagnosis.what),
  }));
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

function inWords(
  found: readonly Examination[],
  suites: readonly { readonly suite: string; readonly lacks: readonly string[] }[],
): string {
  const lines = found.flatMap(({ about, state, what, next }) => [
    `  ${MARKS[state]} ${about.padEnd(9)} ${visibleLine(what)}`,
    ...(next === undefined ? [] : [`              next: ${next}`]),
  ]);
  const ready = suites.map(({ suite, lacks }) =>
    lacks.length === 0 ? `  ✓ ${suite.padEnd(11)} ready` : `  – ${suite.padEnd(11)} needs: ${lacks.join(', ')}`,
  );
  return ['', ...lines, '', '  Suites', ...ready, '', ''].join('\n');
}
