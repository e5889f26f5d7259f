import { killGroup } from '../core/kill-group.ts';
import type { World } from '../core/world.ts';

/**
 * A guard waits in the child's process group for the end of a pipe that this process holds, and kills the group then: so
 * nothing outlives us, however we end. The command itself reads from nowhere.
 */
const GUARDED =
  'exec 3<&0; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&-; exec /bin/sh -c "$1" </dev/null';

/** How long a command may take to end by itself once it is asked to, in milliseconds. */
const GRACE_MS = 500;

/** A shell command that goes on until it is closed. */
export interface GuardedShell {
  /** Its streams must be read. `exit` tells that the command ended. */
  readonly child: ReturnType<World['spawn']>;
  /** Asks it to end, and half a second later ends it with all that it started. */
  close(): Promise<void>;
}

/** Starts a shell command in a process group of its own that never outlives this process. */
export function guardedShell(world: World, command: string): GuardedShell {
  const child = world.spawn('/bin/sh', ['-c', GUARDED, 'sh', command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // A guard that went before us leaves a pipe that cannot be written: nothing is.
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
    // What it started may go on after it, the guard among it.
    killGroup(pid, 'SIGKILL');
  };
  let ending: Promise<void> | undefined;
  return {
    child,
    close() {
      // Once only: later the number may be another group's.
      ending ??= end();
      return ending;
    },
  };
}
