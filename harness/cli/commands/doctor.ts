import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Redactor } from '../../core/redaction.ts';
import { SUITES } from '../../journeys/scenario.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { askTarget } from '../doctor/ask-target.ts';
import type { Diagnosis } from '../doctor/finding.ts';
import { lookAtSettings } from '../doctor/look-at-settings.ts';
import { tryTunnel } from '../doctor/try-tunnel.ts';
import { environmentOf, targetSettingsOf } from '../environment.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { secretsOf } from '../secrets-of.ts';

const MARKS = { ok: '✓', note: '·', missing: '–', failed: '✗' } as const;

/**
 * `doctor`: what is configured, reachable and missing, with the next step for each; safe to paste. It changes nothing: one
 * name enquiry is asked, the tunnel is opened and closed, and none of the user's commands but the tunnel's is run. Exit code
 * 0 where a run can show all that the target can, 4 where something is missing, 3 where something failed.
 */
export const doctor = defineCommand({
  name: 'doctor',
  operands: '',
  about: 'shows what is configured, reachable and missing, with the next step for each',
  options: {},
  examples: ['doctor'],
  async run({ json }, terminal) {
    const found = await examine(terminal);
    const suites = SUITES.map(suite => ({ suite, lacks: lacksOf(suite, found) }));
    const exitCode = found.some(({ state }) => state === 'failed')
      ? 3
      : found.some(({ state }) => state === 'missing')
        ? 4
        : 0;
    printResult(terminal, json, { exitCode, found, suites }, inWords(found, suites));
    return exitCode;
  },
});

async function examine(terminal: Terminal): Promise<readonly Diagnosis[]> {
  const { world, cwd } = terminal;
  const { settings } = targetSettingsOf(terminal);
  const redactor = new Redactor(world.randomBytes(32));
  for (const secret of secretsOf(terminal)) redactor.addSecret(secret);
  const hide = (text: string) => redactor.text(text);
  const versions: Diagnosis = {
    about: 'settings',
    state: 'ok',
    what: `Node ${process.version} on ${process.platform}`,
  };
  if (settings.sandboxUrl === undefined) return [versions, ...newcomer(existsSync(join(cwd, '.env')))];
  const [target, tunnel] = await Promise.all([askTarget(world, settings), tryTunnel(world, settings, hide)]);
  const open = lookAtSettings(settings, environmentOf(terminal), await loadScenarios());
  return [versions, ...target, ...tunnel, ...open].map(diagnosis => ({ ...diagnosis, what: hide(diagnosis.what) }));
}

/** What one who has set nothing can do. */
function newcomer(hasFile: boolean): readonly Diagnosis[] {
  const start = hasFile ? 'fill in' : 'copy .env.example to .env, and fill in';
  return [
    {
      about: 'target',
      state: 'ok',
      what: 'SANDBOX_URL is not set: runs go to the embedded sandbox, which needs nothing',
      next: '`npm start` drives everything against it and prints a verdict',
    },
    {
      about: 'settings',
      state: 'note',
      what: 'a hosted sandbox needs its address, a key, orders, and a way back for its webhooks',
      next: `${start} SANDBOX_URL, API_KEY, SIGNING_SECRET, ORDER_COMMAND, WEBHOOK_COMMAND, TUNNEL, BANK_ACCOUNTS, ONRAMP_ORDER_IDS; then run \`doctor\` again`,
    },
  ];
}

function lacksOf(suite: string, found: readonly Diagnosis[]): readonly string[] {
  return found
    .filter(({ state, suites }) => state === 'failed' || suites?.includes(suite))
    .map(({ about }) => about)
    .filter((about, index, all) => all.indexOf(about) === index);
}

function inWords(
  found: readonly Diagnosis[],
  suites: readonly { readonly suite: string; readonly lacks: readonly string[] }[],
): string {
  const lines = found.flatMap(({ about, state, what, next }) => [
    `  ${MARKS[state]} ${about.padEnd(9)} ${what}`,
    ...(next === undefined ? [] : [`              next: ${next}`]),
  ]);
  const ready = suites.map(
    ({ suite, lacks }) =>
      `  ${lacks.length === 0 ? '✓' : '–'} ${suite.padEnd(11)} ${lacks.length === 0 ? 'ready' : `lacks: ${lacks.join(', ')}`}`,
  );
  return ['', ...lines, '', '  Suites', ...ready, '', ''].join('\n');
}
