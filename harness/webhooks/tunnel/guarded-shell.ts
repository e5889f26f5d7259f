import { killGroup } from '../../world/kill-group.ts';
import type { World } from '../../world/world.ts';

/**
 * A guard in the child's process group waits until a pipe of this process ends, and then kills the group, so nothing
 * outlives this process, however it ends. The command itself has no input.
 */
const GUARDED =
  'exec 3<&0; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&-; exec /bin/sh -c "$1" </dev/null';

/** How long a command may take to end after SIGTERM, in milliseconds. */
const GRACE_MS = 500;

/** A shell command that runs until it is closed. */
export interface GuardedShell {
  /** Its streams must be read. It emits `exit` when the command ends. */
  readonly child: ReturnType<World['spawn']>;
  /** Sends SIGTERM, and half a second later kills it with all that it started. */
  close(): Promise<void>;
}

/** Starts a shell command in a process group of its own that never outlives this process. */
export function guardedShell(world: World, command: string): GuardedShell {
  const child = world.spawn('/bin/sh', ['-c', GUARDED, 'sh', command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // If the guard ends first, the pipe breaks. Nothing is written to it.
  child.stdin?.on('error', () => {});
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const end = async () => {
    const { pid } = child;
    if (pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) killGroup(pid, 'SIGTERM');
    const grace = world.after(GRACE_MS, () => killGroup(pid, 'SIGKILL'));
    await exited;
    grace.cancel();
    // The guard and other processes that it started may still run.
    killGroup(pid, 'SIGKILL');
  };
  let ending: Promise<void> | undefined;
  return {
    child,
    close() {
      // Only once: later, the id may belong to another group.
      ending ??= end();
      return ending;
    },
  };
}
