/** Sends a signal to a process group that the harness started. Nothing happens where it has ended, or never started. */
export function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** How a program ended, from its `exit` or its `close`. */
export function howEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
}
