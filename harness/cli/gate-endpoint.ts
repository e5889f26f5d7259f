import type { Dialect } from '../core/dialect.ts';
import { HarnessError } from '../core/errors.ts';
import { isLoopback } from '../core/loopback.ts';
import { readSettings } from '../core/settings.ts';
import { runShellCommand } from '../core/shell-command.ts';
import type { Backend } from '../endpoint/backend.ts';
import { EDITION, ENDPOINT_AREAS } from '../endpoint/case-id.ts';
import { orderLines } from '../endpoint/credits.ts';
import type { EndpointOptions } from '../endpoint/drive-endpoint.ts';
import { newSecret } from '../sandbox/new-secret.ts';
import type { Terminal } from './command.ts';
import { environmentOf } from './environment.ts';
import { type GateFolderOptions, inGateFolder } from './gate-folder.ts';
import { redactorOf } from './secrets-of.ts';

/** How long the credits command may take, in milliseconds. */
const CREDITS_MS = 10_000;
/** How long the restart command may take, in milliseconds. */
const RESTART_MS = 20_000;
/** How long after its last answer a backend may take to credit, in milliseconds. */
const SETTLE_MS = 1_000;

/** The options of `gate --endpoint`. */
export interface EndpointGiven {
  readonly endpoint: string;
  readonly credits?: string;
  readonly orders?: string;
  readonly restart?: string;
  readonly dialect?: Dialect;
  readonly settle?: number;
  readonly only?: string;
  readonly case?: string;
}

/** Judges a webhook handler by what it credits. @returns the exit code */
export async function judgeEndpoint(
  given: EndpointGiven,
  folder: GateFolderOptions,
  terminal: Terminal,
): Promise<number> {
  const url = endpointOf(given.endpoint, terminal);
  const only = ENDPOINT_AREAS.find(area => area === given.only);
  if (given.only !== undefined && only === undefined)
    throw new HarnessError('option-mismatch', 'usage', `--only ${given.only} is a part of the gate of an SDK`, {
      expected: `of an endpoint: ${ENDPOINT_AREAS.join(', ')}`,
    });
  if (only === 'credit' && given.credits === undefined)
    throw new HarnessError('option-mismatch', 'usage', '--only credit needs --credits');
  const { world } = terminal;
  const configured = readSettings(environmentOf(terminal)).signingSecrets;
  const [first = newSecret(world), ...others] = configured;
  if (configured.length === 0) terminal.err(`SIGNING_SECRET is not set. Webhooks are signed with ${first}\n`);
  // The cases and the sandbox are loaded on demand: no other command needs them.
  const { driveEndpoint } = await import('../endpoint/drive-endpoint.ts');
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
          ...(given.dialect !== undefined && { dialect: given.dialect }),
          ...(only !== undefined && { only }),
          ...(given.case !== undefined && { caseId: given.case }),
        } satisfies EndpointOptions),
    );
  } finally {
    stopListening();
    alive.cancel();
  }
}

function backendOf({ credits, orders, restart }: EndpointGiven, terminal: Terminal, signal: AbortSignal): Backend {
  const redactor = redactorOf(terminal);
  const common = { world: terminal.world, signal, hide: (text: string) => redactor.text(text) };
  const lines =
    (name: '--credits' | '--orders', command: string, limitMs?: number) =>
    async (env: { readonly [name: string]: string }) =>
      orderLines(await runShellCommand({ ...common, name, command, ...(limitMs && { limitMs }) }, env), name);
  const readCredits = credits === undefined ? undefined : lines('--credits', credits, CREDITS_MS);
  const makeOrders = orders === undefined ? undefined : lines('--orders', orders);
  return {
    ...(readCredits && { credits: () => readCredits({}) }),
    ...(makeOrders && { orders: async count => [...new Set(await makeOrders({ ORDER_COUNT: String(count) }))] }),
    ...(restart !== undefined && {
      restart: async () =>
        void (await runShellCommand(
          { ...common, name: '--restart', command: restart, limitMs: RESTART_MS, leaves: true },
          {},
        )),
    }),
  };
}

/** @throws HarnessError `endpoint-invalid`, `endpoint-remote` (usage) */
function endpointOf(text: string, terminal: Terminal): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new HarnessError('endpoint-invalid', 'usage', `${text} is not an http or https address`, {
      expected: 'the whole address of the webhook endpoint, as in http://127.0.0.1:3000/webhooks',
    });
  if (isLoopback(url.hostname) || environmentOf(terminal).ALLOW_REMOTE_ENDPOINT === '1') return url.href;
  throw new HarnessError('endpoint-remote', 'usage', `${url.host} is not on this machine`, {
    likely: 'the gate sends forged webhooks, kills the backend and makes it credit orders',
    next: 'run the backend on this machine, or set ALLOW_REMOTE_ENDPOINT=1 where it is a test system of yours',
  });
}
