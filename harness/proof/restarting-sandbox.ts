import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/index.ts';
import { memoryDatabase } from '../sandbox/store/database.ts';
import type { Moment } from '../world/simulated/disturbances.ts';
import { pause } from '../world/world.ts';

/**
 * Starts a sandbox that stops at given times and restarts later at the same address, with the same database. Stopping
 * cuts every connection, and none can be opened until the restart.
 */
export async function restartingSandbox(options: SandboxOptions, restarts: readonly Moment[]): Promise<Sandbox> {
  const { world } = options;
  const database = memoryDatabase();
  const stored = { ...options, db: database.db };
  let sandbox = await startSandbox(stored);
  const { url, signingSecrets } = sandbox;
  const again = { ...stored, port: Number(new URL(url).port) };
  let isClosed = false;
  let restarting = Promise.resolve();
  const restart = async (ms: number) => {
    await sandbox.close();
    await pause(world, ms);
    if (!isClosed) sandbox = await startSandbox(again);
  };
  const timers = restarts.map(({ at, ms }) =>
    world.after(at, () => {
      restarting = restarting.then(() => restart(ms));
    }),
  );
  return {
    url,
    signingSecrets,
    async close() {
      isClosed = true;
      for (const timer of timers) timer.cancel();
      await restarting;
      await sandbox.close();
      database.close();
    },
  };
}
