import { HarnessError } from '../base/errors.ts';
import type { Backend } from '../gates/endpoint/backend.ts';
import { EDITION, ENDPOINT_AREAS } from '../gates/endpoint/case-id.ts';
import { newSecret } from '../sandbox/service.ts';
import { readSettings } from '../settings/settings.ts';
import { isLoopback } from '../world/loopback.ts';
import { runShellCommand } from '../world/shell-command.ts';
import type { Terminal } from './command.ts';
import { environmentOf } from './environment.ts';
import { type GateInput, inGateFolder } from './gate-folder.ts';

/** How long the credits command may take, in milliseconds of our time. */
const CREDITS_MS = 10_000;
/** How long the restart command may take, in milliseconds of our time. */
const RESTART_MS = 20_000;
/** How long a backend may take to credit after its last answer, in milliseconds. */
const SETTLE_MS = 1_000;

/** Judges the webhook handler at a URL by its credits. @returns the exit code */
export async function judgeEndpoint(endpoint: string, folder: GateInput, terminal: Terminal): Promise<number> {
  const url = endpointOf(endpoint, terminal);
  const { options: given } = folder;
  const only = ENDPOINT_AREAS.find(area => area === given.only);
  if (only === 'credit' && given.credits === undefined)
    throw new HarnessError('option-mismatch', 'usage', '--only credit needs --credits');
  const { world } = terminal;
  const configured = readSettings(environmentOf(terminal)).signingSecrets;
  const [first = newSecret(world), ...others] = configured;
  if (configured.length === 0) terminal.err(`SIGNING_SECRET is not set. Webhooks are signed with ${first}\n`);
  // The cases and the sandbox are loaded on demand, because no other command needs them.
  const { driveEndpoint } = await import('../gates/endpoint/drive-endpoint.ts');
  const abort = new AbortController();
  const stopListening = terminal.onInterrupt(() => abort.abort());
  const alive = world.stayAlive();
  const asked = given.case ?? only;
  const options = (['credits', 'orders', 'restart'] as const).flatMap(name => {
    const command = given[name];
    return command === undefined ? [] : [`--${name}`, command];
  });
  try {
    return await inGateFolder(
      folder,
      terminal,
      {
        target: { kind: 'endpoint', url },
        title: `${url}, edition ${EDITION} of the cases`,
        gate: {
          edition: EDITION,
          endpoint: { credits: given.credits !== undefined, restart: given.restart !== undefined, options },
          ...(asked !== undefined && { only: asked }),
        },
        suites: only === undefined ? [] : [only],
        secrets: [first, ...others].map(value => ({ name: 'SIGNING_SECRET', value })),
      },
      (recorder, seed) =>
        driveEndpoint({
          ...{ world, url, secrets: [first, ...others], recorder, seed, settleMs: given.settle ?? SETTLE_MS },
          backend: backendOf(given, terminal, abort.signal),
          signal: abort.signal,
          ...{ dialect: given.dialect, only, caseId: given.case, limitSeconds: given['time-limit'] },
          tell: sentence => terminal.err(`${sentence}\n`),
        }),
    );
  } finally {
    // Running commands end with the gate.
    abort.abort();
    stopListening();
    alive.cancel();
  }
}

function backendOf(
  { credits, orders, restart }: GateInput['options'],
  terminal: Terminal,
  signal: AbortSignal,
): Backend {
  const common = { world: terminal.world, signal };
  const makeOrders = async (command: string, count: number) => {
    const printed = await runShellCommand({ ...common, name: '--orders', command }, { ORDER_COUNT: String(count) });
    return [...new Set(orderLines(printed, '--orders'))];
  };
  const readCredits = async (command: string) =>
    orderLines(await runShellCommand({ ...common, name: '--credits', command, limitMs: CREDITS_MS }, {}), '--credits');
  const kill = async (command: string) =>
    void (await runShellCommand(
      { ...common, name: '--restart', command, limitMs: RESTART_MS, printsNoResult: true },
      {},
    ));
  return {
    ...(credits !== undefined && { credits: () => readCredits(credits) }),
    ...(orders !== undefined && { orders: count => makeOrders(orders, count) }),
    ...(restart !== undefined && { restart: () => kill(restart) }),
  };
}

/** Checks printed order ids. @throws HarnessError `credits-unreadable` (unreachable) for any other line */
function orderLines(lines: readonly string[], option: '--credits' | '--orders'): readonly string[] {
  const odd = lines.find(line => !/^[^\s"'{}[\],;]{1,512}$/.test(line));
  if (odd === undefined) return lines;
  throw new HarnessError('credits-unreadable', 'unreachable', `${option} printed a line that is not an order id`, {
    received: odd.slice(0, 120),
    expected: 'one order id a line, and nothing else, on stdout',
    next: `run the command of ${option} by hand`,
  });
}

/** @throws HarnessError `endpoint-invalid`, `endpoint-remote` (usage) */
function endpointOf(text: string, terminal: Terminal): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new HarnessError('endpoint-invalid', 'usage', `${text} is not an http or https address`, {
      expected: 'the whole URL of the webhook handler, such as http://127.0.0.1:3000/webhooks',
    });
  if (isLoopback(url.hostname) || environmentOf(terminal).ALLOW_REMOTE_ENDPOINT === '1') return url.href;
  throw new HarnessError('endpoint-remote', 'usage', `${url.host} is not on this machine`, {
    likely: 'the gate sends forged webhooks, kills the backend, and makes it credit orders',
    next: 'run the backend on this machine, or set ALLOW_REMOTE_ENDPOINT=1 if it is your own test system',
  });
}
