/** Sends a signal to a process group that we started. One that has ended is no error. */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}
