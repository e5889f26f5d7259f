import { readFileSync } from 'node:fs';
import type { Dialect } from '../core/dialect.ts';
import type { Evidence } from '../core/evidence.ts';
import type { KnownFailure } from '../core/known-failure.ts';
import { outOfReach } from '../core/out-of-reach.ts';
import { realWorld } from '../core/real-world.ts';
import type { Settings } from '../core/settings.ts';
import type { World } from '../core/world.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { ordersInWords } from '../journeys/orders-in-words.ts';
import { perform } from '../journeys/perform.ts';
import { remoteTarget } from '../journeys/remote-target.ts';
import type { Scenario } from '../journeys/scenario.ts';
import type { Session } from '../journeys/session.ts';
import type { TargetMaker } from '../journeys/session-options.ts';
import type { Shard } from '../journeys/shard.ts';
import type { Sink } from '../record/recorder.ts';
import { chooseProvider } from '../tunnel/choose-provider.ts';
import type { Terminal } from './command.ts';
import { Progress } from './progress.ts';
import { secretsOf } from './secrets-of.ts';

/** Which kind of target, and what is driven against it. */
export interface DriveOptions {
  readonly kind: 'embedded' | 'remote';
  readonly settings: Settings;
  readonly run: string;
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  /** Suites that were asked for; none named: all. */
  readonly suites: readonly string[];
  /** Which share of the scenarios is driven. */
  readonly shard?: Shard;
  readonly dialect?: Dialect;
  readonly faults: readonly string[];
  /** Breaches that are known, and borne with. */
  readonly known?: readonly KnownFailure[];
  readonly sink: Sink;
  readonly deadlineSeconds?: number;
  /** Called where the person will not wait for the run to end in order: what is recorded so far is all there will be. */
  readonly leave?: () => void;
  /** Whether a remote target is probed for limits. */
  readonly probeLimits?: boolean;
}

/** Drives scenarios against the target that the settings name, shows how far they are, and stops on an interrupt. */
export async function driveRun(terminal: Terminal, options: DriveOptions): Promise<Evidence> {
  const { kind, settings, seed, shard, dialect } = options;
  // Shards of one seed make other choices each: no two may use one Idempotency-Key.
  const world = realWorld({ seed: shard === undefined ? seed : `${seed}/${shard.index}` });
  let session: Session | undefined;
  let progress: Progress | undefined;
  let interrupted = false;
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    session?.stop('interrupted');
  }, options.leave);
  if (kind === 'remote') {
    const asked = options.scenarios.filter(
      ({ suite }) => options.suites.length === 0 || options.suites.includes(suite),
    );
    terminal.err(`Meeting ${settings.sandboxUrl}. ${ordersInWords(asked, settings)}\n`);
    if (settings.sandboxUrl !== undefined && outOfReach(settings.tunnel, settings.receiverHost, settings.sandboxUrl))
      terminal.err(
        `The service cannot reach ${settings.receiverHost}, where the receiver listens: see TUNNEL, or run doctor.\n`,
      );
  }
  try {
    return await perform({
      ...options,
      world,
      target: targetMaker(world, options),
      harness: version(),
      receiverHost: settings.receiverHost,
      receiverPort: settings.receiverPort,
      // Only a service that is told the address afresh can be told an unguessable one.
      ...((kind === 'embedded' || settings.webhookCommand !== undefined) && {
        receiverPath: `/${terminal.world.randomBytes(16).toString('hex')}`,
      }),
      // Of what is in this process there is nothing to prove, unless a tunnel is asked for.
      ...((kind === 'remote' || settings.tunnel !== 'direct') && {
        tunnel: { provider: chooseProvider(terminal.world, settings), random: terminal.world.randomBytes },
      }),
      maxInFlight: settings.maxInFlight,
      pseudonymKey: terminal.world.randomBytes(32),
      secrets: secretsOf(terminal),
      ...(settings.signatureHeader !== undefined && { signatureHeader: settings.signatureHeader }),
      ...(dialect && { dialect }),
      opened: opened => {
        session = opened;
        if (interrupted) session.stop('interrupted');
        progress = new Progress(terminal, opened.recorder.evidence);
        terminal.err(`Run ${options.run} on the ${kind} target (seed ${seed})\n`);
        opened.recorder.listen(line => progress?.take(line));
      },
    });
  } finally {
    progress?.done();
    stopListening();
  }
}

function targetMaker(world: World, { kind, settings, faults, dialect }: DriveOptions): TargetMaker {
  if (kind === 'embedded') return () => embeddedTarget({ world, settings, faults, ...(dialect && { dialect }) });
  return async (signal, hide) => remoteTarget({ world, settings, signal, hide });
}

/** The version of the harness, as its package states it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
